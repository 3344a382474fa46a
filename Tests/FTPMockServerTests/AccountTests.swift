import FTPProtocol
import Testing
import ToyLayer

@testable import FTPMockServer

@Suite("Users who need an account are asked for it", .alsoUnderToyLayer)
struct AccountTests {
  private static let users = [
    User("clerk", password: .exactly("secret"), account: Account("A-17")),
    User("open", password: .none, account: Account("A-17")),
    User("writer", password: .exactly("secret"), account: Account("A-17", for: .changes)),
    User("plain", password: .exactly("secret")),
  ]

  private func session(_ lines: [String]) throws -> [ReplyCode] {
    try withMockServer(.init(users: Self.users)) { server in
      var client = try TestClient(server.address)
      try client.write((lines + ["QUIT"]).map { $0 + "\r\n" }.joined())
      let codes = try client.rest().map(\.code)
      #expect(server.verdicts.filter { $0.party != .client } == [], "\(lines)")
      #expect(!server.transcripts.description.contains("A-17"))
      #expect(!server.receivedCommands.description.contains("A-17"))
      return Array(codes.dropFirst().dropLast())
    }
  }

  @Test(
    "At the login",
    arguments: [
      (["USER clerk", "PASS secret", "ACCT A-17", "PWD"], [331, 332, 230, 257]),
      (["USER clerk", "PASS secret", "PWD", "ACCT A-17", "PWD"], [331, 332, 530, 230, 257]),
      (["USER clerk", "PASS secret", "ACCT x", "ACCT A-17", "PWD"], [331, 332, 530, 503, 530]),
      (["USER clerk", "PASS wrong", "ACCT A-17"], [331, 530, 503]),
      (["USER clerk", "ACCT A-17"], [331, 503]),
      (["USER clerk", "PASS secret", "ACCT"], [331, 332, 501]),
      (["USER clerk", "PASS secret", "USER plain", "PASS secret", "ACCT x"], [331, 332, 331, 230, 202]),
      (["USER open", "ACCT A-17", "ACCT A-17"], [332, 230, 202]),
      (["ACCT A-17"], [503]),
    ] as [([String], [ReplyCode])])
  func login(lines: [String], codes: [ReplyCode]) throws {
    #expect(try session(lines) == codes)
  }

  @Test func wrongAccountsCountAsWrongPasswords() throws {
    try withMockServer(.init(users: Self.users)) { server in
      var client = try TestClient(server.address)
      let attempt = "USER open\r\nACCT x\r\n"
      try client.write(attempt + attempt + attempt + "NOOP\r\n")
      #expect(try client.rest().map(\.code) == [220, 332, 530, 332, 530, 332, 421])
    }
  }

  @Test("For commands that change something", arguments: HandlerRegistry.obedient.handlers.map(\.verb))
  func changes(verb: Verb) throws {
    let arguments: [Verb: String] = [
      .rnto: "other", .mfmt: "20240101000000 notes.txt", .mfct: "20240101000000 notes.txt",
      .mff: "UNIX.mode=600; notes.txt", .mkd: "new", .xmkd: "new", .rmd: "incoming", .xrmd: "incoming",
      .site: "CHMOD 600 notes.txt",
    ]
    let changing: Set<Verb> = [
      .stor, .appe, .stou, .dele, .mkd, .xmkd, .rmd, .xrmd, .rnto, .mfmt, .mfct, .mff, .site,
    ]
    let line = "\(verb) \(arguments[verb] ?? "notes.txt")"
    let login = ["USER writer", "PASS secret"]
    let before = verb == .rnto ? ["RNFR notes.txt"] : []
    let without = try session(login + before + [line])
    #expect(
      (without.contains(532)) == changing.contains(verb) || verb == .rnfr || verb == .rnto, "\(without)")
    guard changing.contains(verb), verb != .rnto else { return }
    let with = try session(login + ["ACCT x", line, "ACCT A-17"] + before + [line])
    #expect(with.dropFirst(2).prefix(3) == [530, 532, 230])
    #expect(!with.dropFirst(5).contains(532))
  }

  @Test func aNewNameNeedsTheAccount() throws {
    let login = ["USER writer", "PASS secret"]
    #expect(try session(login + ["RNFR notes.txt", "RNTO new"]).last == 532)
    #expect(try session(login + ["ACCT A-17", "RNFR notes.txt", "RNTO new"]).suffix(3) == [230, 350, 250])
    // Permissions are shown as they are at that moment.
    try withMockServer(.init(users: Self.users)) { server in
      var client = try TestClient.loggedIn(server, user: "writer")
      #expect(try client.send("MLST notes.txt").text.contains("perm=r;"))
      #expect(try client.send("ACCT A-17").code == 230)
      #expect(try client.send("MLST notes.txt").text.contains("perm=adfrw;"))
      #expect(try client.send("REIN").code == 220)
      #expect(try client.send("USER writer").code == 331)
      #expect(try client.send("PASS secret").code == 230)
      #expect(try client.send("DELE notes.txt").code == 532)
    }
  }
}
