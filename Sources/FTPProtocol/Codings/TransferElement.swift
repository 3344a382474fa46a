/// One thing that a transfer carries, whatever its transmission mode and file structure are.
///
/// Encoders take elements, decoders give them; what stands between two elements is the business of the coding.
public enum TransferElement: Hashable, Sendable {
  /// Bytes of the file. How they are cut into elements means nothing.
  case data(ArraySlice<UInt8>)
  /// Bytes that the sender suspects of errors (block and compressed mode; RFC 959, section 3.4.2).
  case suspectData(ArraySlice<UInt8>)
  /// The end of a record (record structure).
  case endOfRecord
  /// A place where the transfer can be restarted (block and compressed mode), as its bytes were sent; a
  /// ``RestartMarker`` tells whether they are allowed.
  case marker([UInt8])
  /// The end of the file.
  case endOfFile
}
