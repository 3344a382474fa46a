import LibC

// What differs on Linux. The counterpart is Platform+Darwin.swift; no other file checks which system it
// is compiled for.
#if os(Linux)
  package enum Platform {
    /// Written to a peer that is gone, bytes give `EPIPE` and not a signal.
    package static let sendFlags = Int32(MSG_NOSIGNAL)

    /// What `poll` reports once the peer has closed its side (`POLLRDHUP`, which the headers hide).
    package static let peerClosedEvent: Int16? = 0x2000

    #if canImport(Glibc)
      package static let windowSizeRequest = UInt(TIOCGWINSZ)
      package static let pendingBytesRequest = UInt(FIONREAD)
      package static let unconfirmedBytesRequest: UInt? = UInt(TIOCOUTQ)
      package static let streamType = Int32(SOCK_STREAM.rawValue)
      package static let descriptorLimit = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
      private static let newSocketFlags = Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
    #else
      package static let windowSizeRequest = Int32(TIOCGWINSZ)
      package static let pendingBytesRequest = Int32(FIONREAD)
      package static let unconfirmedBytesRequest: Int32? = Int32(TIOCOUTQ)
      package static let streamType = Int32(SOCK_STREAM)
      package static let descriptorLimit = RLIMIT_NOFILE
      private static let newSocketFlags = Int32(SOCK_CLOEXEC) | Int32(SOCK_NONBLOCK)
    #endif

    /// Opens a directory to find things in it, for which the right to search is enough (`O_PATH`, which the
    /// headers hide).
    package static let searchFlags: Int32 = 0o10_000_000
    /// A time that `utimensat` does not change (`UTIME_OMIT`, a macro that Swift does not import).
    package static let unchangedTime = (1 << 30) - 2

    package static func modificationTime(of status: stat) -> timespec { status.st_mtim }

    /// A non-blocking TCP socket that child processes do not inherit, or -1 with `errno` set.
    package static func makeStreamSocket(family: Int32) -> Int32 {
      socket(family, streamType | newSocketFlags, 0)
    }

    /// Makes an accepted socket non-blocking and closed on exec; false with `errno` set.
    package static func adopt(_ descriptor: Int32) -> Bool {
      setNonBlocking(descriptor) && setCloseOnExec(descriptor)
    }

    /// Makes a connection within this machine send as fast as it can.
    ///
    /// Some systems are set to a congestion control that paces every connection (BBR). Its timers, one for each flight,
    /// cost half of the speed, although there is no network to protect. Reno is always available; a refusal is ignored.
    package static func omitPacing(_ descriptor: Int32) {
      let name: StaticString = "reno"
      setsockopt(
        descriptor, Int32(IPPROTO_TCP), TCP_CONGESTION, name.utf8Start, socklen_t(name.utf8CodeUnitCount))
    }

    /// Fills in a length field that only BSD socket addresses have.
    package static func setLength(of address: inout sockaddr_in) {}
    package static func setLength(of address: inout sockaddr_in6) {}

    /// One call of `sendfile`: how many bytes were sent, or -1 with `errno` set.
    ///
    /// `sendfile` has no `MSG_NOSIGNAL`, so the signal is held back on this thread for the length of the call
    /// and taken off the pending set if the call raised it. It may do so and still say how much was sent before.
    package static func sendFile(from file: Int32, offset: UInt64, count: Int, to socket: Int32) -> Int {
      guard var position = off_t(exactly: offset) else {
        errno = EOVERFLOW
        return -1
      }
      var brokenPipe = sigset_t()
      var before = sigset_t()
      var pending = sigset_t()
      sigemptyset(&brokenPipe)
      sigaddset(&brokenPipe, SIGPIPE)
      sigpending(&pending)
      let wasPending = sigismember(&pending, SIGPIPE) == 1
      pthread_sigmask(SIG_BLOCK, &brokenPipe, &before)
      let sent = sendfile(socket, file, &position, count)
      let code = errno
      if sent < count, !wasPending {
        var immediately = timespec(tv_sec: 0, tv_nsec: 0)
        while sigtimedwait(&brokenPipe, nil, &immediately) < 0, errno == EINTR {}
      }
      pthread_sigmask(SIG_SETMASK, &before, nil)
      errno = code
      return sent
    }

    /// A file without a name that is nowhere but in memory, or -1.
    package static func makeMemoryFile() -> Int32 {
      guard let memoryFileFunction else { return -1 }
      let name: StaticString = "ftpraw"
      return name.withUTF8Buffer {
        $0.withMemoryRebound(to: CChar.self) { memoryFileFunction($0.baseAddress, 1) }
      }
    }

    /// `memfd_create`, which the headers hide; nil if libc is linked into the program.
    private static let memoryFileFunction: (@convention(c) (UnsafePointer<CChar>?, UInt32) -> Int32)? =
      dlsym(nil, "memfd_create").map {
        unsafeBitCast($0, to: (@convention(c) (UnsafePointer<CChar>?, UInt32) -> Int32).self)
      }

    /// Starts a detached thread that runs `body` once; 0 or the error code of `pthread_create`.
    package static func startDetachedThread(stackSize: Int, _ body: @escaping @Sendable () -> Void) -> Int32 {
      #if canImport(Glibc)
        var thread = pthread_t()
      #else
        var thread: pthread_t?
      #endif
      let box = Unmanaged.passRetained(ThreadBody(body))
      let code = withDetachedAttributes(stackSize: stackSize) { attributes in
        pthread_create(
          &thread, attributes,
          { argument in
            if let argument { ThreadBody.run(argument) }
            return nil
          }, box.toOpaque())
      }
      if code != 0 { box.release() }
      return code
    }
  }
#endif
