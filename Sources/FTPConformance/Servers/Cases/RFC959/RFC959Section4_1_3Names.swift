import FTPClient
import FTPProtocol

/// RFC 959, section 4.1.3: RNFR, RNTO, DELE, RMD and MKD.
enum RFC959Section4_1_3Names {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc959/4.1.3/rnfr-350", "RNFR of an existing file gets 350, and changes nothing yet.",
      needs: [.writeAccess, .data, .secondLogin],
      tags: ["rename"], failsWith: ["code-answer=RNFR:250", "code-pretend=RNFR:200"]
    ) { probe in
      try await probe.upload("STOR old.txt", "still here")
      try await probe.send("RNFR old.txt", expecting: 350)
      // Checked in a second session, because a server may insist on RNTO as the next command.
      let other = try await probe.connect()
      try await probe.logIn(over: other)
      try await probe.enterDirectory(over: other)
      let copy = try await probe.download("RETR old.txt", over: other)
      try probe.require(copy.bytes == Array("still here".utf8), "the file under its old name", copy.summary)
    },
    ServerCase(
      "rfc959/4.1.3/rnfr-missing", "RNFR of a missing name fails.",
      tags: ["rename"], failsWith: ["code-answer=RNFR:350", "code-pretend=RNFR:350"]
    ) { probe in
      let reply = try await probe.send("RNFR no-such-file", expecting: 350, .negative)
      guard reply.code == 350 else { return }
      try await probe.send("RNTO no-such-file-either", expecting: .negative)
      // The table of codes allows no success of RNFR for such a name, but no sentence says when the server must look.
      probe.warn("550 or 450 to RNFR of a missing name", Probe.words(of: reply))
    },
    ServerCase(
      "rfc959/4.1.3/rnto-renames", "RNTO gives the file of RNFR its new name, and the old name is gone.",
      needs: [.writeAccess, .data], tags: ["rename"],
      failsWith: ["code-pretend=RNTO:250", "code-answer=RNTO:200"]
    ) { probe in
      try await probe.upload("STOR old.txt", "the same text")
      try await probe.send("RNFR old.txt", expecting: 350)
      try await probe.send("RNTO new.txt", expecting: 250)
      let copy = try await probe.download("RETR new.txt")
      try probe.require(
        copy.bytes == Array("the same text".utf8), "the file under its new name", copy.summary)
      let gone = try await probe.startPassive("RETR old.txt")
      try probe.expect(gone.reply, .negative, to: "RETR of the old name")
    },
    ServerCase(
      "rfc959/4.1.3/rnto-after-rnfr", "RNTO without RNFR gets 503.",
      tags: ["rename", "sequence"], failsWith: ["code-answer=RNTO:250", "code-swap=503:501"]
    ) { probe in
      try await probe.send("RNTO no-such-file", expecting: 503, tolerating: [.permanent])
    },
    ServerCase(
      "rfc959/4.1.3/rnto-directly-after", "A command between RNFR and RNTO breaks the rename.",
      needs: [.writeAccess, .data], tags: ["rename", "sequence"],
      failsWith: ["code-pretend=RNTO:250", "code-swap=503:550"]
    ) { probe in
      try await probe.upload("STOR old.txt", "still here")
      try await probe.send("RNFR old.txt", expecting: 350)
      try await probe.send("PWD")
      // Many servers remember RNFR until RNTO comes.
      let reply = try await probe.send("RNTO new.txt", expecting: 503, tolerating: [250, .permanent])
      if reply.code == 250 { return }
      let copy = try await probe.download("RETR old.txt")
      try probe.require(copy.bytes == Array("still here".utf8), "the file under its old name", copy.summary)
    },
    ServerCase(
      "rfc959/4.1.3/dele-removes", "DELE removes a file once, without asking again.",
      ["959:4.1.3:dele-removes", "959:4.1.3:dele-missing"], needs: [.writeAccess, .data],
      failsWith: ["code-pretend=DELE:250", "code-answer=DELE:200", "code-answer=DELE:250"]
    ) { probe in
      try await probe.upload("STOR doomed.txt", "not for long")
      try await probe.send("DELE doomed.txt", expecting: 250)
      let gone = try await probe.startPassive("RETR doomed.txt")
      try probe.expect(gone.reply, .negative, to: "RETR of the deleted file")
      try await probe.send("DELE doomed.txt", expecting: .negative, citing: "959:4.1.3:dele-missing")
    },
    ServerCase(
      "rfc959/4.1.3/dele-missing", "DELE of a missing file gets 550.", needs: [.writeAccess],
      failsWith: ["code-answer=DELE:250"]
    ) { probe in
      try await probe.send("DELE no-such-file", expecting: 550, 450)
    },
    ServerCase(
      "rfc959/4.1.3/dele-directory", "DELE does not remove a directory.",
      needs: [.writeAccess], failsWith: ["code-answer=DELE:250"]
    ) { probe in
      try await probe.send("MKD folder", expecting: 257)
      try await probe.send("DELE folder", expecting: .negative)
      try await probe.send("CWD folder", expecting: .completion)
    },
    ServerCase(
      "rfc959/4.1.3/rmd-removes", "RMD removes a directory, by a relative or an absolute name.",
      needs: [.writeAccess],
      failsWith: ["code-pretend=RMD:250", "code-answer=RMD:200"]
    ) { probe in
      let base = try await probe.workingDirectory()
      try await probe.send("MKD near", expecting: 257)
      try await probe.send("RMD near", expecting: 250)
      try await probe.send("CWD near", expecting: .negative)
      try await probe.send("MKD far", expecting: 257)
      guard try await probe.change(to: base.appending("far")).code.kind == .completion else {
        // Not every system separates names by slashes; if so, there is only the relative form.
        return
      }
      try await probe.send("CDUP", expecting: .completion)
      let reply = try await probe.ftp.send(bytes: Array("RMD ".utf8) + base.appending("far").path)
      try probe.expect(reply, 250, to: "RMD of an absolute name")
      try await probe.send("CWD far", expecting: .negative)
    },
    ServerCase(
      "rfc959/4.1.3/rmd-missing-or-file", "RMD of a missing name, or of a file, fails.",
      needs: [.writeAccess, .data], failsWith: ["code-answer=RMD:250"]
    ) { probe in
      try await probe.send("RMD no-such-folder", expecting: .negative)
      try await probe.upload("STOR file.txt", "no folder")
      try await probe.send("RMD file.txt", expecting: .negative)
      let copy = try await probe.download("RETR file.txt")
      try probe.require(copy.bytes == Array("no folder".utf8), "the file unchanged", copy.summary)
    },
    ServerCase(
      "rfc959/4.1.3/mkd-relative", "MKD with a relative name creates a directory inside the current one.",
      needs: [.writeAccess],
      failsWith: ["reply-text=PWD:\"/\" is it", "code-answer=MKD:250"]
    ) { probe in
      let base = try await probe.workingDirectory()
      try await probe.send("MKD inner", expecting: 257)
      try await probe.send("CWD inner", expecting: .completion)
      let inner = try await probe.workingDirectory()
      try probe.require(inner.ends(with: "inner"), "a path that ends with inner", inner.text)
      try await probe.send("CDUP", expecting: .completion)
      let back = try await probe.workingDirectory()
      try probe.require(back.path == base.path, "\(base.text) above it", back.text)
    },
  ]
}

extension Probe {
  /// Enters the directory of the case on another connection.
  func enterDirectory(over connection: CaseConnection) async throws {
    guard let directory else { throw CaseStop.impossible("the case has no directory") }
    try await prepare(.send("CWD \(directory)"), over: connection)
  }
}

extension PathReply {
  /// The path of a name in this directory, as systems with slashes write it.
  func appending(_ name: String) -> PathReply {
    let separator: [UInt8] = path.last == 0x2F ? [] : [0x2F]
    return PathReply(path: path + separator + Array(name.utf8))
  }
}
