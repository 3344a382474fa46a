#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The few calls of libc that the command line needs until `FTPTransport` offers them.
enum SystemShim {
  static func write(_ bytes: [UInt8], descriptor: Int32) -> String? {
    var rest = bytes[...]
    while !rest.isEmpty {
      #if canImport(Darwin)
        let count = rest.withUnsafeBytes { Darwin.write(descriptor, $0.baseAddress, $0.count) }
      #else
        let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      #endif
      if count < 0 {
        if errno == EINTR { continue }
        return String(cString: strerror(errno))
      }
      rest = rest.dropFirst(count)
    }
    return nil
  }

  static func read(atMost count: Int, descriptor: Int32) -> (bytes: [UInt8], failure: String?) {
    var failure: String?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
      var got = -1
      repeat {
        #if canImport(Darwin)
          got = Darwin.read(descriptor, buffer.baseAddress, count)
        #else
          got = Glibc.read(descriptor, buffer.baseAddress, count)
        #endif
      } while got < 0 && errno == EINTR
      if got < 0 { failure = String(cString: strerror(errno)) }
      initialized = max(0, got)
    }
    return (bytes, failure)
  }

  static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

  static var terminalWidth: Int? {
    var size = winsize()
    guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }

  static func ignoreBrokenPipes() { _ = signal(SIGPIPE, SIG_IGN) }

  static func exit(_ status: Int32) -> Never {
    #if canImport(Darwin)
      Darwin.exit(status)
    #else
      Glibc.exit(status)
    #endif
  }

  static func waitForever() -> Never {
    while true { _ = pause() }
  }
}
