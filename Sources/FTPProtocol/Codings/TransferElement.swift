/// One thing that a transfer carries, in any transmission mode and file structure.
///
/// Encoders take elements and decoders return them; the coding determines the bytes between them.
package enum TransferElement: Hashable, Sendable {
  /// Bytes of the file. How they are cut into elements has no meaning.
  case data(ArraySlice<UInt8>)
  /// Bytes that the sender suspects of errors (block and compressed mode; RFC 959, section 3.4.2).
  case suspectData(ArraySlice<UInt8>)
  /// The end of a record (record structure).
  case endOfRecord
  /// A position at which the transfer can be restarted (block and compressed mode), with its bytes as sent; a
  /// ``RestartMarker`` checks whether they are allowed.
  case marker([UInt8])
  case endOfFile
}
