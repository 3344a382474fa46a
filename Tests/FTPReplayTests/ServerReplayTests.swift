import FTPMockServer
import FTPProtocol
import FTPReplay
import FTPVectors
import TestSupport
import Testing

@Suite("A server answers like a vector, or the vector says why not", .queueing)
struct ServerReplayTests {
  static let greeting = "S> 220 Ready.\n=> 220 greeting success\n"
  static let login =
    greeting
    + "C> USER reader\nS> 331 Password?\n=> 331 user then(pass)\nC> PASS {:secret}\nS> 230 In.\n=> 230 pass success\n"

  /// A replay with plenty of time.
  private static let replay = {
    var replay = ServerReplay(to: .mock)
    replay.stepLimit = .patience
    return replay
  }()

  /// `ftpraw replay` plays every vector; here one in three is enough.
  @Test(arguments: VectorFile.all.filter { Thoroughness.includes($0.path, oneIn: 3) })
  func replaysToTheMockServer(_ file: VectorFile) async throws {
    let vector = try Vector(parsing: file.text)
    let result = await Self.replay.run(vector)
    for difference in result.differences { Issue.record("\(difference)") }
    #expect(result.vectors + result.excuses.count == 1)
  }

  /// Conversations for which the mock server needs additional users and files.
  static let good: [(name: String, text: String)] = [
    ("a user without a password", greeting + "C> USER x\nS> 230 In.\n=> 230 user success\n"),
    (
      "an account",
      greeting
        + "C> USER x\nS> 332 Account?\n=> 332 user then(acct)\nC> ACCT {:secret}\nS> 230 In.\n=> 230 acct success\n"
    ),
    (
      "a file, a directory and their like",
      login
        + "C> CWD a/b\nS> 250 x\n=> 250 simple success\nC> SIZE c.txt\nS> 213 7\n=> 213 simple success\n"
        + "C> RNFR ../d\nS> 350 x\n=> 350 rnfr then(rnto)\nC> RNTO ../e\nS> 250 x\n=> 250 rnto success\n"
        + "C> DELE /f\nS> 250 x\n=> 250 simple success\nC> RMD /g\nS> 250 x\n=> 250 simple success\n"
        + "C> MDTM h\nS> 213 20240102030405\n=> 213 simple success\nC> SIZE missing\nS> 550 x\n=> 550 simple failure\n"
    ),
    (
      "the bytes of a file, from its middle",
      login
        + "C> TYPE I\nS> 200 x\n=> 200 simple success\nC> PASV\nS> 227 ({data:hostport})\n=> 227 simple success addr={data}\n"
        + "-- open data to {data}\nC> REST 3\nS> 350 x\n=> 350 rest then(restarted)\nC> RETR q\nS> 150 x\n=> 150 restarted wait\n"
        + "D> def\\r\\n\n-- close data (closed by the server)\nS> 226 x\n=> 226 restarted success bytes=5\n"
    ),
    (
      "a name that the server makes up",
      login
        + "C> PORT {c:hostport}\nS> 200 x\n=> 200 simple success\nC> STOU\nS> 150 FILE: {name:word}\n=> 150 transfer wait\n"
        + "-- open data from {:address}\nD< abc\n-- close data (closed by the client)\nS> 226 x\n=> 226 transfer success bytes=3\n"
        + "C> SIZE {name}\nS> 213 3\n=> 213 simple success\n"
    ),
    (
      "another code with a reason",
      login + "C> SMNT x\nS> 250 x\n=> 250 simple success\n~~ mock 502: it mounts nothing\n"
    ),
    (
      "any code with a reason",
      login + "C> SMNT x\nS> 250 x\n=> 250 simple success\n~~ mock: it mounts nothing\n"
    ),
    ("the same code", login + "C> PWD\nS> 257 \"/\"\n=> 257 simple success code=same\n"),
    (
      "a line without a verb",
      login + "C>  NOOP\n!! 959:5.3:verb-letters client\nS> 500 x\n=> 500 simple failure\nC> NOOP\nS> 200 x\n"
        + "=> 200 simple success\n"
    ),
    (
      "a server that connects before it answers PORT",
      login
        + "C> PORT {c:hostport}\n-- open data from {:address}\nS> 200 x\n=> 200 simple success\nC> LIST\nS> 150 x\n"
        + "=> 150 transfer wait\nD> {:text}\n-- close data (closed by the server)\nS> 226 x\n=> 226 transfer success\n"
        + "C> PORT {d:hostport}\n-- open data from {:address}\nS> 200 x\n=> 200 simple success\nC> LIST\nS> 150 x\n"
        + "=> 150 transfer wait\nD> {:text}\n-- close data (closed by the server)\nS> 226 x\n=> 226 transfer success\n"
    ),
    (
      "a transfer after one that was refused",
      login
        + "C> PASV\nS> 227 ({a:hostport})\n=> 227 simple success addr={a}\n-- open data to {a}\nC> RETR missing\n"
        + "-- close data (reset by the server)\nS> 550 x\n=> 550 transfer failure\n"
        + "C> PASV\nS> 227 ({b:hostport})\n=> 227 simple success addr={b}\n-- open data to {b}\nC> RETR there\nS> 150 x\n"
        + "=> 150 transfer wait\nD> abc\n-- close data (closed by the server)\nS> 226 x\n=> 226 transfer success bytes=3\n"
    ),
    (
      "a download that ends in its middle",
      login
        + "C> TYPE I\nS> 200 x\n=> 200 simple success\nC> PASV\nS> 227 ({a:hostport})\n=> 227 simple success addr={a}\n"
        + "-- open data to {a}\nC> RETR big\nS> 150 x\n=> 150 transfer wait\nD> abc\n"
        + "-- close data (70000 bytes, first 3 shown, closed by the client)\nC> ABOR\nS> 426 x\n=> 426 transfer failure\n"
        + "S> 226 x\n=> 226 simple success\n"
    ),
    (
      "other bytes with a reason",
      login
        + "C> PASV\nS> 227 ({a:hostport})\n=> 227 simple success addr={a}\n-- open data to {a}\nC> RETR text\nS> 150 x\n"
        + "=> 150 transfer wait\nD> a\\n\n-- close data (closed by the server)\nS> 226 x\n=> 226 transfer success bytes=2\n"
        + "~~ mock: it sends CR LF\n"
    ),
    (
      "the end, by the server",
      login + "C> QUIT\nS> 221 x\n=> 221 simple success\n-- close control (closed by the server)\n"
    ),
    (
      "the end, by a client that did not wait for a reply that comes here",
      login + "C> PORT 1\n!! 959:4.1.2:port-malformed client\n-- wait 100ms\n"
        + "-- close control (closed by the client)\n"
    ),
  ]

  @Test(arguments: good)
  func passes(name: String, text: String) async throws {
    let result = await Self.replay.run(try Vector(parsing: text))
    for difference in result.differences { Issue.record("\(name): \(difference)") }
    #expect(result.vectors == 1 && result.checks > 0)
  }

  /// Conversations that the mock server cannot play: the wrong line, what it expects, and the beginning of what is
  /// found.
  static let bad: [(text: String, line: Int, expected: String, actual: String)] = [
    (
      login + "C> SMNT x\nS> 250 x\n=> 250 simple success\n", 11, "250 simple success", "502 simple failure ("
    ),
    (
      login + "C> SMNT x\nS> 250 x\n=> 250 simple success\n~~ mock 504: no\n", 11,
      "504, as '~~ mock 504: no' says", "502 simple failure ("
    ),
    (
      login + "C> CDUP\nS> 200 x\n=> 200 simple success code=same\n", 11, "200 simple success",
      "250 simple success ("
    ),
    (
      login + "C> NOOP\n-- close control (closed by the server)\n", 10,
      "'-- close control (closed by the server)'", "200 simple success ("
    ),
    (
      login
        + "C> PASV\nS> 227 ({data:hostport})\n=> 227 simple success addr={data}\n-- open data to {data}\nC> RETR README.txt\n"
        + "S> 550 x\n=> 550 transfer failure\nC> NOOP\nS> 200 x\n=> 200 simple success\n", 15,
      "550 transfer failure",
      "150 transfer wait ("
    ),
  ]

  @Test(arguments: bad)
  func reports(text: String, line: Int, expected: String, actual: String) async throws {
    let result = await Self.replay.run(try Vector(parsing: text))
    let first = try #require(result.differences.first)
    #expect(result.differences.count == 1, "\(result.differences)")
    #expect(first.line == line)
    #expect(first.expected == expected)
    #expect(first.actual.hasPrefix(actual), "\(first.actual)")
    #expect(first.target == .mock)
  }

  private func live(
    _ text: String, _ configuration: MockServer.Configuration = .init(),
    credentials: Credentials? = Credentials("ftpraw", password: "secret"),
    stepLimit: Duration = .patience
  ) async throws -> ReplayResult {
    let vector = try Vector(parsing: text)
    return try await withMockServer(configuration) { server in
      var replay = ServerReplay(to: .live(host: "127.0.0.1", port: server.port, credentials))
      replay.stepLimit = stepLimit
      return await replay.run(vector)
    }
  }

  @Test func aReplayHasAnEndAsAWhole() async throws {
    let vector = try Vector(parsing: Self.greeting + "C> NOOP\nS> 200 x\n=> 200 simple success\n")
    let script = try Script(parsing: "NOOP -> ignore\n")
    let result = try await withMockServer(.init(script: script)) { server in
      var replay = ServerReplay(to: .live(host: "127.0.0.1", port: server.port, nil))
      replay.stepLimit = .patience
      replay.wholeLimit = .milliseconds(50)
      return await replay.run(vector)
    }
    #expect(result.differences.contains { $0.expected.hasPrefix("an end within") })
  }

  @Test func aLiveServerIsToldItsOwnUser() async throws {
    #expect(try await live(Self.login + "C> PWD\nS> 257 \"/\"\n=> 257 simple success\n").differences == [])
    let without = try await live(Self.login, credentials: nil)
    #expect(without.differences.first?.actual.hasPrefix("530 pass failure") == true)
  }

  @Test func twoCommandsInOneRowHaveTwoAnswers() async throws {
    let text =
      Self.login + "C> NOOP\\r\\nPWD\nS> 200 x\n=> 200 simple success\nS> 257 \"/\"\n=> 257 simple success\n"
    #expect(await Self.replay.run(try Vector(parsing: text)).differences == [])
  }

  /// A difference is reported once, and the replay does not wait for what depends on it.
  @Test(arguments: [
    "C> SMNT x\nS> 421 x\n=> 421 simple failure\n-- close control (closed by the server)\n",
    "C> PASV\nS> 227 ({a:hostport})\n=> 227 simple success addr={a}\n-- open data to {a}\nC> RETR missing\nS> 150 x\n"
      + "=> 150 transfer wait\nD> abc\n-- close data (closed by the server)\nS> 226 x\n=> 226 transfer success bytes=3\n",
    "C> PASV\nS> 227 ({a:hostport})\n=> 227 simple success addr={a}\nC> STOR incoming/x\nS> 553 x\n=> 553 transfer failure\n"
      + "C> NOOP\nS> 200 x\n=> 200 simple success\n",
    "C> PASV\nS> 227 ({a:hostport})\n=> 227 simple success addr={a}\nC> LIST\nS> 450 x\n=> 450 transfer failure\n"
      + "C> NOOP\nS> 200 x\n=> 200 simple success\n",
    "C> PORT {a:hostport}\nS> 200 x\n=> 200 simple success\nC> LIST\nS> 450 x\n=> 450 transfer failure\n"
      + "C> NOOP\nS> 200 x\n=> 200 simple success\n",
  ])
  func copesWithAServerThatDoesSomethingElse(text: String) async throws {
    let result = try await live(Self.login + text)
    #expect(result.differences.count <= 1, "\(result.differences)")
  }

  @Test func whetherAPasswordIsAskedForIsNoDifference() async throws {
    let guest =
      "C> USER guest\nS> 230 In.\n=> 230 user success\nC> PWD\nS> 257 \"/\"\n=> 257 simple success\n"
    #expect(try await live(Self.greeting + guest).differences == [])
    var configuration = MockServer.Configuration()
    configuration.users = [User("open", password: .none)]
    let result = try await live(
      Self.login + "C> PWD\nS> 257 \"/\"\n=> 257 simple success\n", configuration,
      credentials: .init(user: Array("open".utf8), password: []))
    #expect(result.differences == [])
  }

  @Test func aWrongPasswordStaysWrong() async throws {
    let refused =
      "C> USER x\nS> 331 Password?\n=> 331 user then(pass)\nC> PASS {:secret}\nS> 530 No.\n=> 530 pass failure\n"
    #expect(try await live(Self.greeting + refused).differences == [])
  }

  /// A missing answer is reported with the row that waits for it, and nothing hangs.
  @Test func aServerThatSaysNothingIsToldByItsRow() async throws {
    var configuration = MockServer.Configuration()
    configuration.script = try Script(parsing: "NOOP -> ignore")
    let result = try await live(
      Self.login + "C> NOOP\nS> 200 x\n=> 200 simple success\n", configuration, stepLimit: .milliseconds(300))
    let first = try #require(result.differences.first)
    #expect(first.line == 11)
    #expect(first.expected == "'=> 200 simple success'")
    #expect(first.actual.contains("no reply within 300 ms"), "\(first.actual)")
  }

  @Test func aServerThatIsMissingIsADifference() async throws {
    // Nothing listens on port 1; any other port may be in use.
    let replay = ServerReplay(to: .live(host: "127.0.0.1", port: 1, nil))
    let result = await replay.run(try Vector(parsing: Self.greeting))
    #expect(result.differences.first?.expected == "a connection to 127.0.0.1, port 1")
  }

  @Test func thousandsOfBytesGoBothWays() async throws {
    let rows = (0..<2_000).map { "line \($0) of a file that is longer than one segment" }
    let up = rows.map { "D< \($0)\\r\\n\n" }.joined()
    let down = rows.map { "D> \($0)\\r\\n\n" }.joined()
    let count = rows.reduce(0) { $0 + $1.utf8.count + 2 }
    let passive =
      "C> EPSV\nS> 229 (|||{NAME:port}|)\n=> 229 simple success addr={NAME}\n-- open data to {NAME}\n"
    func transfer(_ verb: String, _ name: String, _ rows: String, _ closing: String) -> String {
      passive.replacing("NAME", with: name) + "C> \(verb) long.txt\nS> 150 x\n=> 150 transfer wait\n" + rows
        + "-- close data (\(closing))\nS> 226 x\n=> 226 transfer success bytes=\(count)\n"
    }
    let text =
      Self.login + transfer("STOR", "a", up, "closed by the client")
      + transfer("RETR", "b", down, "closed by the server")
    let vector = try Vector(parsing: text)
    #expect(await Self.replay.run(vector).differences == [])
    #expect(await ClientReplay().run(vector).differences == [])
  }
}
