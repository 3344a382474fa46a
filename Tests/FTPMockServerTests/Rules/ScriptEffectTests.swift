import FTPProtocol
import FTPTransport
import TestSupport
import Testing
import ToyLayer

@testable import FTPMockServer

@Suite("A rule replies like a recorded server, with the same effect", .alsoUnderToyLayer)
struct ScriptEffectTests {
  @Test func aReplyOfYourOwnWithTheEffect() throws {
    let script = """
      USER -> 331 "Name ok." and obey quietly
      PASS -> 230 "In.", obey quietly
      CWD pub -> obey quietly, 250 "There."
      """
    try withMockServer(.scripted(script)) { server in
      var client = try TestClient(server.address)
      #expect(try client.reply().code == 220)
      #expect(try client.send("USER ftpraw").text == "Name ok.")
      #expect(try client.send("PASS secret").text == "In.")
      #expect(try client.send("CWD pub").text == "There.")
      #expect(try client.send("PWD").text.hasPrefix("\"/pub\""))
      // The login is that of the named user, not a guest's.
      #expect(try client.send("MKD made").code == 257)
    }
  }

  @Test(arguments: [
    ("connect -> 230 \"Welcome.\"", [], 257), ("connect -> 220 \"Welcome.\"", [], 530),
    ("USER -> 230 \"In.\", obey quietly", ["USER nobody"], 257),
    ("USER -> obey quietly, 230 \"In.\"", ["USER nobody"], 257),
    ("USER -> 230 \"In.\"", ["USER nobody"], 530),
  ])
  func a230LogsInWhereIntended(script: String, commands: [String], code: UInt16) throws {
    try withMockServer(.scripted(script)) { server in
      var client = try TestClient(server.address)
      _ = try client.reply()
      for command in commands { #expect(try client.send(command).code == 230) }
      #expect(try client.send("PWD").code.rawValue == code)
    }
  }

  @Test(arguments: [
    ("XYZ -> 299 \"{verb} of {argument}\"", "xyz a b", "XYZ of a b"),
    ("XYZ -> 299 \"<{argument}>\"", "XYZ", "<>"),
    ("XYZ -> 299 \"\\{verb} \\{other} { {} {a b} {\"", "XYZ", "{verb} {other} { {} {a b} {"),
    ("* -> 500 \"{verb}?\"", "ABC", "ABC?"),
  ])
  func textsNameTheCommand(script: String, command: String, text: String) throws {
    try withMockServer(.scripted("USER -> obey\nPASS -> obey\nQUIT -> obey\n" + script)) { server in
      var client = try TestClient.loggedIn(server)
      #expect(try client.send(command).text == text)
    }
  }

  @Test(arguments: [
    ("PASV", "PASV -> 227 \"Here ({data})\""), ("PASV", "PASV -> 227 \"={data:hostport}\""),
    ("EPSV", "EPSV -> 229 \"At ({data:extended}) {verb}\""),
    ("EPSV", "EPSV -> raw \"229 Ok (|||{data:port}|)\\r\\n\""),
    ("PASV", "PASV -> 227 \"(127,0,0,1,{data:portpair})\""),
  ])
  func anAddressOfYourOwnIsListenedAt(command: String, script: String) throws {
    try withMockServer(.scripted(script)) { server in
      var client = try TestClient.loggedIn(server)
      let data = try client.connect(try client.send(command))
      #expect(try client.send("RETR pub/hello.txt").code == 150)
      var bytes: [UInt8] = []
      while try data.read(appendingTo: &bytes, deadline: client.patience) > 0 {}
      #expect(bytes == Array("hello\r\n".utf8))
      #expect(try client.reply().code == 226)
    }
  }

  @Test func anUploadIsKeptBesideAReplyOfYourOwn() throws {
    try withMockServer(.scripted("STOR -> 150 \"Go.\", store, 250 \"Got it.\"")) { server in
      var client = try TestClient.loggedIn(server)
      #expect(try client.send("TYPE I").code == 200)
      let data = try client.passive()
      #expect(try client.send("STOR incoming/kept").text == "Go.")
      try data.write(Array("kept".utf8), deadline: client.patience)
      data.close()
      #expect(try client.reply().text == "Got it.")
      #expect(server.tree.bytes(of: "incoming/kept") == Array("kept".utf8))
    }
  }

  @Test func anUploadThatIsOnlyReceivedIsNot() throws {
    try withMockServer(.scripted("STOR -> 150, receive, 226")) { server in
      var client = try TestClient.loggedIn(server)
      let data = try client.passive()
      #expect(try client.send("STOR incoming/lost").code == 150)
      data.close()
      #expect(try client.reply().code == 226)
      #expect(server.tree.bytes(of: "incoming/lost") == nil)
    }
  }

  @Test func starsAndQuestionMarksCanBeMeant() throws {
    let script = #"""
      NLST "*.txt\*" -> 501 "One."
      NLST a\?b\c -> 502 "Two."
      NLST x* -> 503 "Three."
      """#
    try withMockServer(.scripted(script)) { server in
      var client = try TestClient.loggedIn(server)
      for (command, code) in [
        ("NLST q.txt*", 501), ("NLST a?b\\c", 502), ("NLST axb\\c", 0), ("NLST q.txtx", 0), ("NLST xy", 503),
      ] {
        let reply = try client.send(command)
        #expect((500...504).contains(reply.code.rawValue) == (code > 0), "\(command): \(reply)")
        if code > 0 { #expect(Int(reply.code.rawValue) == code, "\(command)") }
      }
    }
  }

  @Test func dataDripsInStepsOfItsOwn() {
    var filter = DrippingFilter(count: 2, pause: .milliseconds(5))
    #expect(
      filter.take([1, 2, 3]) == [
        .data([1, 2]), .pause(.milliseconds(5)), .data([3]), .pause(.milliseconds(5)),
      ])
  }

  @Test(arguments: ["RETR -> drip data 100 1ms", "RETR -> 150, data \"hello\\r\\n\", 226, drip data 1 1ms"])
  func whatDripsArrivesWhole(script: String) throws {
    try withMockServer(.scripted(script)) { server in
      var client = try TestClient.loggedIn(server)
      let data = try client.passive()
      #expect(try client.send("RETR pub/hello.txt").code == 150)
      var bytes: [UInt8] = []
      while try data.read(appendingTo: &bytes, deadline: client.patience) > 0 {}
      #expect(bytes == Array("hello\r\n".utf8))
      #expect(try client.reply().code == 226)
    }
  }

  @Test(arguments: [
    ("connect -> obey quietly", "1:12: a client that has just connected has sent no command to obey"),
    ("RETR -> drip data 1 1ms, drip data 2 1ms", "1:26: a rule can have only one 'drip data'"),
    ("connect -> drip data 1 1ms", "1:12: there is no data connection before the first command"),
    ("LIST -> obey loudly", "1:14: a comma, 'and' or 'then' is missing before 'loudly'"),
  ])
  func mistakes(text: String, error: String) throws {
    let thrown = #expect(throws: ScriptError.self) { try Script(parsing: text) }
    #expect(thrown.map { "\($0)" } == error)
  }
}
