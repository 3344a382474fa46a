/// How data is represented and sent: the settings of TYPE, STRU and MODE (RFC 959, section 4.1.2).
package struct TransferParameters: Hashable, Sendable {
  /// The representation type; ASCII Non-print at first.
  package internal(set) var type: RepresentationType = .ascii(.nonPrint)
  /// The file structure; file at first.
  package internal(set) var structure: FileStructure = .file
  /// The transmission mode; stream at first.
  package internal(set) var mode: TransmissionMode = .stream

  /// The defaults of RFC 959, section 5.1.
  package init() {}

  /// TYPE, STRU or MODE led to a box: on success, its argument is in force.
  mutating func settle(
    _ role: VerbRow.Role, _ box: ReplyOutcome, _ command: Command, _ code: ReplyCode,
    _ judgement: inout Judgement
  ) {
    guard box == .success else { return }
    let argument = command.argument ?? []
    switch role {
    case .type:
      if let type = RepresentationType(argument: argument) { return self.type = type }
    case .structure:
      if let structure = FileStructure(argument: argument) { return self.structure = structure }
    default:
      if let mode = TransmissionMode(argument: argument) { return self.mode = mode }
    }
    judgement.add(
      role == .type ? "959:4.1.2:type-unknown" : "959:4.1.2:mode-stru-unknown", by: .server,
      expected: "a refusal of a parameter that no RFC defines",
      received: "\(code) to \(command.printable) \(Escaping.ascii(argument, limit: 32))")
  }
}

/// A representation type: what TYPE selects (RFC 959, section 3.1.1).
package enum RepresentationType: Hashable, Sendable {
  /// `A`: text with CRLF line ends.
  case ascii(Format)
  /// `E`: text in EBCDIC with NL line ends.
  case ebcdic(Format)
  /// `I`: bits packed into bytes.
  case image
  /// `L n`: logical bytes of n bits.
  case local(byteSize: Int)

  /// The vertical format of text: the second parameter of `A` and `E`.
  package enum Format: String, Hashable, Sendable, CaseIterable {
    /// No vertical format; the default.
    case nonPrint = "N"
    /// Telnet controls (CR, LF, NL, VT, FF).
    case telnet = "T"
    /// Carriage control, ASA.
    case carriageControl = "C"
  }

  /// Reads the argument of TYPE; nil if it names no type of RFC 959.
  ///
  /// A missing second parameter of `A` and `E` means Non-print; `L` needs its size, 1 to 255.
  package init?(argument: some Collection<UInt8>) {
    let words = argument.split(separator: 0x20)
    guard let first = words.first, first.count == 1, let letter = first.first, words.count <= 2 else {
      return nil
    }
    let second = words.count == 2 ? words[1] : nil
    switch letter & 0xDF {
    case 0x41, 0x45:
      var format = Format.nonPrint
      if let second {
        guard let named = Format(rawValue: Verb(bytes: second).name) else { return nil }
        format = named
      }
      self = letter & 0xDF == 0x41 ? .ascii(format) : .ebcdic(format)
    case 0x49:
      guard second == nil else { return nil }
      self = .image
    case 0x4C:
      guard let second, second.count <= 3, let size = slice(second).decimal(as: Int.self),
        (1...255).contains(size)
      else { return nil }
      self = .local(byteSize: size)
    default: return nil
    }
  }
}

extension RepresentationType: CustomStringConvertible {
  /// The argument of TYPE that selects it: `A`, `A T`, `I`, `L 8`.
  package var description: String {
    switch self {
    case .ascii(let format): format == .nonPrint ? "A" : "A \(format.rawValue)"
    case .ebcdic(let format): format == .nonPrint ? "E" : "E \(format.rawValue)"
    case .image: "I"
    case .local(let size): "L \(size)"
    }
  }
}

/// A file structure: what STRU selects (RFC 959, section 3.1.2).
package enum FileStructure: String, Hashable, Sendable, CaseIterable {
  /// No inner structure; the default.
  case file = "F"
  case record = "R"
  /// Pages with an index.
  case page = "P"

  /// Reads the argument of STRU, with spaces around it or without (RFC 959, section 5.3).
  package init?(argument: some Collection<UInt8>) {
    let words = argument.split(separator: 0x20)
    guard words.count == 1 else { return nil }
    self.init(rawValue: Verb(bytes: words[0]).name)
  }
}

/// A transmission mode: what MODE selects (RFC 959, section 3.4).
package enum TransmissionMode: String, Hashable, Sendable, CaseIterable {
  /// A stream of bytes that the close of the connection ends; the default.
  case stream = "S"
  /// Blocks with a header each.
  case block = "B"
  /// Runs and repeats.
  case compressed = "C"
  /// A zlib stream (draft-preston-ftpext-deflate-04).
  case deflate = "Z"

  /// Reads the argument of MODE, with spaces around it or without (RFC 959, section 5.3).
  package init?(argument: some Collection<UInt8>) {
    let words = argument.split(separator: 0x20)
    guard words.count == 1 else { return nil }
    self.init(rawValue: Verb(bytes: words[0]).name)
  }

  /// True if the close of the data connection ends a file.
  package var endsByClosing: Bool { self == .stream || self == .deflate }
}
