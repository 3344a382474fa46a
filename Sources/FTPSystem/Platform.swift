import LibC

/// Code shared by both systems below the public API.
extension Platform {
  package static func setNonBlocking(_ descriptor: Int32) -> Bool {
    let flags = fcntl(descriptor, F_GETFL)
    return flags >= 0 && fcntl(descriptor, F_SETFL, flags | O_NONBLOCK) >= 0
  }

  /// Waits without a limit until `poll` reports something about a descriptor.
  static func wait(_ descriptor: Int32, _ events: Int32) {
    var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    while poll(&entry, 1, -1) < 0, errno == EINTR {}
  }

  package static func setCloseOnExec(_ descriptor: Int32) -> Bool {
    fcntl(descriptor, F_SETFD, FD_CLOEXEC) >= 0
  }

  /// A pipe with both ends non-blocking and closed on exec; nil with `errno` set.
  package static func makePipe() -> (reading: Int32, writing: Int32)? {
    var ends: (Int32, Int32) = (-1, -1)
    let result = withUnsafeMutablePointer(to: &ends) { pointer in
      pointer.withMemoryRebound(to: Int32.self, capacity: 2) { pipe($0) }
    }
    guard result == 0 else { return nil }
    for descriptor in [ends.0, ends.1] {
      guard setNonBlocking(descriptor), setCloseOnExec(descriptor) else {
        let code = errno
        _ = close(ends.0)
        _ = close(ends.1)
        errno = code
        return nil
      }
    }
    return ends
  }

  /// A number that identifies the caller's thread.
  package static var currentThread: UInt {
    #if canImport(Darwin)
      UInt(bitPattern: pthread_self())
    #elseif canImport(Glibc)
      UInt(pthread_self())
    #else
      UInt(bitPattern: pthread_self())
    #endif
  }

  /// Lets another thread run.
  package static func yieldThread() { sched_yield() }

  /// Runs `body` with thread attributes for a detached thread of the given stack size.
  package static func withDetachedAttributes(
    stackSize: Int, _ body: (UnsafePointer<pthread_attr_t>) -> Int32
  ) -> Int32 {
    var attributes = pthread_attr_t()
    let code = pthread_attr_init(&attributes)
    guard code == 0 else { return code }
    defer { pthread_attr_destroy(&attributes) }
    pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
    // A size that the system refuses leaves its default, which is larger than anything asked for here.
    pthread_attr_setstacksize(&attributes, stackSize)
    return body(&attributes)
  }

  /// The text libc has for an error code.
  package static func text(ofError code: Int32) -> String {
    var buffer = [CChar](repeating: 0, count: 256)
    guard strerror_r(code, &buffer, buffer.count) == 0 else { return "error \(code)" }
    return string(fromCharacters: buffer)
  }

  /// The characters up to the first NUL, repaired if they are not UTF-8.
  package static func string(fromCharacters characters: [CChar]) -> String {
    String(decoding: characters.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}

/// Carries a closure through the one pointer that `pthread_create` hands to a thread.
final class ThreadBody: Sendable {
  private let body: @Sendable () -> Void

  init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  /// Takes the retained box behind `argument`, runs the closure, and releases it.
  static func run(_ argument: UnsafeMutableRawPointer) {
    Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().body()
  }
}

// Plain calls under names that methods of the same name cannot hide.
extension Platform {
  package static func read(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    systemRead(descriptor, buffer.baseAddress, buffer.count)
  }

  package static func write(_ descriptor: Int32, _ buffer: UnsafeRawBufferPointer) -> Int {
    systemWrite(descriptor, buffer.baseAddress, buffer.count)
  }
}

private func systemRead(_ descriptor: Int32, _ start: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  read(descriptor, start, count)
}

private func systemWrite(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, start, count)
}
