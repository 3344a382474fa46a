import FTPProtocol

/// RFC 1123, section 4.1.2.7: LIST and NLST.
enum RFC1123Section4_1_2_7 {
  static let bodies: [String: CaseBody] = [
    "retrieve all of NLST": { try await $0.retrieveAll(of: "NLST", count: 2) },
    "retrieve all of NLST inner": { try await $0.retrieveAll(of: "NLST inner", count: 2) },
    "rfc1123/4.1.2.7/nlst-missing": { probe in
      let (reply, transfer) = try await probe.startPassive("NLST no-such-name")
      try probe.skipUnsupported(reply, to: "NLST")
      guard let transfer, reply.code.isPreliminary else {
        return try probe.expect(reply, .negative, .completion, to: "NLST of a missing name")
      }
      let listing = CompletedTransfer(
        opening: reply, bytes: try await transfer.contents(), final: try await transfer.end())
      try probe.require(listing.bytes.isEmpty, "a refusal, or no names", listing.summary)
    },
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
