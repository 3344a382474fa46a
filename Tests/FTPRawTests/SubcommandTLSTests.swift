import FTPMockServer
import FTPTransport
import Foundation
import TestSupport
import Testing

@testable import ftpraw

@Suite(
  "replay and fuzz under TLS", .queueing,
  .enabled(if: (try? TLSSessions()) != nil, "OpenSSL is not installed"),
  .endsWhenItHangs)
struct SubcommandTLSTests {
  /// The server's TLS mode, the words of the command, the exit status, and a part of the output.
  ///
  /// URL stands for user, password, host and port, HOST for the last two, CA for a file with the certificate, and
  /// VECTOR for a vector that can be replayed.
  static let rows: [(mode: ServerTLS.Mode?, words: String, status: ExitStatus, text: String)] = [
    (.required, "replay --against ftpes://URL --ca CA VECTOR", .fine, "to HOST  1 vector"),
    (.implicit, "replay --against ftps://URL --insecure VECTOR", .fine, "to HOST  1 vector"),
    (
      .required, "replay --against ftp://URL --tls explicit --ca CA DIFFERENT", .negative,
      "again: ftpraw replay --against ftp://ftpraw@HOST --tls explicit --ca CA DIFFERENT"
    ),
    (
      .required, "replay --against ftpes://URL VECTOR", .noConversation,
      "ftpraw replay: cannot complete the handshake with HOST: the certificate is rejected for 127.0.0.1: "
    ),
    (nil, "replay --against ftpes://URL VECTOR", .negative, "ftpraw replay: AUTH got 502 "),
    (
      nil, "replay --against mock --insecure VECTOR", .usage,
      "ftpraw replay: --insecure needs a server: "
    ),
    (
      .required, "fuzz server ftpes://URL --ca CA --seed 1 --runs 3 --timeout-scale 10", .fine,
      "nothing found"
    ),
    (
      .implicit, "fuzz server ftps://URL --insecure --seed 1 --runs 3 --timeout-scale 10", .fine,
      "ftps://ftpraw@HOST: files are"
    ),
    (
      .explicit, "fuzz server ftpes://URL --seed 1 --runs 3 --timeout-scale 10", .noConversation,
      "the certificate is rejected for 127.0.0.1"
    ),
    (nil, "fuzz replies --insecure --runs 1", .usage, "ftpraw fuzz: --insecure goes with 'server'"),
  ]

  @Test(arguments: rows.indices) func conversations(_ index: Int) async throws {
    let row = Self.rows[index]
    let identity = try TLSIdentity.selfSigned(for: ["127.0.0.1"])
    var configuration = MockServer.Configuration()
    configuration.tls = try row.mode.map { try ServerTLS($0, .server(identity)) }
    try await withScratchFolder { folder in
      func file(_ name: String, _ text: String) throws -> String {
        let file = folder.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file.path
      }
      let vector = "S> 220 x\n=> 220 greeting success\nC> NOOP\nS> 200 x\n=> 200 simple success\n"
      let names = [
        "CA": try file("ca.pem", try #require(identity.pem)), "VECTOR": try file("good.ftpv", vector),
        "DIFFERENT": try file(
          "bad.ftpv", vector.replacing("200", with: "500").replacing("simple success", with: "simple failure")
        ),
      ]
      try await withMockServer(configuration) { server in
        let host = "127.0.0.1:\(server.port)"
        func filled(_ text: String) -> String {
          text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            if let name = names[String(word)] { return name }
            return String(word).replacing("URL", with: "ftpraw:secret@\(host)").replacing("HOST", with: host)
          }.joined(separator: " ")
        }
        let console = RecordingConsole()
        let status = await Program(table: .ftpraw, console: console)
          .run(filled(row.words).split(separator: " ").map { Argument(String($0)) })
        let text = console.output + console.error
        #expect(status == row.status, "\(text)")
        #expect(text.contains(filled(row.text)), "\(text)")
        #expect(!text.contains("secret"))
      }
    }
  }

  @Test func eachHostHasACertificate() async throws {
    let arguments = ["--port", "0", "--tls", "explicit", "--host", "a.example", "--host", "b.example"]
    let served = try await ServeProcess.run(arguments) { server in
      for host in ["a.example", "b.example"] {
        let console = RecordingConsole()
        let words = [
          "send", "-s", "127.0.0.1:\(server.port)", "--insecure", "HOST \(host)", "AUTH TLS", "NOOP",
        ]
        let status = await Program(table: .ftpraw, console: console).run(words.map { Argument($0) })
        #expect(
          status == .fine && console.output.contains("DNS:\(host)"), "\(console.output)\(console.error)")
      }
    }
    #expect(
      served.error.contains("self-signed certificate of a.example for this run, SHA-256 "), "\(served.error)")
    let wrong = try await ServeProcess.run(["--port", "0", "--host", "a b"], signal: nil)
    #expect(wrong.error.contains("option '--host': a host name cannot contain ' '"), "\(wrong.error)")
  }

  /// The certificate that is written is the one that the server shows, even if a fault has changed it.
  @Test(arguments: [("tls-version=1.2", ExitStatus.fine), ("tls-expired", .noConversation)])
  func theCertificateOfTheRunIsWritten(fault: String, expected: ExitStatus) async throws {
    try await withScratchFolder { folder in
      let file = folder.appending(path: "ca.pem").path
      let arguments = ["--port", "0", "--tls", "explicit", "--save-cert", file, "--fault", fault]
      _ = try await ServeProcess.run(arguments) { server in
        let console = RecordingConsole()
        let words = ["send", "-s", "ftpes://127.0.0.1:\(server.port)", "--ca", file, "NOOP"]
        let status = await Program(table: .ftpraw, console: console).run(words.map { Argument($0) })
        #expect(status == expected, "\(console.output)\(console.error)")
        #expect(expected == .fine || console.error.contains("has expired"), "\(console.error)")
      }
      for words in [["--save-cert", file], ["--tls", "explicit", "--cert", file, "--save-cert", file]] {
        let wrong = try await ServeProcess.run(["--port", "0"] + words, signal: nil)
        #expect(wrong.error.contains("--save-cert"), "\(wrong.error)")
      }
    }
  }
}
