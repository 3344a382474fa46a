/// Writes commands as bytes for the control connection, one command per call and never more.
public enum CommandEncoder {
  /// The bytes of a command: verb, a space and the argument if there is one, CRLF.
  ///
  /// Bytes 255 of the argument are doubled (RFC 854); every other byte is unchanged.
  ///
  ///     try CommandEncoder.encode(Command(.cwd, "notes"))  // "CWD notes\r\n"
  ///
  /// - Throws: if the argument contains CR, LF or NUL, which could turn one command into two, or the verb is
  ///   empty or contains anything but printable ASCII without spaces. To send such bytes anyway,
  ///   write them raw.
  public static func encode(_ command: Command) throws(CommandEncodingError) -> [UInt8] {
    var bytes: [UInt8] = []
    let verb = Array(command.verb.name.utf8)
    bytes.reserveCapacity(verb.count + (command.argument?.count ?? 0) + 3)
    guard !verb.isEmpty else { throw .emptyVerb }
    for (offset, byte) in verb.enumerated() {
      guard 0x21...0x7E ~= byte else { throw .verb(byte: byte, offset: offset) }
      bytes.append(byte)
    }
    if let argument = command.argument {
      bytes.append(0x20)
      for (offset, byte) in argument.enumerated() {
        guard byte != 0x0D, byte != 0x0A, byte != 0 else { throw .argument(byte: byte, offset: offset) }
        bytes.append(byte)
        if byte == Telnet.iac { bytes.append(byte) }
      }
    }
    bytes += [0x0D, 0x0A]
    return bytes
  }
}

/// Why a command cannot be written as one line.
public enum CommandEncodingError: Error, Hashable, Sendable {
  /// The verb has no bytes.
  case emptyVerb
  /// The verb contains a space or a byte that is not printable ASCII.
  case verb(byte: UInt8, offset: Int)
  /// The argument contains CR, LF or NUL.
  case argument(byte: UInt8, offset: Int)
}

extension CommandEncodingError: CustomStringConvertible {
  /// One sentence that names the byte and its offset.
  public var description: String {
    switch self {
    case .emptyVerb: "the verb is empty"
    case .verb(let byte, let offset):
      "the verb holds \(CommandEncodingError.name(byte)) at offset \(offset)"
    case .argument(let byte, let offset):
      "the argument holds \(CommandEncodingError.name(byte)) at offset \(offset), "
        + "which would end the command there"
    }
  }

  private static func name(_ byte: UInt8) -> String {
    switch byte {
    case 0x0D: "CR"
    case 0x0A: "LF"
    case 0x00: "NUL"
    case 0x20: "a space"
    default: "the byte \(byte)"
    }
  }
}
