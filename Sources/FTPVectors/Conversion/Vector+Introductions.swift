import FTPConversation
import FTPProtocol

/// The software that both sides claim to be.
extension Vector {
  /// The first line of the greeting with content, up to the first part that differs each time: `ProFTPD Server
  /// (proftpd)`.
  ///
  /// Nil if there is none.
  package var serverIntroduction: String? {
    for row in rows {
      switch row.content {
      case .reply(let line):
        guard let bytes = line.beginning, bytes.starts(with: "220".utf8) else { return nil }
        if let text = Self.introduction(bytes.dropFirst(4)) { return text }
      case .meaning, .command: return nil
      default: continue
      }
    }
    return nil
  }

  /// The argument of CLNT, with which a client introduces itself, or nil.
  package var clientIntroduction: String? {
    for case .command(let line) in rows.lazy.map(\.content) {
      guard let bytes = line.beginning, let command = Command(parsing: bytes), command.verb == "CLNT",
        let argument = command.argument
      else { continue }
      return Self.introduction(argument)
    }
    return nil
  }

  private static let longest = 60

  /// The words without decoration; nil if there are none.
  private static func introduction(_ bytes: some BidirectionalCollection<UInt8>) -> String? {
    func frames(_ byte: UInt8) -> Bool { byte <= 0x20 || "-=*#[:.".utf8.contains(byte) }
    var text = bytes.drop(while: frames).prefix(longest)
    guard text.contains(where: { (0x61...0x7A).contains($0 | 0x20) }) else { return nil }
    while let last = text.last, frames(last) { text = text.dropLast() }
    return VectorText.escape(text)
  }
}

extension VectorLine {
  /// The bytes before the first placeholder; nil if it comes first.
  fileprivate var beginning: [UInt8]? {
    var beginning: [UInt8] = []
    for part in parts {
      switch part {
      case .bytes(let bytes): beginning += bytes
      case .cut: continue
      case .placeholder: return beginning.isEmpty ? nil : beginning
      }
    }
    return beginning
  }
}
