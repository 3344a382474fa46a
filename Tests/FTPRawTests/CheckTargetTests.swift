import FTPMockServer
import FTPTransport
import TestSupport
import Testing

@testable import ftpraw

@Suite("check tests the named server, and reports which one it was", .queueing)
struct CheckTargetTests {
  private static let selector = "rfc959/4.2/reply-line"

  private func check(
    _ arguments: [String], environment: [String: String] = [:]
  ) async throws -> ProcessRunner.Outcome {
    try await ProcessRunner.ftpraw().run(["check"] + arguments, environment: environment)
  }

  @Test(arguments: ["operand", "option", "environment"])
  func namedInThreeWays(way: String) async throws {
    try await withMockServer { server in
      let url = "ftp://ftpraw:secret@127.0.0.1:\(server.port)"
      let outcome =
        switch way {
        case "operand":
          try await check([url, Self.selector], environment: ["FTPRAW_SERVER": "ftp://127.0.0.1:1"])
        case "option":
          try await check([Self.selector, "-s", url], environment: ["FTPRAW_SERVER": "ftp://127.0.0.1:1"])
        default: try await check([Self.selector], environment: ["FTPRAW_SERVER": url, "CI": "true"])
        }
      let name = "ftp://ftpraw@127.0.0.1:\(server.port)"
      #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
      #expect(outcome.error == "")
      #expect(outcome.output.hasPrefix("\(name)\n"))
      #expect(outcome.output.split(separator: "\n").last?.hasPrefix("\(name): 1 case in ") == true)
      #expect(server.receivedCommands.contains { $0.verb == .user })
    }
  }

  @Test(
    .enabled(if: (try? TLSSessions()) != nil, "OpenSSL is not installed"),
    arguments: [("ftpes", ServerTLS.Mode.required), ("ftps", .implicit)])
  func underTLS(scheme: String, mode: ServerTLS.Mode) async throws {
    var configuration = MockServer.Configuration()
    configuration.tls = try ServerTLS(mode, .server(try .selfSigned(for: ["localhost"])))
    try await withMockServer(configuration) { server in
      let name = "\(scheme)://ftpraw@127.0.0.1:\(server.port)"
      let url = "\(scheme)://ftpraw:secret@127.0.0.1:\(server.port)"
      var outcome = try await check([url, "rfc959/3.3/listing-transfer", "--insecure"])
      #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
      #expect(outcome.output.hasPrefix("\(name)\n"))
      #expect(server.receivedCommands.contains { $0.verb == .prot })
      outcome = try await check([url, "rfc959/3.3/listing-transfer"])
      #expect(outcome.status == 3, "\(outcome.output)\(outcome.error)")
      #expect((outcome.output + outcome.error).contains("the certificate is rejected for 127.0.0.1"))
    }
    let mode = mode == .implicit ? "implicit" : "explicit"
    let outcome = try await check(["--embedded", "--tls", mode, "rfc959/3.3/listing-transfer"])
    #expect(outcome.status == 0 && outcome.error == "", "\(outcome.output)\(outcome.error)")
  }

  @Test func aServerOfTheEnvironmentThatIsDeadIsNotReplaced() async throws {
    let port = try SilentPort()
    let outcome = try await check([Self.selector], environment: ["FTPRAW_SERVER": "127.0.0.1:\(port.number)"])
    #expect(outcome.status == 3)
    #expect(outcome.output == "")
    #expect(
      outcome.error == "ftpraw check: cannot connect to 127.0.0.1:\(port.number): Connection refused\n")
  }

  @Test func theEmbeddedOneIsSaidToBeIt() async throws {
    let outcome = try await check([Self.selector])
    #expect(outcome.status == 0)
    #expect(outcome.error.hasPrefix("ftpraw check: no server named; testing the embedded one"))
    #expect(outcome.output.hasPrefix("the embedded server\n"))
    #expect(outcome.output.contains("\nthe embedded server: 1 case in "))
  }

  @Test func underABuildServerItMustBeAskedFor() async throws {
    let refused = try await check([Self.selector], environment: ["CI": "true"])
    #expect(refused.status == 64)
    #expect(refused.output == "")
    #expect(refused.error.hasPrefix("ftpraw check: CI is set, so a server is needed"))
    for environment in [
      ["CI": "true"], ["CI": "true", "FTPRAW_SERVER": "ftp://127.0.0.1:1"], ["CI": "false"],
    ] {
      let outcome = try await check(["--embedded", Self.selector], environment: environment)
      #expect(outcome.status == 0, "\(outcome.error)")
      #expect(outcome.output.hasPrefix("the embedded server\n"))
    }
    #expect(try await check(["--list", Self.selector], environment: ["CI": "true"]).status == 0)
    #expect(try await check([Self.selector], environment: ["CI": "false"]).status == 0)
  }

  @Test(arguments: [["ftp://h", "-s", "ftp://h"], ["ftp://h", "--embedded"], ["-s", "h", "--embedded"]])
  func twoServersAreAMistake(arguments: [String]) async throws {
    #expect(try await check(arguments).status == 64)
  }
}
