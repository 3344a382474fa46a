import FTPTransport

/// Files, on disk or in memory, that are sent unchanged: the system moves the bytes, without a copy in this process.
extension ControlSession {
  /// Sends as much of a piece as the data connection accepts, or waits until it accepts more; returns how many bytes
  /// were sent.
  ///
  /// Nil if there is nothing to send, or if the bytes must be read here, because the recording still keeps them.
  func sendUnseen(_ piece: FilePiece, over link: inout DataLink) throws(Stop) -> Int? {
    guard piece.count > 0, !link.isWatched else { return nil }
    let limit = Int(min(piece.count, UInt64(TCPConnection.sendPiece)))
    let count: Int?
    do throws(FileTransferError) {
      count = try link.connection.sendAvailable(pieceOf: piece.file.file, at: piece.offset, limit: limit)
    } catch {
      switch error {
      case .connection(let error): throw stop(error)
      case .file(let error): throw .storage(StorageError(error))
      }
    }
    guard let count else {
      try wait(link.connection, .writable, idleDeadline, link.transferred, otherwise: .stalled)
      return 0
    }
    if count == 0 { throw .storage(FileSource.changed) }
    link.movedUnseen(count)
    try lookAtCommands(link.transferred)
    return count
  }
}
