import FTPConversation
import FTPSystem

/// Takes the data of downloads as it is: a file that is created when data is first expected, or standard output.
final class DataSink: Sendable {
  private let path: String
  private let file = Guarded<LocalFile?>(nil)

  /// Names where the data goes; `-` is standard output.
  ///
  /// Nothing is opened yet.
  init(path: String) { self.path = path }

  /// Creates the file unless it is open already; old contents are lost.
  func open() throws(LocalFileError) {
    guard path != "-" else { return }
    try file.withLock { file throws(LocalFileError) in
      if file == nil { file = try LocalFile.create(path, makingFolders: true) }
    }
  }

  /// Appends a piece.
  func write(_ bytes: Span<UInt8>) throws(LocalFileError) {
    guard path != "-" else { return try StandardStream.output.write(bytes) }
    try file.withLock { file throws(LocalFileError) in try file?.write(bytes) }
  }

  /// Closes the file; some file systems report only then that it could not be written.
  func close() throws(LocalFileError) {
    try file.withLock { file throws(LocalFileError) in
      if let open = file.take() { try open.close() }
    }
  }
}

/// Gives the data of uploads: a file, from its beginning for each upload, or the rest of standard input.
final class DataSource: Sendable {
  private let path: String
  private let file = Guarded<LocalFile?>(nil)

  /// Names where the data comes from; `-` is standard input.
  ///
  /// Nothing is opened yet.
  init(path: String) { self.path = path }

  /// Opens the file at its beginning.
  func open() throws(LocalFileError) {
    guard path != "-" else { return }
    try file.withLock { file throws(LocalFileError) in file = try LocalFile.open(path) }
  }

  /// What may have nothing to read for a while; nil for a file.
  var awaited: Int32? { path == "-" ? StandardStream.input.descriptor : nil }

  /// Reads the next piece from the start of the buffer; 0 at the end.
  func read(into buffer: inout [UInt8]) throws(LocalFileError) -> Int {
    guard path != "-" else { return try StandardStream.input.read(into: &buffer) }
    return try file.withLock { file throws(LocalFileError) in try file?.read(into: &buffer) ?? 0 }
  }
}
