import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPTransport
import Foundation
import TestSupport
import Testing

@testable import ftpraw

/// A subcommand that waits for a peer, which will not say anything more.
private struct SilentWait: Sendable, CustomTestStringConvertible {
  /// Where the peer falls silent.
  enum Place: Sendable {
    /// It accepts the connection and says nothing.
    case greeting
    /// The same, where the client begins TLS.
    case handshake
    /// It does not answer this command.
    case command(String)
  }

  let words: [String]
  let place: Place

  init(_ place: Place, _ words: String...) {
    self.words = words
    self.place = place
  }

  var testDescription: String { "\(words[0]): \(place)" }

  /// Only a signal ends the wait: every limit of time is longer than a test.
  private static let patient = ["--timeout", "600m"]

  static let all: [SilentWait] =
    [Place.greeting, .handshake].flatMap { place in
      [
        SilentWait(place, "send", "-s", "URL", "NOOP"), SilentWait(place, "shell", "-s", "URL"),
        SilentWait(place, "ls", "URL/pub"), SilentWait(place, "get", "URL/pub/hello.txt", "-o", "FOLDER/out"),
        SilentWait(place, "put", "FOLDER/file", "URL/new"), SilentWait(place, "mirror", "URL/pub", "FOLDER"),
        SilentWait(place, "check", "URL"), SilentWait(place, "fuzz", "server", "URL"),
      ]
    } + [
      SilentWait(.command("NOOP"), "send", "-s", "URL", "NOOP"),
      SilentWait(.command("RETR"), "send", "-s", "URL", "RETR pub/hello.txt"),
      SilentWait(.command("MLSD"), "ls", "URL/pub"),
      SilentWait(.command("RETR"), "get", "URL/pub/64MiB.bin", "-o", "FOLDER/out"),
      SilentWait(.command("RETR"), "get", "URL/pub/64MiB.bin", "-o", "FOLDER/out", "--segments", "4"),
      SilentWait(.command("STOR"), "put", "FOLDER/file", "URL/new"),
      SilentWait(.command("MLSD"), "mirror", "URL/pub", "FOLDER"),
      SilentWait(.command("RETR"), "mirror", "URL/pub", "FOLDER"),
      SilentWait(.command("FEAT"), "check", "URL"),
      SilentWait(.command("MKD"), "check", "URL", "rfc959/4.1.3/stor-creates"),
      SilentWait(.command("RMD"), "check", "URL", "rfc959/4.1.3/stor-creates"),
      SilentWait(.command("PWD"), "fuzz", "server", "URL"),
      SilentWait(.command("NOOP"), "replay", "FOLDER/silent.ftpv", "--against", "URL"),
    ]

  func arguments(_ url: String, _ folder: URL) -> [String] {
    let limit = ["check", "fuzz"].contains(words[0]) ? ["--timeout-scale", "1000"] : Self.patient
    return words.map { $0.replacing("URL", with: url).replacing("FOLDER", with: folder.path) } + limit
  }
}

@Suite("A signal ends whatever waits for a silent peer", .queueing)
struct SignalTests {
  @Test(arguments: SilentWait.all, [SIGINT, SIGTERM])
  private func endsAWait(_ wait: SilentWait, signal: Int32) async throws {
    try await withScratchFolder { folder in
      try Data("x".utf8).write(to: folder.appending(path: "file"))
      try Data("S> 220 x\n=> 220 greeting success\nC> NOOP\nS> 200 x\n=> 200 simple success\n".utf8).write(
        to: folder.appending(path: "silent.ftpv"))
      let outcome: ProcessRunner.Outcome
      switch wait.place {
      case .greeting, .handshake:
        let listener = try TCPListener(on: .loopbackIPv4(port: 0))
        let port = listener.localAddress.port
        let isClear = if case .greeting = wait.place { true } else { false }
        let url = (isClear ? "ftp" : "ftps") + "://ftpraw:secret@127.0.0.1:\(port)"
        outcome = try await ProcessRunner.ftpraw().run(wait.arguments(url, folder)) { child in
          // The connection stays open until the process has ended.
          // A process that ends before it connects is a failure, and no reason to wait any longer.
          let hasEnded = WakeUp()
          Task {
            _ = await child.wait()
            hasEnded.signal()
          }
          let connection = try await BlockingThread.run {
            Handover(try listener.accept(deadline: .test, wakeUp: hasEnded))
          }
          child.kill(signal)
          _ = await child.wait()
          connection.take()?.close()
        }
      case .command(let verb):
        var configuration = MockServer.Configuration()
        configuration.script = try Script(parsing: "\(verb) -> ignore")
        configuration.timeouts.idle = .patience
        outcome = try await withMockServer(configuration) { server in
          try await ProcessRunner.ftpraw().run(
            wait.arguments("ftp://ftpraw:secret@127.0.0.1:\(server.port)", folder)
          ) { child in
            _ = try await server.waitForCommand(Verb(verb), within: .patience)
            child.kill(signal)
          }
        }
      }
      #expect(
        outcome.status == 130 && !outcome.timedOut, "\(outcome.status) \(outcome.output)\(outcome.error)")
      // Every wait ends in order, and none has to be broken off.
      #expect(!outcome.error.contains("ended at once"), "\(outcome.error)")
    }
  }
}
