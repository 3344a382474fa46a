import FTPSystem

extension LocalFile: Waitable {
  /// The descriptor of the file.
  ///
  /// A regular file is always ready; a pipe may not be.
  package var waitDescriptor: Int32 { descriptor }
  /// The path.
  package var waitPeer: String { path }
}

extension StandardStream: Waitable {
  /// The descriptor of the stream.
  package var waitDescriptor: Int32 { descriptor }
  /// The name of the stream.
  package var waitPeer: String { name }
}
