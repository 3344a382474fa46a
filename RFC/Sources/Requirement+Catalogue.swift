// The parts of a requirement as the catalogue writes them.

extension Requirement.Word {
  /// The word as written in a line: in quotation marks, or the name of a form.
  init?(catalogue text: String) {
    if text.utf8.first == UInt8(ascii: "\"") {
      guard text.utf8.count > 2 else { return nil }
      self = .phrase(String(text.dropFirst().dropLast()))
    } else {
      guard let form = Form(rawValue: text) else { return nil }
      self = .form(form)
    }
  }
}

extension Requirement.Harm {
  /// A harm as in `harm data-loss: A file is cut, unnoticed`, with the period.
  init?(catalogue text: String) {
    guard text.hasPrefix("harm "), let colon = text.firstRange(of: ": "),
      let kind = Kind(rawValue: String(text[..<colon.lowerBound].dropFirst("harm ".count))),
      text.hasSuffix("."), colon.upperBound < text.endIndex
    else { return nil }
    self.init(kind: kind, sentence: String(text[colon.upperBound...]))
  }
}

extension Requirement.Condition {
  /// A condition: `when: offers EPSV EPRT`, `when: lists UTF8`, `when: under TLS`, or words in quotation marks.
  init?(catalogue text: String) {
    guard text.hasPrefix("when: ") else { return nil }
    let words = text.dropFirst("when: ".count)
    if words == "under TLS" {
      self = .underTLS
    } else if words.hasPrefix("offers ") {
      self = .offers(words.split(separator: " ").dropFirst().map(String.init))
    } else if words.hasPrefix("lists ") {
      self = .lists(String(words.dropFirst("lists ".count)))
    } else {
      guard words.count > 2, words.hasPrefix("\""), words.hasSuffix("\"") else { return nil }
      self = .words(String(words.dropFirst().dropLast()))
    }
  }
}

extension [Requirement.Observable] {
  /// Observables, as in `seen in: replies, files`.
  init?(catalogue text: String) {
    guard text.hasPrefix("seen in: ") else { return nil }
    let names = text.dropFirst("seen in: ".count).split(separator: ", ").map(String.init)
    self = names.compactMap(Requirement.Observable.init)
    guard count == names.count, !isEmpty else { return nil }
  }
}
