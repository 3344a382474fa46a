import FTPProtocol

/// draft-bryan-ftp-range-08: RANG.
enum DraftRang {
  static let bodies: [String: CaseBody] = [
    "draft-rang/4.3/rang-retr": { probe in
      try await probe.prepare(.store("ten.txt", "0123456789"))
      for (range, wanted) in [("2 5", "2345"), ("7 99", "789"), ("20 30", "")] {
        try await probe.restart("RANG \(range)")
        let start = try await probe.ftp.startTransfer("RETR ten.txt")
        if wanted.isEmpty, start.reply.code.isNegative {
          probe.warn("no octets", Probe.words(of: start.reply))
          continue
        }
        let bytes = try await probe.received(start, "RETR after RANG \(range)")
        try probe.require(bytes == Array(wanted.utf8), "'\(wanted)'", Escaping.ascii(bytes))
      }
    }
  ]
}
