import FTPProtocol

extension RecordLines {
  /// The bytes of the file that an element represents.
  package static func bytes(of element: TransferElement) -> ArraySlice<UInt8> {
    switch element {
    case .data(let data), .suspectData(let data): data
    case .endOfRecord: [0x0A]
    case .endOfFile, .marker: []
    }
  }
}
