import TestSupport
import Testing

@testable import FTPSystem
@testable import FTPTransport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

@Suite("Streams, lines, signals and the terminal")
struct StandardStreamTests {
  /// A pipe as two streams.
  private func withPipe(
    _ body: (_ reading: StandardStream, _ writing: consuming Descriptor) throws -> Void
  ) throws {
    let pipe = try #require(Platform.makePipe())
    let reading = Descriptor(owning: pipe.reading)
    let writing = Descriptor(owning: pipe.writing)
    try body(StandardStream(descriptor: reading.rawValue, name: "pipe"), writing)
  }

  @Test(
    "Lines",
    arguments: [
      ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\r\nb\n\nc", ["a", "b", "", "c"]), ("\n\n", ["", ""]),
      ("a\rb\r\n", ["a\rb"]), ("abcdefghij\nk", ["abcdefgh", "ij", "k"]), ("abcdefgh\n", ["abcdefgh", ""]),
    ] as [(String, [String])])
  func lines(text: String, expected: [String]) throws {
    try withPipe { reading, writing in
      try StandardStream(descriptor: writing.rawValue, name: "pipe").write(text)
      writing.close()
      var lines = InputLines(reading, limit: 8)
      var found: [String] = []
      while let line = try lines.next() { found.append(String(decoding: line, as: UTF8.self)) }
      #expect(found == expected)
      #expect(try lines.next() == nil)
    }
  }

  @Test("Writing to a full pipe waits")
  func fullPipe() async throws {
    let pipe = try #require(Platform.makePipe())
    let bytes = [UInt8](repeating: 7, count: 1 << 20)
    async let written: Void = BlockingThread.run { () throws(LocalFileError) in
      let writing = Descriptor(owning: pipe.writing)
      try StandardStream(descriptor: writing.rawValue, name: "pipe").write(bytes)
    }
    let count = try await BlockingThread.run { () throws(LocalFileError) -> Int in
      let reading = Descriptor(owning: pipe.reading)
      let stream = StandardStream(descriptor: reading.rawValue, name: "pipe")
      var buffer = [UInt8](repeating: 0, count: 4096)
      var total = 0
      while case let count = try stream.read(into: &buffer), count > 0 { total += count }
      return total
    }
    try await written
    #expect(count == bytes.count)
  }

  @Test("A signal reaches its handler")
  func signal() throws {
    let wakeUp = WakeUp()
    let signal = Signal(rawValue: SIGUSR1)
    try Signals.handle(signal) { if $0 == signal { wakeUp.signal() } }
    kill(getpid(), SIGUSR1)
    let (reading, _) = try #require(Platform.makePipe())
    let never = StandardStream(descriptor: reading, name: "nothing")
    let error = #expect(throws: TransportError.self) {
      _ = try never.wait(for: .readable, deadline: .test, wakeUp: wakeUp)
    }
    #expect(error?.cause == .cancelled)
  }

  #if os(Linux)
    @Test("A terminal is raw as long as its owner exists")
    func rawTerminal() throws {
      let main = Descriptor(owning: open("/dev/ptmx", O_RDWR | O_NOCTTY))
      // TIOCSPTLCK and TIOCGPTN, as unlockpt and ptsname use them.
      var unlocked: Int32 = 0
      var number: Int32 = -1
      guard ioctl(main.rawValue, 0x4004_5431, &unlocked) == 0, ioctl(main.rawValue, 0x8004_5430, &number) == 0
      else { try Test.cancel("this machine has no pseudo-terminals") }
      let other = Descriptor(owning: open("/dev/pts/\(number)", O_RDWR | O_NOCTTY))
      let stream = StandardStream(descriptor: other.rawValue, name: "terminal")
      var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
      #expect(ioctl(main.rawValue, UInt(TIOCSWINSZ), &size) == 0)
      #expect(stream.isTerminal && stream.terminalSize?.columns == 80 && stream.terminalSize?.rows == 24)

      func isCooked() -> Bool {
        var settings = termios()
        tcgetattr(stream.descriptor, &settings)
        return settings.c_lflag & tcflag_t(ICANON) != 0
      }
      #expect(isCooked())
      var raw = RawTerminal(stream)
      #expect(!isCooked())
      // A key arrives without a line end, even ^C.
      var key: UInt8 = 3
      #expect(write(main.rawValue, &key, 1) == 1)
      var buffer = [UInt8](repeating: 0, count: 8)
      #expect(try stream.read(into: &buffer) == 1)
      #expect(buffer[0] == 3)
      raw.take()?.restore()
      #expect(isCooked())
    }
  #endif

  @Test("The environment and the clocks")
  func environment() {
    #expect(Environment.value("PATH") != nil)
    #expect(Environment.value("FTPRAW_NO_SUCH_VARIABLE") == nil && Environment.value("PATH\0") == nil)
    let first = LocalClock.monotonicNanoseconds()
    #expect(LocalClock.monotonicNanoseconds() >= first)
    #expect(LocalClock.now().seconds > 1_700_000_000)
    #expect((0..<1_000_000_000).contains(LocalClock.now().nanoseconds))
  }
}
