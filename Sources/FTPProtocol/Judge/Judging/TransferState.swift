/// How the next data connection is to be made.
public struct DataSetup: Hashable, Sendable {
  /// The command that set it up: PASV, EPSV, LPSV, SPSV, PORT, EPRT or LPRT.
  public let verb: Verb
  /// Its argument, where it has one.
  public let argument: [UInt8]?
  /// Where the connection is to be made; nil where nothing readable was said. A passive address is as the
  /// server announced it: its host is nil for the peer of the control connection, and whether to believe
  /// another host is up to an ``AddressPolicy``.
  public internal(set) var address: DataAddress?

  /// True where the server listens and the client connects.
  public var isPassive: Bool { verb.row?.role == .passiveSetup }
}

/// A transfer that has had its 1yz reply and not yet its final one.
public struct TransferState: Hashable, Sendable {
  /// The command.
  public let command: Command
  /// Its number in the session.
  public let ordinal: Int
  /// The 1yz reply that began it.
  public let preliminary: ReplyCode
  /// Where it begins, as REST has set it; nil for the beginning.
  public let restartOffset: UInt64?
  /// Whether ABOR has been sent since.
  public internal(set) var isAborted = false
}

/// What is seen of a data connection, in the words of whoever watches it.
public enum DataEvent: Hashable, Sendable {
  /// The connection is made, by whichever side.
  case opened
  /// The first byte was read or written.
  case firstByte
  /// The server has closed its side; bytes that it sent before may not have been read yet. Whoever cannot see that
  /// before it has read them leaves it out, and reads all data before it reads replies.
  case ended
  /// The connection is closed, after so many bytes in both directions together.
  case closed(byteCount: UInt64)
  /// The connection could not be made.
  case refused
}

/// What is known of the current data connection.
public struct DataConnectionState: Hashable, Sendable {
  /// Made and not yet closed.
  public internal(set) var isOpen = false
  /// At least one byte was seen.
  public internal(set) var hasMoved = false
  /// The server has closed its side.
  public internal(set) var hasEnded = false
  /// It could not be made.
  public internal(set) var isRefused = false
  /// The number of bytes it carried, known once it is closed.
  public internal(set) var byteCount: UInt64?
  /// The final reply of the transfer has come.
  var isReported = false
}

/// How the control connection ended.
public enum ControlEnd: Hashable, Sendable {
  /// The server closed it in order.
  case byServer
  /// The client closed it in order.
  case byClient
  /// It was reset, or nothing came within the caller's time.
  case lost
}

/// What the restart commands have agreed on.
public enum RestartPoint: Hashable, Sendable {
  /// REST with a number: the offset of the first byte, as stream mode has it (RFC 3659, section 5.3).
  case offset(UInt64)
  /// REST with a marker of block or compressed mode (RFC 959, section 3.5), as it was sent.
  case marker([UInt8])
  /// RANG with the offsets of the first and the last byte (draft-bryan-ftp-range-08).
  case range(UInt64, UInt64)
}
