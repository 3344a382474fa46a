import FTPProtocol
import FTPVectors

/// One thing that a session does for a command, in place of or beside what the obedient server does.
enum CommandStep: Hashable, Sendable {
  /// What the obedient server does.
  case obey
  /// What the obedient server does, without its reply.
  case follow
  /// A reply.
  case reply(ServerReply)
  /// Bytes on the control connection, in a segment of their own.
  case bytes([UInt8])
  /// A line of a vector, its placeholders replaced by what they stand for in this session.
  case line(VectorLine)
  /// Nothing for a while.
  case pause(Duration)
  /// The data connection is opened.
  case openData
  /// Bytes over the data connection, which is opened if it is not open.
  case data([UInt8])
  /// So many bytes of a pattern over the data connection.
  case filler(UInt64)
  /// Everything that the client sends over the data connection.
  case receive
  /// The data connection is closed.
  case closeData
  /// The data connection is reset.
  case resetData
  /// The port that was announced is given up.
  case releasePort
  /// Type, structure and mode get their defaults.
  case resetParameters
  /// The data connection stays open until the next command comes, which is taken up then.
  case awaitCommand
  /// The session ends in order.
  case close
  /// The session ends with a reset.
  case reset
}
