import FTPProtocol

/// RFC 854: the parts of Telnet that concern the control connection.
enum RFC854 {
  static let bodies: [String: CaseBody] = [
    "rfc854/nvt/iac-doubled": { probe in
      let name: [UInt8] = [0x61, 0xFF, 0x62]
      let reply = try await probe.ftp.send(bytes: Array("MKD ".utf8) + Telnet.escape(name))
      if reply.code.isNegative { try probe.skip("such a name is refused: \(Probe.words(of: reply))") }
      let move = try await probe.ftp.send(bytes: Array("CWD ".utf8) + Telnet.escape(name))
      let text = try await probe.send("PWD", expecting: .completion).lastLine.text
      // Other commands may not know the new form of the name.
      if let directory = probe.directory { try await probe.send("CWD \(directory)") }
      try await probe.ftp.send(bytes: Array("RMD ".utf8) + Telnet.escape(name))
      if move.code.isNegative, probe.facts.features.contains("UTF8") {
        try probe.skip("the name is not UTF-8, which FEAT announces: \(Probe.words(of: move))")
      }
      try probe.expect(move, .completion, to: "CWD with a doubled 255")
      let path = try PathReply.read(Telnet.strip(text).text).value.path
      // A server that does not support such names may have replaced the byte.
      guard path.contains(0xFF) else { return }
      try probe.require(
        path.suffix(3).elementsEqual(name), "a path that ends with one byte 255 between two letters",
        Escaping.ascii(path))
    }
  ]
}
