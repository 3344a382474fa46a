import FTPSystem
import FTPTransport
import TestSupport
import Testing

@testable import FTPClient
@testable import FTPMockServer

@Suite(
  "A handshake that is cut anywhere ends with one error", .queueing, .endsWhenItHangs,
  .enabled(if: (try? TLSSessions()) != nil, "OpenSSL is not installed"))
struct TLSCutTests {
  /// One side of a handshake.
  ///
  /// It sends at most this many bytes and then hangs up.
  private struct Speaker {
    var layer: TLSLayer
    /// How many bytes it may still send; nil for any number.
    var rest: Int?
    /// How many bytes each of its answers had, until its part of the handshake was done.
    private(set) var flights: [Int] = []

    init(_ layer: consuming TLSLayer, saying rest: Int?) {
      self.layer = layer
      self.rest = rest
    }

    /// The answer to what was received; nil if only the end is left.
    mutating func answer(_ heard: [UInt8], isFirst: Bool = false) throws -> [UInt8] {
      var answer: [UInt8] = []
      var plain: [UInt8] = []
      let wasEstablished = layer.isEstablished
      if isFirst { layer.begin(&answer) }
      if !heard.isEmpty { _ = try layer.open(heard.span, into: &plain, answering: &answer) }
      guard let rest else {
        if !wasEstablished { flights.append(answer.count) }
        return answer
      }
      defer { self.rest = max(0, rest - answer.count) }
      return Array(answer.prefix(rest))
    }

    var isOver: Bool { rest == 0 }
  }

  /// Plays a server that sends at most this many bytes of TLS; returns the number of bytes in each flight of a complete
  /// handshake.
  private static func serve(
    _ listener: borrowing TCPListener, _ context: TLSContext, saying limit: Int?
  ) throws -> [Int] {
    let server = try listener.accept(deadline: .test)
    try server.write(Array("220 Ready.\r\n".utf8), deadline: .test)
    var heard: [UInt8] = []
    while !heard.contains(0x0A) { _ = try server.read(appendingTo: &heard, deadline: .test) }
    try server.write(Array("234 Now.\r\n".utf8), deadline: .test)
    var speaker = Speaker(try context.makeLayer(), saying: limit)
    while !speaker.isOver {
      heard = []
      guard try server.read(appendingTo: &heard, deadline: .test) > 0 else { break }
      try server.write(speaker.answer(heard), deadline: .test)
    }
    // Everything is read, so that closing does not cause a reset. A client that gave up may be gone already.
    try? server.shutdownWrite()
    while (try? server.read(appendingTo: &heard, deadline: .test)) ?? 0 > 0 {}
    return speaker.flights
  }

  /// The error of a client that asks such a server for TLS, and the server's flights.
  private func secure(
    _ context: TLSContext, _ version: ClientTLS.Version, saying limit: Int?
  ) async throws -> (error: FTPClientError?, flights: [Int]) {
    let listener = try TCPListener(on: .loopbackIPv4(port: 0))
    let address = listener.localAddress
    async let served = BlockingThread.run { Result { try Self.serve(listener, context, saying: limit) } }
    let client = try await RawFTPClient.connect(to: address) {
      $0.tls.isInsecure = true
      $0.tls.maximumVersion = version
    }
    var failure: FTPClientError?
    do throws(FTPClientError) { try await client.secure() } catch { failure = error }
    client.close()
    return (failure, try await served.get())
  }

  @Test(arguments: [ClientTLS.Version.tls12, .tls13])
  func ofTheServer(version: ClientTLS.Version) async throws {
    let context = try TLSContext(.server, .server(.selfSigned(for: ["127.0.0.1"])))
    let whole = try await secure(context, version, saying: nil)
    // The second flight of TLS 1.3 contains tickets, which are not part of the handshake.
    let count = version == .tls13 ? whole.flights.first ?? 0 : whole.flights.reduce(0, +)
    #expect(whole.error == nil && count > 500, "\(whole)")
    // The length of a signature varies by a few bytes.
    for limit in Array(stride(from: 1, to: count - 8, by: Thoroughness.stride(71))) + [count - 8] {
      guard case .transport(let cause)? = try await secure(context, version, saying: limit).error else {
        Issue.record("after \(limit) bytes the client goes on")
        continue
      }
      #expect(cause.step == .handshake && cause.isPeerGone, "after \(limit) bytes: \(cause)")
    }
  }

  @Test(arguments: [ServerTLS.Mode.explicit, .implicit])
  func ofTheClient(mode: ServerTLS.Mode) async throws {
    var configuration = MockServer.Configuration.testing()
    configuration.tls = try ServerTLS(mode, .server(.selfSigned(for: ["127.0.0.1"])))
    var settings = TLSSettings.client
    settings.verifiesPeer = false
    let context = try TLSContext(.client, settings)
    try await withMockServer(configuration) { server in
      let address = server.address
      for limit in stride(from: 1, to: 400, by: Thoroughness.stride(67)) {
        try await BlockingThread.run {
          Result {
            let client = try TCPConnection.connect(to: address, deadline: .test)
            var heard: [UInt8] = []
            if mode == .explicit {
              try client.write(Array("AUTH TLS\r\n".utf8), deadline: .test)
              while heard.count(where: { $0 == 0x0A }) < 2 {
                _ = try client.read(appendingTo: &heard, deadline: .test)
              }
            }
            var speaker = Speaker(try context.makeLayer(), saying: limit)
            try client.write(speaker.answer([], isFirst: true), deadline: .test)
            while !speaker.isOver, !speaker.layer.isEstablished {
              heard = []
              guard try client.read(appendingTo: &heard, deadline: .test) > 0 else { break }
              try client.write(speaker.answer(heard), deadline: .test)
            }
          }
        }.get()
      }
      // None of those sessions is left, and the next client is served.
      try await server.waitUntil { $0.sessionCount == 0 }
      let client = try await RawFTPClient.connect(to: address) {
        $0.tls.isInsecure = true
        $0.tls.isImplicit = mode == .implicit
      }
      if mode == .explicit { try await client.secure() }
      #expect(client.isSecured)
    }
  }
}
