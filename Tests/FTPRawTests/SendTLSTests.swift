import FTPMockServer
import FTPTransport
import Foundation
import TestSupport
import Testing

@testable import ftpraw

@Suite(
  "send under TLS", .queueing, .enabled(if: (try? TLSSessions()) != nil, "OpenSSL is not installed"),
  .endsWhenItHangs)
struct SendTLSTests {
  /// The server's TLS mode, the words of the command, the exit status, and a part of the output.
  ///
  /// URL stands for user, password, host and port, HOST for the last two.
  static let rows: [(mode: ServerTLS.Mode?, words: String, status: Int32, text: String)] = [
    (.required, "-s ftpes://URL --ca CA EPSV NLST", 0, "-- tls data established"),
    (.implicit, "-s ftps://URL --ca CA EPSV NLST", 0, "-- tls data established"),
    (.explicit, "-s ftp://URL --tls explicit --insecure EPSV NLST", 0, "-- tls data established"),
    (.explicit, "-s ftpes://URL --tls none PWD", 0, "C> PWD"),
    (
      .explicit, "-s ftp://HOST --ca CA --tls-min 1.3 AUTH_TLS NOOP", 0,
      "-- tls control established\n-- TLSv1.3 "
    ),
    (
      .required, "-s ftpes://URL PWD", 3,
      "ftpraw send: cannot complete the handshake with HOST: the certificate is rejected for 127.0.0.1: "
    ),
    (.explicit, "-s ftps://URL PWD", 3, "ftpraw send: cannot complete the handshake with HOST: "),
    (nil, "-s ftpes://URL PWD", 1, "ftpraw send: AUTH got 502 "),
    (
      .explicit, "-s ftpes://URL --ca /dev/null/x PWD", 3,
      "ftpraw send: cannot read the certificates in '/dev/null/x'"
    ),
    (nil, "--tls explicit PWD", 64, "ftpraw send: --tls needs a server, "),
  ]

  @Test(arguments: rows.indices) func conversations(_ index: Int) async throws {
    let row = Self.rows[index]
    let file = FileManager.default.temporaryDirectory.appending(path: "ftpraw-ca-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    let identity = try TLSIdentity.selfSigned(for: ["127.0.0.1"])
    try Data(try #require(identity.pem).utf8).write(to: URL(filePath: file))
    var configuration = MockServer.Configuration()
    configuration.tls = try row.mode.map { try ServerTLS($0, .server(identity)) }
    try await withMockServer(configuration) { server in
      let host = "127.0.0.1:\(server.port)"
      func filled(_ text: some StringProtocol) -> String {
        text.replacingOccurrences(of: "URL", with: "ftpraw:secret@\(host)")
          .replacingOccurrences(of: "HOST", with: host).replacingOccurrences(of: "AUTH_TLS", with: "AUTH TLS")
      }
      let words = row.words.split(separator: " ").map { $0 == "CA" ? file : filled($0) }
      let outcome = try await ProcessRunner.ftpraw().run(["send"] + words)
      #expect(outcome.status == row.status, "\(outcome.output)\(outcome.error)")
      #expect(
        (outcome.output + outcome.error).contains(filled(row.text)), "\(outcome.output)\(outcome.error)")
      #expect(!(outcome.output + outcome.error).contains("secret"))
    }
  }

  @Test func keysGoToAFileOnRequest() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "ftpraw-keys-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: file) }
    var configuration = MockServer.Configuration()
    configuration.tls = try ServerTLS(.implicit, .server(.selfSigned(for: ["127.0.0.1"])))
    try await withMockServer(configuration) { server in
      let outcome = try await ProcessRunner.ftpraw().run(
        ["send", "-s", "ftps://127.0.0.1:\(server.port)", "--insecure", "NOOP"],
        environment: ["SSLKEYLOGFILE": file])
      #expect(outcome.status == 0)
      let lines = try String(contentsOfFile: file, encoding: .utf8)
      #expect(lines.contains("CLIENT_TRAFFIC_SECRET_0 "))
      #expect(!outcome.output.contains("TRAFFIC_SECRET"))
    }
  }
}
