import FTPMockServer
import FTPProtocol

extension Script: FileCase {
  package static var fileExtension: String { "rules" }
  package var size: Int { rules.count }

  /// Whether it can be written to a file and read again.
  ///
  /// Some rules contradict each other, and some actions need others before them.
  var isReadable: Bool { (try? Script(parsing: description)) != nil }

  package func file(_ comment: [String]) -> String {
    comment.map { $0.isEmpty ? "#\n" : "# \($0)\n" }.joined() + "\n" + description
  }

  package static var passes: [MinimizerPass<Self>] {
    [.shorten(\.rules), .then { kept in kept.rules.indices.flatMap(passes(ofRule:)) }]
  }

  private static func passes(ofRule rule: Int) -> [MinimizerPass<Self>] {
    [
      .first { kept in
        var plain = kept
        plain.rules[rule].occurrence = .every
        return plain == kept ? [] : [plain]
      },
      .shorten(\.rules[rule].actions),
      .then { kept in kept.rules[rule].actions.indices.flatMap { passes(of: \.rules[rule].actions[$0]) } },
    ]
  }

  private static func passes(of action: WritableKeyPath<Self, Action>) -> [MinimizerPass<Self>] {
    let count = action.appending(path: \.count)
    let text = action.appending(path: \.text)
    return [
      .repeated([
        .first { kept in
          let most = kept[keyPath: count]
          return (most > 1 ? [1, most / 2] : []).map { fewer in
            var plain = kept
            plain[keyPath: count] = fewer
            return plain
          }
        }
      ]),
      .then { kept in [shortenText(text, kept[keyPath: text])] },
    ]
  }

  private static func shortenText(
    _ path: WritableKeyPath<Self, [UInt8]>, _ text: [UInt8]
  ) -> MinimizerPass<Self> {
    func put(_ kept: Self, _ text: [UInt8]) -> Self? {
      var shorter = kept
      shorter[keyPath: path] = text
      return text.isEmpty ? nil : shorter
    }
    // A path is shortened only by whole lines: a part of it may lead anywhere.
    if text.contains(0x2F) {
      return .shorten { _ in
        text.lines
      } _: { kept, lines, _ in
        put(kept, Array(lines.joined()))
      }
    }
    // The line end and the code stay, so that the reply remains readable.
    let head = text.prefix(4).prefix { 0x30...0x39 ~= $0 }
    let tail = text[head.endIndex...].suffix(2).drop { $0 != 0x0D && $0 != 0x0A }
    return .shorten { _ in
      Array(text[head.endIndex..<tail.startIndex])
    } _: { kept, middle, _ in
      head.isEmpty && middle.isEmpty ? nil : put(kept, head + middle + tail)
    }
  }
}
