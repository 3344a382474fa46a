import FTPClient
import FTPProtocol

/// RFC 1123, sections 4.1.2.1 to 4.1.2.7: types, structures, passive mode, LIST and NLST.
enum RFC1123Section4_1_2_1To7 {
  static let bodies: [String: CaseBody] = [
    "rfc1123/4.1.2.6/pasv-port-given-up": { probe in
      var ports: Set<UInt16> = []
      // A port that was released may immediately belong to another session or program, but not every time.
      for _ in 0..<3 {
        let announcement = try await probe.announcement()
        ports.insert(try probe.port(in: announcement))
        do { try await probe.ftp.connectData(announcedIn: announcement) } catch FTPClientError.transport(
          let error)
        {
          try probe.fail("a port that accepts a connection", "\(error)", citing: "959:4.1.2:pasv-listens")
        }
        try await probe.preparing("LIST") {
          _ = try await probe.received(try await probe.ftp.startTransfer("LIST"), "LIST")
        }
        let late = try await probe.dial(probe.port(in: announcement))
        guard let late, try await !late.ends(within: probe.pause(10)) else { return }
      }
      // No sentence says that the old port must be closed, if each transfer has a new one.
      try probe.require(ports.count > 1, "a new port for each transfer", "the same port, which stays open")
    },
    "retrieve all of NLST": { try await $0.retrieveAll(of: "NLST", count: 2) },
    "retrieve all of NLST inner": { try await $0.retrieveAll(of: "NLST inner", count: 2) },
    "rfc1123/4.1.2.7/listing-in-ascii": { probe in
      try await probe.prepare(.store("file.txt", "text"))
      for (command, type) in [("LIST", "I"), ("NLST", "I"), ("LIST", "A"), ("NLST", "A")] {
        let listing =
          try await command == "NLST"
          ? probe.downloadNames(type: type) : probe.download(command, type: type)
        var returns = 0
        for byte in listing.bytes {
          try probe.require(
            byte != 0x0A || returns == 1, "one CR before each LF of \(command) in TYPE \(type)",
            listing.summary)
          returns = byte == 0x0D ? returns + 1 : 0
        }
      }
    },
  ]
}

extension Probe {
  /// Retrieves each file in a listing of names, by its name exactly as listed.
  fileprivate func retrieveAll(of listing: String, count: Int) async throws {
    let names = try await downloadNames(listing).namesOfFiles
    for name in names {
      try require(
        !name.unicodeScalars.contains("\r"), "a name that RETR accepts",
        "'\(Escaping.ascii(name.utf8))', which fits in no command")
      let (reply, transfer) = try await startPassive("RETR \(name)")
      let file = try require(
        reply.code.isNegative ? nil : transfer, "a name that RETR accepts",
        "\(name), for which RETR gets \(Self.words(of: reply))")
      _ = try await file.contents()
      try expect(try await file.end(), .completion, to: "RETR \(name)")
    }
    try require(names.count == count, "\(count) names", "\(names.count): \(names.joined(separator: ", "))")
  }
}

extension CompletedTransfer {
  /// The names in a listing, one per line and including empty ones, without the directory itself and its parent.
  fileprivate var namesOfFiles: [String] {
    var names = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(decoding: $0.last == 0x0D ? $0.dropLast() : $0, as: UTF8.self) }
    if names.last == "" { names.removeLast() }
    return names.filter { name in
      let last = name.split(separator: "/").last ?? ""
      return last != "." && last != ".."
    }
  }
}
