import FTPClient
import FTPConversation
import FTPMockServer
import FTPProtocol
import TestSupport
import Testing
import ToyLayer

@testable import FTPTransfers

@Suite("Typed commands read their replies", .alsoUnderToyLayer, .endsWhenItHangs)
struct CommandTests {
  /// A caller's value, made from a reply.
  struct Free: Equatable, Sendable {
    var name: String
  }

  /// A command that a caller has defined.
  struct Custom: FTPEndpoint {
    var command: Command { Command(.syst) }
    func output(of reply: Reply) throws(FTPError) -> ReplyCode { reply.code }
  }

  @Test func eachCommand() async throws {
    try await withSession(.testing()) { ftp, server async throws in
      #expect(try await ftp(.workingDirectory).text == "/")
      #expect(try await ftp(.makeDirectory("new \"one\"")).text == "/new \"one\"")
      try await ftp(.changeDirectory("new \"one\""))
      #expect(try await ftp(.workingDirectory).text == "/new \"one\"")
      try await ftp(.changeToParent)
      try await ftp(.removeDirectory("new \"one\""))
      #expect(try await ftp(.size("notes.txt")) == 33)
      #expect(try await ftp(.modificationTime("empty.txt")).description == "20000229235959")
      #expect(try await ftp(.features).contains("MLST"))
      #expect(try await ftp(.system).system == .unix)
      #expect(try await ftp(.entry("pub/hello.txt")).text == "hello.txt")
      #expect(try await ftp(.status()).code.firstDigit == 2)
      #expect(try await ftp(.help()).code.firstDigit == 2)
      try await ftp(.rename("notes.txt", to: "pub/old notes.txt"))
      #expect(server.tree.contains("pub/old notes.txt"))
      try await ftp(.delete("pub/old notes.txt"))
      #expect(!server.tree.contains("pub/old notes.txt"))
      try await ftp(.noop)
      #expect(ftp.verdicts.isEmpty)
    }
  }

  @Test func refusalsCarryReplyAndCommand() async throws {
    try await withSession(.testing()) { ftp, _ async throws in
      for (call, verb) in [
        (FTPCall<Reply>.delete("none"), Verb.dele), (.changeDirectory("none"), .cwd),
        (.rename("none", to: "x"), .rnfr), (.removeDirectory("pub"), .rmd),
      ] {
        guard case .refused(let reply, let command) = await failure(of: { try await ftp(call) }) else {
          Issue.record("\(verb) was not refused")
          continue
        }
        #expect(reply.code == 550)
        #expect(command?.verb == verb)
      }
    }
  }

  @Test func repliesAreMadeIntoTheCallersTypes() async throws {
    try await withSession(.testing()) { ftp, _ async throws in
      #expect(
        try await ftp(
          FTPCall<SystemReply>.system.map { @Sendable (system) throws(FTPError) in
            Free(name: system.system.name)
          }) == Free(name: "UNIX"))
      #expect(try await ftp(Custom()) == 215)
      #expect(try await ftp(.command(Command("NOOP"))).code.firstDigit == 2)
    }
  }

  @Test func hooksSeeCommandsAndReplies() async throws {
    let events = Guarded<[FTPEvent]>([])
    try await withSession(
      .testing(),
      { site in
        site.hooks.afterLogin = { (client) throws(FTPClientError) in try await client.send("NOOP") }
        site.hooks.command = { $0.verb == .dele ? Command(.size, bytes: $0.argument) : $0 }
        site.hooks.reply = { (reply, command) throws(FTPError) in
          if command.verb == .syst { throw .unsupported("be asked") }
          return reply
        }
        site.hooks.event = { event in events.withLock { $0.append(event) } }
      }
    ) { ftp, server async throws in
      #expect(server.receivedCommands.prefix(4).map(\.verb) == [.user, .pass, .noop, .feat])
      try await ftp(.delete("notes.txt"))
      #expect(server.tree.contains("notes.txt"))
      #expect(await failure { try await ftp(.system) }?.kind == "unsupported")
      let told = events.withLock { $0 }
      #expect(told.contains { if case .loggedOn(let reply) = $0 { reply.code == 230 } else { false } })
      #expect(told.contains { if case .sent(let command) = $0 { command.text == "****" } else { false } })
      guard case .connected = told.first else { throw FTPError.unsupported("tell of the connection") }
    }
  }

  @Test func aFailedLoginIsTold() async throws {
    let failed = Guarded(0)
    try await withMockServer(.testing()) { server in
      var site = FTPSite.at(server)
      site.credentials.password = Array("wrong".utf8)
      site.hooks.event = { if case .loginFailed = $0 { failed.withLock { $0 += 1 } } }
      let target = site
      #expect(await failure { try await FTPSession.open(target) }?.code == 530)
      #expect(failed.withLock { $0 } == 1)
      site.port = server.port
      site.credentials = Credentials("a\r\nb", password: "c")
      let broken = site
      #expect(await failure { try await FTPSession.open(broken) }?.kind == "conversation")
    }
  }

  @Test func theWayDownHasATurnOfItsOwn() async throws {
    try await withSession(.testing()) { ftp, _ async throws in
      let code = try await ftp.exclusively { client in
        // A reply that was not read is taken before the next turn.
        try await client.write(Array("NOOP\r\nTYPE A\r\n".utf8))
        return try await client.nextReply().code
      }
      #expect(code.firstDigit == 2)
      // The raw client changed TYPE, so the session sets it again.
      #expect(try await ftp(.size("notes.txt")) == 33)
      #expect(ftp.transcript.description.contains("TYPE I"))
      #expect(ftp.counters.controlSent > 0)
    }
  }

  @Test func aClosedSessionSaysSo() async throws {
    try await withSession(.testing()) { ftp, _ async throws in
      await ftp.close()
      #expect(!ftp.isOpen)
      #expect(await failure { try await ftp(.noop) }?.kind == "conversation")
    }
  }

  @Test func bytesArriveAsTheyAre() async throws {
    let name = FTPPath(bytes: [0xFF, 0x80, 0x20, 0xE9, 0x22] as [UInt8])
    try await withMockServer(.testing(tree: VirtualTree())) { server in
      let ftp = try await FTPSession.open(.at(server))
      try await ftp.upload(name, bytes: [1, 2, 3])
      #expect(try await ftp.list().map(\.name) == [name.bytes])
      #expect(try await ftp.download(name) == [1, 2, 3])
      await ftp.close()
      var site = FTPSite.at(server)
      site.host = "grüße.invalid"
      let strange = site
      #expect(await failure { try await FTPSession.open(strange) }?.kind == "conversation")
      site = .at(server)
      site.credentials = Credentials(user: [0xFF, 0xE9], password: [0x80, 0xFF])
      let foreign = site
      #expect(await failure { try await FTPSession.open(foreign) }?.code == 530)
      // Two bytes that are not UTF-8; the doubled 255 counts as one.
      #expect(server.receivedCommands.last { $0.verb == .user }?.argument == "\u{FFFD}\u{FFFD}")
    }
  }

  /// Facts about an entry, and the commands by which they are found.
  @Test(arguments: [[], [.mlst, .mlsd], [.mlst, .mlsd, .size], [.mlst, .mlsd, .size, .mdtm]] as [[Verb]])
  func entries(without: [Verb]) async throws {
    try await withSession(.testing(without: Set(without))) { ftp, _ async throws in
      let file = try #require(try await ftp.entry(at: "pub/hello.txt"))
      #expect(file.kind == .file && file.size == 6 && file.text == "hello.txt")
      #expect(try await ftp.entry(at: "pub/deep")?.isDirectory == true)
      #expect(try await ftp.entry(at: "pub/none") == nil)
      #expect(try await ftp.exists("with space.txt"))
      #expect(try await ftp(.workingDirectory).text == "/")
    }
  }

  @Test func aDirectoryWithASizeIsOne() async throws {
    var configuration = try MockServer.Configuration.testing(without: [.mlst, .mlsd])
    configuration.script = try Script(parsing: "SIZE pub/deep -> 213 \"4096\"\n")
    try await withSession(configuration) { ftp, _ async throws in
      #expect(try await ftp.entry(at: "pub/deep")?.isDirectory == true)
      try await ftp.makeDirectories("pub/deep/er")
      #expect(try await ftp.list("pub/deep").contains { $0.text == "er" })
    }
  }

  @Test(arguments: [([], Verb.mfmt), ([.mfmt], nil)] as [([Verb], Verb?)])
  func timesAreSet(without: [Verb], verb: Verb?) async throws {
    let time = try #require(TimeValue(year: 2001, month: 2, day: 3, hour: 4, minute: 5, second: 6))
    try await withSession(.testing(without: Set(without))) { ftp, server async throws in
      if let verb {
        try await ftp.setTime(of: "notes.txt", to: time)
        #expect(try await ftp(.modificationTime("notes.txt")) == time)
        #expect(server.receivedCommands.contains { $0.verb == verb })
      } else {
        #expect(await failure { try await ftp.setTime(of: "notes.txt", to: time) }?.kind == "unsupported")
      }
    }
  }

  @Test func treesAreMadeAndRemoved() async throws {
    try await withSession(.testing()) { ftp, server async throws in
      try await ftp.makeDirectories("a/b/c")
      try await ftp.makeDirectories("/a/b/d")
      try await ftp.upload("a/b/c/file", bytes: [1])
      try await ftp.removeTree("a")
      #expect(!server.tree.contains("a"))
      try await ftp.removeTree("notes.txt")
      #expect(!server.tree.contains("notes.txt"))
      #expect(await failure { try await ftp.removeTree("none") }?.code == 550)
      #expect(await failure { try await ftp.makeDirectories("README.txt/x") }?.kind == "refused")
    }
  }
}
