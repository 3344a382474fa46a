import FTPMockServer
import FTPSystem
import FTPTransport
import Foundation
import TestSupport
import Testing

@testable import ftpraw

@Suite("check ends in order whatever happens, and leaves nothing behind on the server", .queueing)
struct CheckTroubleTests {
  private func url(_ server: MockServer) -> String { "ftp://ftpraw:secret@127.0.0.1:\(server.port)" }

  private func check(_ arguments: String...) async throws -> ProcessRunner.Outcome {
    try await ProcessRunner.ftpraw().run(["check"] + arguments)
  }

  private func names(_ tree: VirtualTree) -> [[String]?] { ["/", "/incoming"].map { tree.names(in: $0) } }

  /// A server that never confirms a stored file, so that the case that writes it takes long.
  private static func mute() throws -> MockServer.Configuration {
    .init(script: try Script(parsing: "STOR new.bin -> ignore"))
  }

  /// A run that waits for the answer to STOR until `body` has interfered.
  private func check(
    at server: MockServer, timeoutScale: String = "10", _ body: @Sendable (Child) async throws -> Void
  ) async throws -> ProcessRunner.Outcome {
    let arguments =
      [
        "check", url(server), "rfc959/4.1.3/stor-creates", "--repeat", "1000", "--timeout-scale",
        timeoutScale,
      ]
    return try await ProcessRunner.ftpraw().run(arguments) { child in
      try await server.waitForCommand("STOR", matching: "new.bin", within: .patience)
      try await body(child)
    }
  }

  static let wrong: [(String, Int32)] = [
    ("ftp://", 64), ("http://127.0.0.1", 64), ("ftp://127.0.0.1:0", 64), ("ftp://127.0.0.1:99999", 64),
    ("ftp://nothing.invalid", 3), ("ftp://127.0.0.1:1", 3),
  ]

  @Test(arguments: wrong)
  func wrongURLs(url: String, status: Int32) async throws {
    let outcome = try await check(url, "rfc959/4.2")
    #expect(outcome.status == status, "\(outcome.output)\(outcome.error)")
    #expect(outcome.error.hasPrefix("ftpraw check: ") && outcome.error.hasSuffix("\n"))
    #expect(outcome.error.dropLast().allSatisfy { $0 != "\n" } && outcome.output == "")
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func interrupted(signal: Int32) async throws {
    try await withMockServer(Self.mute()) { server in
      let outcome = try await check(at: server) { $0.kill(signal) }
      #expect(outcome.status == 130, "\(outcome.output)\(outcome.error)")
      #expect(
        outcome.error
          == "ftpraw check: interrupted; finishing (a second ^C ends it at once)\nftpraw check: interrupted\n"
      )
      #expect(outcome.output.contains(": 1 case in "))
      // A machine may be so busy that the server does not answer at once; then the run says what it leaves.
      #expect(
        names(server.tree) == names(.fixture) || outcome.output.contains("\nnot removed from the server: "))
    }
  }

  /// Whatever a server never stops sending is counted, not kept, and the run ends.
  @Test(arguments: EndlessServer.Flood.allCases)
  func aServerThatNeverStopsFillsNoMemory(flood: EndlessServer.Flood) async throws {
    let server = try EndlessServer(flood)
    let program = try ProcessRunner.ftpraw().executable.path
    let cases = Thoroughness.isWhole ? [] : ["rfc959/3", "rfc959/4.1.3", "rfc2389"]
    let process = try WatchedProcess.start(
      [program, "check", "--jobs", "8", "--timeout-scale", "0.3", "ftp://u:p@127.0.0.1:\(server.port)"]
        + cases)
    let watch = Task { for await _ in server.progress { process.observeMemory() } }
    await BlockingThread.run { process.waitForOutput(within: .patience) }
    while process.ending == nil { await Task.yield() }
    watch.cancel()
    #expect([.exited(1), .exited(3)].contains(process.ending))
    #expect(process.peakMemory <= 256 << 20, "\(process.peakMemory >> 20) MiB")
  }

  @Test func theServerDiesInTheMiddle() async throws {
    // The port stays reserved, so that nothing listens there when the server is gone.
    let port = try SilentPort()
    var configuration = try Self.mute()
    configuration.addresses = [.loopbackIPv4(port: port.number)]
    let server = try MockServer.start(configuration)
    let outcome = try await check(at: server, timeoutScale: "1") { _ in server.stop() }
    #expect(outcome.status == 3, "\(outcome.output)\(outcome.error)")
    #expect(outcome.error.contains("Connection refused"))
    #expect(outcome.output.contains("\nnot removed from the server: /ftpraw-check-"))
  }

  @Test func whatTheServerKeepsIsReported() async throws {
    let faults = [try Fault("code-answer=RMD:550")]
    try await withMockServer(.init(faults: faults)) { server in
      let outcome = try await check(url(server), "rfc959/4.1.3/stor-creates")
      #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
      #expect(outcome.output.contains("\nnot removed from the server: /ftpraw-check-"))
    }
  }

  @Test func failuresLeaveNothingAfter() async throws {
    let faults = [try Fault("data-short"), try Fault("code-answer=NOOP:502")]
    try await withMockServer(.init(faults: faults)) { server in
      let outcome = try await check(url(server), "rfc959/4.1.3", "--level", "may")
      #expect(outcome.status == 1 || outcome.status == 3, "\(outcome.output)\(outcome.error)")
      #expect(names(server.tree) == names(.fixture))
    }
  }
}
