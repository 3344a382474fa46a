import FTPSystem

extension LocalFile: Waitable {
  /// The descriptor of the file.
  ///
  /// A regular file is always ready; a pipe may not be.
  package var waitDescriptor: Int32 { descriptor }
  package var waitPeer: String { path }
}

extension StandardStream: Waitable {
  package var waitDescriptor: Int32 { descriptor }
  package var waitPeer: String { name }
}
