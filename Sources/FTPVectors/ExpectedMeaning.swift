import FTPProtocol

/// What a reply must mean: the row `=>`.
///
/// The words are those of ``Judgement/description``: code, step of the diagram, where it leads, facts.
package struct ExpectedMeaning: Hashable, Sendable {
  /// The code; nil if the row names none.
  package var code: ReplyCode?
  /// ReplyState, box and facts as text: `transfer wait`, `simple success addr={data}`, or `unfinished` for bytes
  /// that never become a reply.
  package var words: [String]
  /// Whether another server must answer with the same code: `code=same`.
  ///
  /// Otherwise the same step and the same box are enough.
  package var needsSameCode = false
  /// How long the reply took, if a client printed the row; it is never compared.
  package var time: Duration?
}

extension ExpectedMeaning {
  /// Makes an expectation from the judge's result.
  package init(_ judgement: Judgement) {
    let words = judgement.description.split(separator: " ").map(String.init)
    self.init(code: judgement.code, words: Array(words.dropFirst(judgement.code == nil ? 0 : 1)))
  }

  /// Whether the bytes above never become a reply.
  package var isUnfinished: Bool { words == ["unfinished"] }

  /// The required result of the judge: code and words, with the names in braces replaced.
  package func text(_ bindings: PlaceholderBindings) -> String {
    bindings.replacingNames(in: ((code.map { [$0.description] } ?? []) + words).joined(separator: " "))
  }
}

extension ExpectedMeaning: CustomStringConvertible {
  /// The row after `=> `.
  package var description: String {
    var all = (code.map { [$0.description] } ?? []) + words
    if needsSameCode { all.append("code=same") }
    if let time { all.append(time.milliseconds) }
    return all.joined(separator: " ")
  }
}
