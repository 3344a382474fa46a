import FTPConformance
import FTPMockServer
import FTPTransport
import TestSupport
import Testing

@testable import ftpraw

@Suite("check reports what is wrong with a server, and ends with the documented status", .queueing)
struct CheckSubcommandTests {
  private func check(_ arguments: String...) async throws -> ProcessRunner.Outcome {
    try await ProcessRunner.ftpraw().run(["check"] + arguments)
  }

  private func url(_ server: MockServer, user: String = "ftpraw:secret@") -> String {
    "ftp://\(user)127.0.0.1:\(server.port)"
  }

  @Test func theEmbeddedServerPasses() async throws {
    let outcome = try await check("--embedded", "--timeout-scale", "10")
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
    #expect(outcome.error == "")
    #expect(
      outcome.output.hasPrefix("the embedded server\n220 ftpraw mock server ready.\n215 UNIX Type: L8\n"))
    #expect(
      outcome.output.contains(
        "\nthe embedded server: \(CaseCatalogue.servers.count + Product.cases(depth: 1).count) cases in "))
    #expect(!outcome.output.contains(" fail"))
  }

  @Test func aCombinedCaseIsRunAndExplainedByItsName() async throws {
    let outcome = try await check("--embedded", "state/restart/retr")
    #expect(
      outcome.status == 0 && outcome.output.contains("the embedded server: 1 case in "), "\(outcome.output)")
    let explained = try await check("--explain", "names/file/tab")
    let title = try #require(Product.all.first { $0.name == "names" }?.title)
    #expect(explained.status == 0 && explained.output.contains(title), "\(explained.output)")
  }

  @Test func aFailureHasAllThatItTakesToUnderstandIt() async throws {
    let faults = [try Fault("code-answer=XYZZ:200")]
    let outcome = try await withMockServer(.init(faults: faults)) { server in
      let outcome = try await check(url(server), "rfc959/4.2/unknown-command", "--seed", "7")
      #expect(outcome.output.contains("\n  ftpraw check ftp://ftpraw@127.0.0.1:\(server.port) "))
      return outcome
    }
    #expect(outcome.status == 1)
    #expect(outcome.error == "")
    let expected = """
      fail rfc959/4.2/unknown-command
        interoperability: Clients go by this digit: they take for done what was not,
        or should not be, or give up what was done.
        An unknown command gets 500 or 502.
        [959:4.2:first-digit] The first digit of a reply says what became of the
        command, whatever the other two are: refused, done, begun, or waiting for
        more.
          force     must, by "denotes"
          source    https://www.rfc-editor.org/rfc/rfc959.html#section-4.2
          expected  500 or 502 to XYZZ
          received  200 Command not understood.
          others    none answers 200; proftpd 1.3.8 and 9 more answer 500; aioftp
                    0.28.3 and twisted 26.10.0 502
          ... greeting and login: 220, 331, 230
          C> XYZZ
        > S> 200 Command not understood.

      """
    #expect(outcome.output.contains(expected), "\(outcome.output)")
    #expect(outcome.output.contains(" rfc959/4.2/unknown-command --seed 7\n"))
    #expect(
      outcome.output.contains(": 1 case in ") && outcome.output.hasSuffix(": 1 fail; 1 finding in 1 case\n"))
    #expect(!outcome.output.contains("secret"))
  }

  @Test func whatIsSeenInOtherCasesIsToldWithItsPlace() async throws {
    let faults = [try Fault("address-foreign")]
    let outcome = try await withMockServer(.init(faults: faults)) { server in
      try await check(url(server), "rfc1123/4.1.2.6", "--repeat", "2")
    }
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("received  192.0.2.1, another host"))
  }

  static let usage = [
    (["nonsense"], "no case matches 'nonsense'"),
    (
      ["rfc959/4.2/reply-lime"],
      "no case matches 'rfc959/4.2/reply-lime'; did you mean 'rfc959/4.2/reply-line'?"
    ),
    (["--exclude", "tag:none"], "no case matches 'tag:none'"),
    (["--explain", "x/y/z"], "no case or requirement is called 'x/y/z'"),
    (
      ["--explain", "959:4.2:reply-lime"],
      "no case or requirement is called '959:4.2:reply-lime'; did you mean '959:4.2:reply-line'?"
    ),
    (["rfc959/4.2", "--exclude", "rfc959"], "the selection contains no case"),
    (["--shard", "3/2"], "option '--shard': '3/2' is not I/N with I from 1 to N"),
    (["--timeout-scale", "0"], "option '--timeout-scale': '0' is not a number above 0 and at most 1000"),
    (["--level", "shall"], "option '--level': 'shall' is not one of must, should, advice, may"),
    (["ftp://a b/"], "a host name cannot contain ' '"),
  ]

  @Test(arguments: usage)
  func mistakes(arguments: [String], message: String) async throws {
    let outcome = try await ProcessRunner.ftpraw().run(["check"] + arguments)
    #expect(outcome.status == 64)
    #expect(outcome.output == "")
    #expect(outcome.error.contains(message), "\(outcome.error)")
  }

  @Test func listsAndExplains() async throws {
    let list = try await check("--list", "rfc959/4.2", "--exclude", "*multiline*")
    #expect(list.status == 0)
    #expect(list.output.contains("rfc959/4.2/reply-line  "))
    #expect(!list.output.contains("multiline"))
    let text = try await check("--explain", "rfc959/4.1.3/stor-creates").output
    #expect(text.contains("\n  needs     login, write-access, data\n"))
    #expect(text.contains("[959:4.1.3:stor-creates]"))
    let other = try await check("--explain", "959:4.2:reply-line").output
    #expect(other.hasPrefix("959:4.2:reply-line\n") && other.contains("\nCases:\n"))
    #expect(other.contains("\nrfc959/4.2/reply-line "))
  }

  @Test func shardsShareTheCases() async throws {
    var lines: [Substring] = []
    for shard in 1...3 {
      lines += try await check("--list", "--shard", "\(shard)/3").output.split(separator: "\n")
    }
    let all = try await check("--list").output.split(separator: "\n")
    #expect(lines.count == all.count && Set(lines.map(id)) == Set(all.map(id)))
  }

  private func names(_ tree: VirtualTree) -> [[String]?] { ["/", "/incoming"].map { tree.names(in: $0) } }

  private func id(_ line: Substring) -> Substring { line.prefix { $0 != " " } }

  @Test func aServerThatIsMissing() async throws {
    let outcome = try await check("ftp://127.0.0.1:1")
    #expect(outcome.status == 3)
    #expect(outcome.error == "ftpraw check: cannot connect to 127.0.0.1:1: Connection refused\n")
    #expect(outcome.output == "")
  }

  @Test func aServerThatNeverAnswers() async throws {
    let listener = try TCPListener(on: .loopbackIPv4(port: 0), backlog: 8)
    let outcome = try await check("127.0.0.1:\(listener.localAddress.port)", "--timeout-scale", "0.02")
    #expect(outcome.status == 3)
    #expect(outcome.error.contains("no greeting within"))
  }

  @Test func aServerThatEndsInTheMiddle() async throws {
    let port = try SilentPort()
    var configuration = MockServer.Configuration(addresses: [.loopbackIPv4(port: port.number)])
    configuration.limits.totalSessions = 8
    let outcome = try await withMockServer(configuration) { server in
      try await check(url(server), "--jobs", "2")
    }
    #expect(outcome.status == 3, "\(outcome.output)\(outcome.error)")
    #expect(outcome.output.contains("skipped: the server is no longer usable"))
  }

  @Test func aServerThatTakesOneConnectionAtATime() async throws {
    var configuration = MockServer.Configuration()
    configuration.limits.sessions = 1
    let outcome = try await withMockServer(configuration) { server in try await check(url(server), "rfc959/5")
    }
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
  }

  @Test func aReadOnlyServer() async throws {
    let reader = User("reader", password: .exactly("secret"), access: .readOnly)
    let outcome = try await withMockServer(.init(users: [reader])) { server in
      let outcome = try await check(url(server, user: "reader:secret@"), "rfc959", "--timeout-scale", "10")
      #expect(names(server.tree) == names(.fixture))
      return outcome
    }
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
    #expect(outcome.output.contains("skipped: write-access: expected 2yz to MKD /ftpraw-check-"))
  }

  @Test func aServerWithoutAnonymousLogin() async throws {
    let outcome = try await withMockServer(.init(users: [.example])) { server in
      try await check(url(server, user: ""))
    }
    #expect(outcome.status == 3)
    #expect(outcome.error.contains("expected 2yz to the login, received 530 Login incorrect."))
  }

  @Test func guestsWriteWhereTheyMayAndLeaveNothing() async throws {
    let outcome = try await withMockServer { server in
      let outcome = try await check(url(server, user: ""), "rfc959", "--timeout-scale", "10")
      #expect(names(server.tree) == names(.fixture))
      #expect(server.receivedCommands.contains { $0.verb == .stor })
      return outcome
    }
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.error)")
  }

  @Test func readOnlyOnRequest() async throws {
    let outcome = try await withMockServer { server in
      let outcome = try await check(url(server), "--read-only", "--timeout-scale", "10")
      #expect(!server.receivedCommands.contains { [.stor, .mkd, .dele, .rmd].contains($0.verb) })
      return outcome
    }
    #expect(outcome.status == 0)
    #expect(outcome.output.contains("skipped: write-access: left out on request ("))
  }
}
