import FTPClient
import FTPMockServer
import FTPProtocol
import TestSupport
import Testing
import ToyLayer

@Suite(
  "Replies to pipelined commands come in the order of the commands", .alsoUnderToyLayer, .endsWhenItHangs)
struct PipelineTests {
  @Test func aHundredCommandsInOneSegment() async throws {
    try await withMockServer(.testing()) { server in
      let client = try await RawFTPClient.loggedIn(server)
      let commands = (0..<100).map { ["NOOP", "PWD", "SYST", "TYPE I", "XYZZY"][$0 % 5] }
      try await client.write(Array(commands.map { $0 + "\r\n" }.joined().utf8))
      var codes: [ReplyCode] = []
      for _ in commands { codes.append(try await client.nextReply().code) }
      #expect(codes == (0..<100).map { [200, 257, 215, 200, 500][$0 % 5] })
      #expect(client.judge.commandsInFlight.isEmpty)
      #expect(await client.untakenReplies.isEmpty)
    }
  }

  @Test func aCommandSentAfterAPipelineGetsItsOwnReply() async throws {
    try await withMockServer(.testing()) { server in
      let client = try await RawFTPClient.loggedIn(server)
      try await client.write(Array("NOOP\r\nSYST\r\nCWD pub\r\n".utf8))
      #expect(try await client.send("PWD").line.hasPrefix("257 \"/pub\""))
      #expect(await client.untakenReplies.map(\.code) == [200, 215, 250])
      for code: ReplyCode in [200, 215, 250] { #expect(try await client.nextReply().code == code) }
      #expect(client.verdicts.isEmpty)
    }
  }

  @Test func tasksThatSendAtTheSameTimeEachGetTheirReply() async throws {
    try await withMockServer(.testing()) { server in
      let client = try await RawFTPClient.loggedIn(server)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for index in 0..<50 {
          group.addTask {
            let (command, code): (String, ReplyCode) = [("SYST", 215), ("PWD", 257), ("NOOP", 200)][index % 3]
            let reply = try await client.send(command)
            #expect(reply.code == code)
          }
        }
        try await group.waitForAll()
      }
      #expect(client.verdicts.isEmpty)
    }
  }

  @Test func aDialogueRunsInOneHop() async throws {
    try await withMockServer(.testing()) { server in
      let client = try await RawFTPClient.loggedIn(server)
      let codes = try await client.onThread { ftp throws(FTPClientError) in
        [try ftp.send("PWD").code, try ftp.send("SYST").code, try ftp.send("RNFR nowhere").code]
      }
      #expect(codes == [257, 215, 550])
    }
  }

  @Test func aPreliminaryReplyIsTheFirstAndTheFinalOneFollows() async throws {
    try await withPeer { peer in
      try peer.say("220 Ready.\r\n")
      try peer.answer("SITE LONG", "150 Wait.")
      try peer.answer("NOOP", "200 Done.\r\n200 OK")
    } _: { address in
      let client = try await RawFTPClient.connect(to: address)
      #expect(try await client.send("SITE LONG").code == 150)
      #expect(try await client.send("NOOP").line == "200 OK")
      #expect(try await client.nextReply().line == "200 Done.")
    }
  }
}
