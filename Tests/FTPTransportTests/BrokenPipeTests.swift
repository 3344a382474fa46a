import TestSupport
import Testing

@testable import FTPSystem
@testable import FTPTransport

/// Serialized, because signal handlers belong to the whole process.
@Suite("SIGPIPE never ends the process", .queueing, .serialized)
struct BrokenPipeTests {
  /// The test runner may ignore the signal; with the default action it would end this process.
  private func withDefault<Value>(_ body: () throws -> Value) rethrows -> Value {
    Signals.restoreDefault(Signal(rawValue: 13))
    defer { Signals.ignoreBrokenPipe() }
    return try body()
  }

  @Test("Writing to a peer that has gone is an error, without a signal", arguments: Loopback.allCases)
  func brokenPipe(loopback: Loopback) throws {
    try loopback.withPair { client, server in
      server.shutdownBoth()
      try client.shutdownWrite()
      let error = withDefault { #expect(throws: TransportError.self) { try client.write([1]) } }
      #expect(error?.isPeerGone == true)
      #expect(error?.description == "cannot write to \(client.peerAddress): Broken pipe")
    }
  }

  @Test("Sending to a peer that has gone is an error, without a signal", arguments: Loopback.allCases)
  func peerGone(loopback: Loopback) throws {
    try Resources.withTemporaryPath { path in
      let file = try LocalFile.create(path)
      try file.write([UInt8](repeating: 1, count: 100_000))
      try loopback.withPair { client, server in
        try client.shutdownWrite()
        let error = withDefault { #expect(throws: FileTransferError.self) { try client.send(file) } }
        #expect(error?.description == "cannot write to \(server.localAddress): Broken pipe")
      }
    }
  }

  @Test("With the signal ignored, a pipe without a reader is an error")
  func streamBreaks() throws {
    Signals.ignoreBrokenPipe()
    let pipe = try #require(Platform.makePipe())
    Descriptor(owning: pipe.reading).close()
    let writing = Descriptor(owning: pipe.writing)
    let stream = StandardStream(descriptor: writing.rawValue, name: "standard output")
    let error = #expect(throws: LocalFileError.self) { try stream.write("x") }
    #expect(error?.isBrokenPipe == true)
    #expect(error?.description == "cannot write standard output: Broken pipe")
    #expect(!stream.isTerminal && stream.terminalSize == nil && RawTerminal(stream) == nil)
  }
}
