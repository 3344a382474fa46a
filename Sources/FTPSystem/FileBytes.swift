import LibC

/// Reading and writing of descriptors that are not sockets.
enum FileBytes {
  static func read(
    _ descriptor: Int32, into buffer: inout [UInt8], name: String
  ) throws(LocalFileError) -> Int {
    while true {
      let count = buffer.withUnsafeMutableBytes { Platform.read(descriptor, $0) }
      if count >= 0 { return count }
      switch errno {
      case EINTR: continue
      case EAGAIN, EWOULDBLOCK:
        Platform.wait(descriptor, POLLIN)
      default: throw LocalFileError(operation: .read, path: name, cause: .last)
      }
    }
  }

  static func write(_ descriptor: Int32, _ bytes: Span<UInt8>, name: String) throws(LocalFileError) {
    try bytes.withUnsafeBytes { (buffer) throws(LocalFileError) in
      var rest = buffer
      while rest.count > 0 {
        let count = Platform.write(descriptor, rest)
        if count >= 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
          continue
        }
        switch errno {
        case EINTR: continue
        // Another process that shares a terminal or a pipe may have made it non-blocking.
        case EAGAIN, EWOULDBLOCK:
          Platform.wait(descriptor, POLLOUT)
        default: throw LocalFileError(operation: .write, path: name, cause: .last)
        }
      }
    }
  }

}
