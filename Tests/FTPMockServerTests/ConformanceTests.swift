import FTPProtocol
import FTPTransport
import FTPVectors
import Testing

@testable import FTPMockServer

/// The judge follows every session of the server, so a test has to do no more than make the server answer.
@Suite("Whatever a client does, the judge finds nothing against the server")
struct ConformanceTests {
  /// What brings a session into a state.
  enum State: String, CaseIterable, Sendable {
    case fresh, awaitingPassword, refused, anonymous, loggedIn, afterType, afterREST, afterRNFR, announced,
      named
    case extendedPassiveOnly

    var commands: [String] {
      let login = ["USER ftpraw", "PASS secret"]
      return switch self {
      case .fresh: []
      case .awaitingPassword: ["USER ftpraw"]
      case .refused: ["USER ftpraw", "PASS wrong"]
      case .anonymous: ["USER anonymous", "PASS guest@"]
      case .loggedIn: login
      case .afterType: login + ["TYPE I"]
      case .afterREST: login + ["TYPE I", "REST 3"]
      case .afterRNFR: login + ["RNFR notes.txt"]
      case .announced: login + ["EPSV"]
      case .named: login + ["PORT 127,0,0,1,4,1"]
      case .extendedPassiveOnly: login + ["EPSV ALL"]
      }
    }
  }

  /// Tried in every state.
  private static let basicArguments = [nil, "", "notes.txt", "pub", "nosuch", "3", "127,0,0,1,4,1", "ftpraw"]
  /// Tried where a user is logged in.
  private static let moreArguments = [
    " ", "x", "/", "..", "incoming/new", "no/such", "README.txt/x", "A", "I", "L 8", "E", "F", "R", "S", "B",
    "0", "99", "-1", "18446744073709551616", "10,0,0,1,4,1", "1,2,3", "|1|127.0.0.1|1025|", "|2|::1|1025|",
    "|9|x|1|", "4,4,127,0,0,1,2,4,1", "9,1,1,2,4,1", "1", "2", "ALL", "HELP", "UTF8 ON", "MLST size;",
    "MLST ;;", "HASH", "HASH md5", "HASH CRC-37", "20240229000000 notes.txt", "20230229000000 notes.txt",
    "20240229000000 pub", "20240229000000", "Modify=20240229000000;UNIX.mode=600; notes.txt",
    "UNIX.owner=7; notes.txt", "Modify=x; notes.txt", "1 0", "0 3", "5 3", "3 99999999999999999999",
    "localhost",
    "127.0.0.1", "127.0.0.2", "[::1]", "127.0.0.1:21", "example.org", "-x", "en", "en-GB", "de", "12",
    "CHMOD 600 notes.txt", "CHMOD 9 notes.txt", "CHMOD 600 nosuch", "UTIME 20240229000000 notes.txt",
    "UTIME notes.txt 20240101000000 20240101000000 20240101000000 UTC", "IDLE", "IDLE 60", "IDLE 0",
    "HELP IDLE",
    "Name=x;Version=1;", "anonymous", "\u{1}\u{7F}", "é",
  ]

  @Test(arguments: State.allCases)
  func everyVerbWithGoodAndBadArguments(state: State) throws {
    let verbs =
      HandlerRegistry.obedient.handlers.map(\.verb.name) + ["SMNT", "AUTH", "XYZZY", "RET", "(connect)"]
    let configuration = MockServer.Configuration(
      timeouts: .init(dataConnection: .milliseconds(1)), limits: .init(loginAttempts: 4),
      recording: RecordingLimits(events: 100, totalBytes: 1 << 16))
    let arguments = Self.basicArguments + (state == .loggedIn ? Self.moreArguments : [])
    try withMockServer(configuration) { server in
      for verb in verbs {
        for argument in arguments {
          var client = try TestClient(server.address)
          let line = argument.map { "\(verb) \($0)" } ?? verb
          // NOOP shows that the session is in step, QUIT that it ends as it should.
          try client.write((state.commands + [line, "NOOP", "QUIT"]).map { $0 + "\r\n" }.joined())
          let replies = try client.rest()
          #expect(replies.last?.code == 221, "\(line)")
        }
        let found = server.verdicts.filter { $0.party != .client }
        #expect(found.isEmpty, "\(verb) in \(state)")
        if !found.isEmpty { return }
      }
      #expect(server.transcripts.count == min(1000, verbs.count * arguments.count))
    }
  }

  @Test(arguments: TestClient.SetUp.allCases)
  func transfers(setUp: TestClient.SetUp) throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      for type in ["A", "I"] {
        try client.send("TYPE \(type)")
        for command in ["LIST", "NLST", "MLSD", "RETR notes.txt", "RETR empty.txt", "LIST pub/nothing"] {
          #expect(try client.download(command, setUp).final.code == 226)
        }
        for command in ["STOR a", "APPE a", "STOU"] {
          #expect(try client.upload(command, Array("one\r\ntwo\r\n".utf8), setUp: setUp).code == 226)
        }
        try client.send("REST 2")
        #expect(try client.download("RETR a", setUp).final.code == 226)
        try client.send("REST 2")
        #expect(try client.upload("STOR a", Array("x".utf8), setUp: setUp).code == 226)
      }
      try client.write("QUIT\r\n")
      #expect(try client.rest().map(\.code) == [221])
      #expect(server.verdicts == [])
    }
  }

  @Test(arguments: [
    "ABOR", "NOOP\r\nABOR", "STAT\r\nABOR", "STAT", "QUIT", "STAT\r\nQUIT", "NOOP\r\nSTAT",
    "PASV\r\nABOR\r\nQUIT",
  ])
  func interruptions(commands: String) throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      try client.send("TYPE I")
      let data = try client.passive()
      #expect(try client.send("RETR pub/64MiB.bin").code == 150)
      try client.write(commands + "\r\n")
      _ = try TestClient.readToEnd(data)
      if !commands.hasSuffix("QUIT") { try client.write("QUIT\r\n") }
      #expect(try client.rest().last?.code == 221)
      let found = server.verdicts.filter { $0.party != .client }
      #expect(found.isEmpty, "\(found)")
    }
  }

  @Test func idleTimeOutAndShutdown() throws {
    try withMockServer(.init(timeouts: .init(idle: .milliseconds(5)))) { server in
      var client = try TestClient(server.address)
      #expect(try client.rest().map(\.code) == [220, 421])
      #expect(server.verdicts == [])
    }
    let server = try MockServer.start()
    var client = try TestClient.loggedIn(server)
    server.stop()
    #expect(try client.rest().map(\.code) == [421])
    #expect(server.verdicts == [])
  }

  @Test func transcriptsShowBothChannelsWithoutSecrets() throws {
    try withMockServer { server in
      var client = try TestClient.loggedIn(server)
      _ = try client.text("RETR pub/hello.txt")
      #expect(try client.upload("STOR new", Array("up\r\n".utf8)).code == 226)
      try client.write("QUIT\r\n")
      _ = try client.rest()
      let text = server.transcripts.first?.description ?? ""
      #expect(text.contains("C> PASS ****\n"))
      #expect(!text.contains("PASS secret"))
      #expect(text.contains("D> hello\\r\\n\n"))
      #expect(text.contains("D< up\\r\\n\n"))
      #expect(text.contains("S> 221 Goodbye.\n"))
    }
  }

  @Test func theClientsViolationsAreSeen() throws {
    try withMockServer { server in
      var client = try TestClient(server.address)
      #expect(try client.reply().code == 220)
      #expect(try client.send("RNTO x").code == 530)
      #expect(server.verdicts.contains { $0.party == .client })
    }
  }
}
