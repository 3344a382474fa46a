import FTPSystem

extension LocalFile: Waitable {
  /// The descriptor of the file. A regular file is always ready; a pipe may not be.
  public var waitDescriptor: Int32 { descriptor }
  /// The path.
  public var waitPeer: String { path }
}

extension StandardStream: Waitable {
  /// The descriptor of the stream.
  public var waitDescriptor: Int32 { descriptor }
  /// The name of the stream.
  public var waitPeer: String { name }
}
