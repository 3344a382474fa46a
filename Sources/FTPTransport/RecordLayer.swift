/// What turns plain bytes into records and back on a connection, as TLS does.
///
/// A layer does no I/O. It is handed what has come and says what has to go out; sockets, deadlines and wake-ups are
/// the business of the ``TCPConnection`` that carries it, which never calls a layer from two threads at once.
package protocol RecordLayer: Sendable {
  /// Whether the handshake is complete, so that bytes can be sealed.
  var isEstablished: Bool { get }
  /// Whether the peer's close alert has come: no more plain bytes will.
  var hasPeerClosed: Bool { get }
  /// Whether the system seals what is written to the socket, so that a file may be sent around the layer.
  var mayBypass: Bool { get }
  /// How many bytes to read from the socket at once, at most.
  var readLimit: Int { get }

  /// Begins the handshake: appends the first flight where this side speaks first.
  mutating func begin(_ output: inout [UInt8])

  /// Takes what has come and appends the plain bytes of the records that are complete; keeps the rest of one that is
  /// not. What has to be sent in answer, such as a flight of the handshake, is appended to `output`.
  ///
  /// - Returns: how many bytes were taken: all, unless the peer's close alert is among them; what is after that is
  ///   clear text.
  /// - Throws: where the bytes make no sense; an alert that says so may be in `output` then.
  mutating func open(
    _ bytes: Span<UInt8>, into plain: inout [UInt8], answering output: inout [UInt8]
  ) throws(RecordLayerError) -> Int

  /// Seals bytes and appends the records to `output`.
  ///
  /// - Returns: how many bytes were taken; 0 where the layer has to hear from the peer first, as in a handshake.
  mutating func seal(_ bytes: Span<UInt8>, into output: inout [UInt8]) throws(RecordLayerError) -> Int

  /// Appends the close alert.
  mutating func close(_ output: inout [UInt8])
}

extension RecordLayer {
  package var mayBypass: Bool { false }
  package var readLimit: Int { .max }
}

/// What a record layer did not like about the peer's bytes, in words.
package struct RecordLayerError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
