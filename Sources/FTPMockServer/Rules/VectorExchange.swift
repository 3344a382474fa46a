import FTPProtocol
import FTPVectors

/// One command of a vector, and the server's steps for it.
struct VectorExchange: Hashable, Sendable {
  private let writtenVerb: [UInt8]
  private let line: VectorLine
  let verb: Verb
  let steps: [ServerStep]

  /// Takes a line up to its end; nil if it has no verb.
  init?(_ line: VectorLine, _ steps: [ServerStep]) {
    guard case .bytes(let bytes)? = line.parts.first else { return nil }
    writtenVerb = Array(bytes.prefix { $0 != 0x20 && $0 != 0x0D && $0 != 0x0A })
    guard !writtenVerb.isEmpty else { return nil }
    self.line = line
    verb = Verb(bytes: writtenVerb)
    // The obedient server must know about lasting effects, so that commands left to it are consistent with the vector.
    self.steps = verb.has(.setsState) ? [.obeyQuietly] + steps : steps
  }

  /// Whether a command is the one of the vector; names in its line are bound to the bytes of the command.
  ///
  /// A file contains no secrets, so any secret matches.
  func matches(_ command: Command, _ bindings: inout PlaceholderBindings) -> Bool {
    guard command.verb == verb else { return false }
    if verb.has(.secret) { return true }
    let argument = command.argument.map { [0x20] + Self.onTheWire($0) } ?? []
    for end: [UInt8] in [[0x0D, 0x0A], [0x0A]] where line.matches(writtenVerb + argument + end, &bindings) {
      return true
    }
    return false
  }

  /// An argument as Telnet and vectors write it: 255 twice, and a NUL after each CR.
  private static func onTheWire(_ argument: [UInt8]) -> [UInt8] {
    argument.flatMap { byte -> [UInt8] in
      switch byte {
      case Telnet.iac: [byte, byte]
      case 0x0D: [byte, 0]
      default: [byte]
      }
    }
  }
}
