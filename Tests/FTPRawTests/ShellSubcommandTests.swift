import FTPMockServer
import FTPTransport
import TestSupport
import Testing

@testable import ftpraw

@Suite("The shell executes the lines that it gets", .queueing)
struct ShellSubcommandTests {
  private func shell(_ lines: [String], port: UInt16, user: String = "ftpraw:secret@") async throws
    -> ProcessRunner.Outcome
  {
    let input = Array((lines.joined(separator: "\n") + "\n").utf8)
    return try await ProcessRunner.ftpraw().run(
      ["shell", "-s", "ftp://\(user)127.0.0.1:\(port)"], input: input)
  }

  @Test func aConversationEndsWithTheInput() async throws {
    try await withMockServer { server in
      let outcome = try await shell(["PWD", "", "EPSV", "RETR notes.txt"], port: server.port)
      #expect(outcome.status == 0)
      #expect(outcome.error == "")
      #expect(outcome.output.contains("C> PWD\nS> 257 \"/\""))
      #expect(outcome.output.contains("D> line one\\r\\n\n"))
      #expect(!outcome.output.contains("secret"))
      #expect(server.receivedCommands.map(\.verb) == ["USER", "PASS", "PWD", "EPSV", "RETR"])
    }
  }

  @Test func quitEndsItBeforeTheInputDoes() async throws {
    try await withMockServer { server in
      let outcome = try await shell(["QUIT", "NOOP"], port: server.port)
      #expect(outcome.status == 0)
      #expect(!outcome.output.contains("NOOP"))
    }
  }

  @Test func aQuestionMarkExplainsTheLastReplyOrAWord() async throws {
    try await withMockServer { server in
      let outcome = try await shell(
        ["?", "? EPSV", "? nonsense", "? reply-8bit"], port: server.port, user: "")
      #expect(outcome.output.contains("\n220\n"))
      #expect(outcome.output.contains("\nEPSV\n"))
      #expect(outcome.error.contains("'nonsense' is not a reply code, verb, requirement, case or fault"))
      #expect(outcome.output.contains("\nreply-8bit"))
      #expect(server.receivedCommands.isEmpty)
    }
  }

  @Test func aQuestionMarkAfterAnAddressShowsIt() async throws {
    var configuration = MockServer.Configuration()
    configuration.script = try Script(parsing: "PASV -> 227 \"(192,0,2,1,195,81)\"")
    try await withMockServer(configuration) { server in
      let outcome = try await shell(["PASV", "?", "EPSV", "?"], port: server.port)
      #expect(outcome.output.contains("This reply: host 192.0.2.1, port 50001."))
      #expect(outcome.output.contains("This reply: the host of the control connection, port "))
    }
  }

  @Test func aMistakeDoesNotEndIt() async throws {
    try await withMockServer { server in
      let outcome = try await shell(
        ["PASV", "STOR x", "</nowhere", "PASV", "STOR x", "NOOP"], port: server.port)
      #expect(outcome.status == 0)
      #expect(outcome.error.contains("cannot open /nowhere: No such file or directory"))
      #expect(outcome.output.contains("C> NOOP\nS> 200"))
    }
  }

  @Test func aServerThatIsGoneEndsIt() async throws {
    let port = try SilentPort()
    let outcome = try await shell(["PWD"], port: port.number, user: "")
    #expect(outcome.status == 3)
    #expect(outcome.error.contains("cannot connect to 127.0.0.1:\(port.number): Connection refused"))
  }
}
