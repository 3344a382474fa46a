import FTPConversation
import FTPTransport

/// Files on disk that travel as they are: the system moves the bytes, and nobody here sees them.
extension ControlSession {
  /// Sends what the data connection takes of a piece, or waits until it takes more; returns how many bytes went.
  ///
  /// Nil where there is nothing to send, or where the bytes have to be seen, because the recording still keeps them.
  func sendUnseen(
    _ piece: FilePiece, over data: borrowing TCPConnection, _ identifier: DataConnectionID?,
    _ transferred: UInt64
  ) throws(Stop) -> Int? {
    guard piece.count > 0 else { return nil }
    if let identifier, recorder?.keepsMore(of: identifier) == true { return nil }
    let limit = Int(min(piece.count, UInt64(TCPConnection.sendPiece)))
    let count: Int?
    do throws(FileTransferError) {
      count = try data.sendAvailable(pieceOf: piece.file.file, at: piece.offset, limit: limit)
    } catch {
      switch error {
      case .connection(let error): throw stop(error)
      case .file(let error): throw .storage(StorageError(error))
      }
    }
    guard let count else {
      try wait(data, .writable, idleDeadline, transferred, otherwise: .stalled)
      return 0
    }
    if count == 0 { throw .storage(FileSource.changed) }
    if let identifier { recorder?.data(identifier, .download, count: count) }
    try lookAtCommands(transferred + UInt64(count))
    return count
  }
}
