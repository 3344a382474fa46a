import LibC

// What differs on Darwin. The counterpart is Platform+Linux.swift.
#if canImport(Darwin)
  package enum Platform {
    /// Darwin's `poll` has no event for a peer that closed one side.
    package static let peerClosedEvent: Int16? = nil

    /// Darwin has no flag for this on `send`: every socket carries `SO_NOSIGPIPE` from its start.
    package static let sendFlags: Int32 = 0
    /// `TIOCGWINSZ` and `FIONREAD` are macros that Swift does not import.
    package static let windowSizeRequest: UInt = 0x4008_7468
    package static let pendingBytesRequest: UInt = 0x4004_667F
    /// Darwin does not say how many written bytes a socket's peer has not confirmed.
    package static let unconfirmedBytesRequest: UInt? = nil
    package static let streamType = SOCK_STREAM
    package static let descriptorLimit = RLIMIT_NOFILE

    /// Opens a directory to find things in it.
    package static let searchFlags = O_RDONLY
    /// A time that `utimensat` does not change (`UTIME_OMIT`, a macro that Swift does not import).
    package static let unchangedTime = -2

    package static func modificationTime(of status: stat) -> timespec { status.st_mtimespec }

    /// A non-blocking TCP socket that child processes do not inherit, or -1 with `errno` set.
    package static func makeStreamSocket(family: Int32) -> Int32 {
      let descriptor = socket(family, streamType, 0)
      guard descriptor >= 0 else { return -1 }
      guard adopt(descriptor) else {
        let code = errno
        close(descriptor)
        errno = code
        return -1
      }
      return descriptor
    }

    /// Makes a socket non-blocking, closed on exec and free of `SIGPIPE`; false with `errno` set.
    package static func adopt(_ descriptor: Int32) -> Bool {
      var on: Int32 = 1
      // If the peer is already gone, setsockopt fails with EINVAL; the first read or write reports the rest.
      setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
      return setNonBlocking(descriptor) && setCloseOnExec(descriptor)
    }

    /// Darwin does not pace connections that stay on the machine.
    package static func omitPacing(_ descriptor: Int32) {}

    /// Fills in the length field of BSD socket addresses.
    package static func setLength(of address: inout sockaddr_in) {
      address.sin_len = UInt8(MemoryLayout<sockaddr_in>.size)
    }

    package static func setLength(of address: inout sockaddr_in6) {
      address.sin6_len = UInt8(MemoryLayout<sockaddr_in6>.size)
    }

    /// One call of `sendfile`: how many bytes were sent, or -1 with `errno` set.
    package static func sendFile(from file: Int32, offset: UInt64, count: Int, to socket: Int32) -> Int {
      guard let position = off_t(exactly: offset) else {
        errno = EOVERFLOW
        return -1
      }
      var length = off_t(count)
      let result = sendfile(file, socket, position, &length, nil, 0)
      // A socket that took a part and would block fails with EAGAIN and still says how much it took.
      if result == 0 || length > 0 { return Int(length) }
      return -1
    }

    /// Darwin sends no file that is in memory only.
    package static func makeMemoryFile() -> Int32 { -1 }

    /// Starts a detached thread that runs `body` once; 0 or the error code of `pthread_create`.
    package static func startDetachedThread(stackSize: Int, _ body: @escaping @Sendable () -> Void) -> Int32 {
      var thread: pthread_t?
      let box = Unmanaged.passRetained(ThreadBody(body))
      let code = withDetachedAttributes(stackSize: stackSize) { attributes in
        pthread_create(
          &thread, attributes,
          { argument in
            ThreadBody.run(argument)
            return nil
          }, box.toOpaque())
      }
      if code != 0 { box.release() }
      return code
    }
  }
#endif
