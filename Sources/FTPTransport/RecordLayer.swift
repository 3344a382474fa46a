/// Converts plain bytes to records and back on a connection, as TLS does.
///
/// A layer does no I/O. It takes received bytes and returns bytes to send; sockets, deadlines and wake-ups are
/// left to its ``TCPConnection``, which never calls a layer from two threads at once.
package protocol RecordLayer: Sendable {
  /// Whether the handshake is complete, so that bytes can be sealed.
  var isEstablished: Bool { get }
  /// Whether the peer's close alert has arrived: no more plain bytes will.
  var hasPeerClosed: Bool { get }
  /// Whether the system seals bytes written to the socket, so that a file may be sent around the layer.
  var mayBypass: Bool { get }
  /// How many bytes to read from the socket at once, at most.
  var readLimit: Int { get }

  /// Begins the handshake: appends the first flight if this side begins.
  mutating func begin(_ output: inout [UInt8])

  /// Takes received bytes and appends the plain bytes of complete records; keeps an incomplete record.
  /// Bytes to send in answer, such as a flight of the handshake, are appended to `output`.
  ///
  /// - Returns: how many bytes were taken: all, unless the peer's close alert is among them; the bytes after it are
  ///   clear text.
  /// - Throws: if the bytes are invalid; `output` may then have an alert.
  mutating func open(
    _ bytes: Span<UInt8>, into plain: inout [UInt8], answering output: inout [UInt8]
  ) throws(RecordLayerError) -> Int

  /// Seals bytes and appends the records to `output`.
  ///
  /// - Returns: how many bytes were taken; 0 if the layer must receive something first, as in a handshake.
  mutating func seal(_ bytes: Span<UInt8>, into output: inout [UInt8]) throws(RecordLayerError) -> Int

  /// Appends the close alert.
  mutating func close(_ output: inout [UInt8])
}

extension RecordLayer {
  package var mayBypass: Bool { false }
  package var readLimit: Int { .max }
}

/// Why a record layer rejected the peer's bytes, in words, and OpenSSL's reason.
package struct RecordLayerError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
  let reason: TLSReason?

  package init(_ description: String, _ reason: TLSReason? = nil) {
    self.description = description
    self.reason = reason
  }
}
