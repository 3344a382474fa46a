import FTPProtocol

/// RFC 959, section 4.1.3: LIST and NLST.
enum RFC959Section4_1_3Listing {
  static let bodies: [String: CaseBody] = [
    "list inner": { try await $0.requireListing("LIST", of: "inner.txt", without: "outer.txt") },
    "list wanted.txt": {
      try await $0.requireListing("LIST wanted.txt", of: "wanted.txt", without: "other.txt")
    },
    "rfc959/4.1.3/list-empty-directory": { probe in
      let listing = try await probe.download("LIST", type: "A")
      try probe.expect(listing.opening, .preliminary, to: "LIST of an empty directory")
      let entries = listing.listed().filter { line in
        switch line.meaning {
        case .entry(let entry): !entry.isCurrentOrParent
        case .unread, .tooLong: true
        case .blank, .total, .heading, .message: false
        }
      }
      try probe.require(entries.isEmpty, "no entries", listing.summary)
    },
    "rfc959/4.1.3/nlst-names-only": { probe in
      let files = ["CAPITALS.TXT", "a.txt", "no-dot"]
      for name in files { try await probe.prepare(.store(name, .bytes(Array(name.utf8)))) }
      try await probe.prepare(.send("MKD inner"))
      let listing = try await probe.downloadNames()
      let text = String(decoding: listing.bytes, as: UTF8.self)
      let names = text.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
      // The last name may have a line end or not, because line ends separate names. Many servers leave directories out.
      let entries = (names.last == "" ? names.dropLast() : names[...]).filter {
        ![".", "..", "inner"].contains($0)
      }
      try probe.require(
        entries.sorted() == files, "\(Probe.list(files)), and perhaps 'inner', between CR LF", listing.summary
      )
    },
    "list the name in inner": { probe in
      let listing = try await probe.download("NLST", type: "A")
      let names = listing.lines.filter { $0 != "." && $0 != ".." }
      try probe.require(names == ["inner.txt"], "only inner.txt", listing.summary)
    },
  ]
}

extension Probe {
  /// Ends the case unless a listing has a line with one name, and none with another.
  fileprivate func requireListing(
    _ command: String, of name: String, without other: String
  ) async throws {
    let listing = try await download(command, type: "A")
    try require(listing.names(name), "a line with \(name)", listing.summary)
    try require(!listing.names(other), "no line with \(other)", listing.summary)
  }
}

extension CompletedTransfer {
  /// Whether a line of a listing contains a name as a separate word, anywhere.
  func names(_ name: String) -> Bool {
    lines.contains { line in line.split { $0 == " " || $0 == "/" || $0 == "\t" }.contains { $0 == name } }
  }
}
