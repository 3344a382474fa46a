import FTPProtocol
import FTPReplay
import FTPVectors
import TestSupport
import Testing

@Suite("The client follows a vector over sockets", .queueing)
struct ClientReplayTests {
  static let greeting = "S> 220 Ready.\n=> 220 greeting success\n"
  static let login = greeting + "C> USER a\nS> 230 In.\n=> 230 user success\n"
  static let passive = login + "C> PASV\nS> 227 ({data:hostport})\n=> 227 simple success addr={data}\n"

  private func run(_ text: String, tryingSegmentations: Bool = true) async throws -> ReplayResult {
    var replay = ClientReplay()
    replay.triesSegmentations = tryingSegmentations
    replay.stepLimit = .patience
    return await replay.run(try Vector(parsing: text))
  }

  /// `ftpraw replay` plays every vector; here one in three is enough.
  @Test(arguments: VectorFile.all.filter { Thoroughness.includes($0.path, oneIn: 3) })
  func replays(_ file: VectorFile) async throws {
    var replay = ClientReplay()
    replay.stepLimit = .patience
    // One vector in eight is also cut into segments.
    replay.triesSegmentations = Thoroughness.includes(file.path, oneIn: 24)
    let result = await replay.run(try Vector(parsing: file.text))
    for difference in result.differences { Issue.record("\(difference)") }
    #expect(result.vectors + result.excuses.count == 1)
  }

  /// Conversations that no file covers.
  static let good: [(name: String, text: String)] = [
    ("a leading state", "@@ awaiting greeting\n" + greeting + "@@ ready\n"),
    ("a reply across commands", login + "C> NOOP\nS> 20\\\nC> SYST\nS> 0 x\n=> 200 simple success\n"),
    ("a command in two rows", login + "C> NO\\\nC> OP\nS> 200 x\n=> 200 simple success\n"),
    ("a command in segments", login + "C> N\\|OO\\|(5ms)P\nS> 200 x\n=> 200 simple success\n"),
    (
      "two replies in one row",
      login + "C> NOOP\nC> SYST\nS> 200 x\\r\\n215 y\n=> 200 simple success\n=> 215 simple success\n"
    ),
    ("an unfinished reply", "S> 220-a\nS> 22\\\n=> 220 unfinished\n"),
    (
      "a reply whose line end the close replaces",
      login
        + "C> QUIT\nS> 221 x\\\n=> 221 simple success\n!! 854:nvt:crlf-one-unit\n-- close control (closed by the server)\n"
    ),
    (
      "half a reply and the close",
      "S> 220-a\nS> 22\\\n=> 220 unfinished\n-- close control (closed by the server)\n!! 959:5.4:greeting\n"
    ),
    ("CR alone", "reading: bare-cr\nS> 220 x\\r\\\n=> 220 greeting success\n!! 854:nvt:crlf-one-unit\n"),
    (
      "two data connections at once",
      passive
        + "-- open data\n-- open data2\nC> RETR f\nS> 150 x\n=> 150 transfer wait\nD> abc\n-- use data\nD> d\n"
        + "-- close data2 (3 bytes)\nD> e\n-- close data (2 bytes)\nS> 226 x\n=> 226 transfer success bytes=2\n"
    ),
    (
      "an upload that is cut by the client",
      passive
        + "-- open data\nC> STOR f\nS> 150 x\n=> 150 transfer wait\nD< a\\|b\n-- close data (reset by the client)\nS> 426 x\n=> 426 transfer failure bytes=2\n"
    ),
    (
      "a download that is cut by the server, after more than the rows show",
      passive
        + "-- open data\nC> RETR f\nS> 150 x\n=> 150 transfer wait\nD> a\n-- close data (300000 bytes, first 1 shown, reset by the server)\nS> 426 x\n=> 426 transfer failure bytes=300000\n"
    ),
    (
      "a half-close after more than the sockets hold",
      passive
        + "-- open data\nC> RETR f\nS> 150 x\n=> 150 transfer wait\n-- half-close data (by the server)\nS> 226 x\n=> 226 transfer success\nD> a\n-- close data (9000000 bytes, first 1 shown)\n"
    ),
    (
      "a half-closed control connection",
      login + "-- half-close control (by the client)\nS> 421 x\n=> 421 none failure\n"
    ),
    (
      "a reply that is given up",
      login + "C> NOOP\n-- no reply to NOOP\n!! 959:4.2:every-command-answered\n@@ logged in waiting=0\n"
    ),
    (
      "all that TLS does",
      login + "-- tls control established\n@@ logged in control=protected\n"
    ),
    ("an address without a name", login + "C> PASV\nS> 227 ({:hostport})\n-- open data\n-- close data\n"),
    ("a difference with a reason", login + "C> NOOP\nS> 200 x\n=> 215 simple success\n~~ client: so be it\n"),
    ("a data connection that nobody asked for", greeting + "-- open data\n-- close data\n"),
    ("IPv6", "-- open control to [::1]{server:port}\n" + greeting),
    (
      "any byte",
      login
        + """
        C> \\x00\\xff\\xf4 \\xff\\xff\\x80
        !! 854:nvt:nul-only-after-cr client
        !! 959:5.3:verb-letters client
        !! 2640:3.1:utf8-names client
        S> 500 \\x80\\xff\\xff
        => 500 simple failure
        !! 2640:3.1:utf8-replies

        """
    ),
  ]

  @Test(arguments: good)
  func passes(name: String, text: String) async throws {
    let result = try await run(text)
    for difference in result.differences { Issue.record("\(name): \(difference)") }
    #expect(result.vectors == 1 && result.checks > 0 && result.segmentations == 3)
  }

  /// Conversations that contradict themselves: the wrong line, what it expects, and what is found.
  static let bad: [(text: String, line: Int, expected: String, actual: String)] = [
    ("S> 220 Ready.\n=> 221 greeting success\n", 2, "221 greeting success", "220 greeting success"),
    ("S> 220 Ready.\n@@ logged in\n", 2, "logged in", "ready"),
    ("S> 220 Ready.\n!! 959:4.2:reply-line\n", 1, "959:4.2:reply-line", "no deviation"),
    ("S> 220-Ready.\n=> 220 greeting success\n", 2, "220 greeting success", "no reply that ends here"),
    ("S> 220 Ready.\n=> 220 unfinished\n", 2, "220 unfinished", "220 greeting success"),
    (login + "-- no reply to SYST\n", 6, "SYST without a reply", "no such command"),
    (
      passive + "-- open data\nD> abc\n-- close data (4 bytes)\n", 11,
      "4 bytes in the rows above", "3"
    ),
    (
      passive.replacing("addr={data}", with: "addr=127.0.0.1:1"), 8, "227 simple success addr=127.0.0.1:1", ""
    ),
    (
      "-- open control to 192.0.2.7:21\n" + passive + "!! 1123:4.1.2.6:pasv-own-address\n-- open data\n", 9,
      "1123:4.1.2.6:pasv-own-address", "no deviation"
    ),
    (
      login + "-- tls control record data 3 bytes from the client\nC> NOOP\n", 6, "bytes that can be sent", ""
    ),
  ]

  @Test(arguments: bad)
  func reports(text: String, line: Int, expected: String, actual: String) async throws {
    let result = try await run(text)
    let first = try #require(result.differences.first)
    #expect(first.line == line)
    #expect(first.expected == expected)
    #expect(actual.isEmpty || first.actual == actual)
    #expect(first.target == .client && first.segmentation == .asWritten)
    #expect("\(first)".contains("(client, segments as written)"))
  }

  /// A vector that passed whatever the server said would be useless.
  @Test(arguments: VectorFile.all.filter { Thoroughness.includes($0.path, oneIn: 4) })
  func failsWhenACodeIsChanged(_ file: VectorFile) async throws {
    var vector = try Vector(parsing: file.text)
    guard vector.difference(on: .client) == nil else { return }
    let index = vector.rows.indices.dropLast().last { index in
      guard case .reply(let line) = vector.rows[index].content, case .bytes(let bytes)? = line.parts.first,
        case .meaning(let meaning) = vector.rows[index + 1].content
      else { return false }
      return !meaning.isUnfinished && bytes.starts(with: "\(meaning.code?.description ?? "x") ".utf8)
    }
    guard let index, case .reply(let line) = vector.rows[index].content,
      case .bytes(var bytes)? = line.parts.first
    else { return }
    bytes[2] = bytes[2] == 0x39 ? 0x30 : bytes[2] + 1
    vector.rows[index].content = .reply(VectorLine([.bytes(bytes)] + line.parts.dropFirst()))
    var replay = ClientReplay()
    replay.triesSegmentations = false
    #expect(await replay.run(vector).differences != [], "line \(vector.rows[index].line)")
  }

  @Test func aVectorThatSaysWhyNotIsExcused() async throws {
    let result = try await run("differs: client: because\n" + Self.greeting)
    #expect(result.excuses.count == 1 && result.vectors == 0 && result.segmentations == 0)
  }
}
