import FTPProtocol

/// RFC 959, section 4.1.3: LIST and NLST.
///
/// Both are requested in ASCII type, as the RFC says.
enum RFC959Section4_1_3Listing {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc959/4.1.3/list-current-directory", "LIST alone lists the current directory.",
      needs: [.writeAccess, .data],
      tags: ["listing"], failsWith: ["listing-none", "code-500=LIST"],
      .prepare(
        .store("outer.txt", "outside"), .send("MKD inner"), .send("CWD inner"), .store("inner.txt", "inside")),
      .compute { try await $0.requireListing("LIST", of: "inner.txt", without: "outer.txt") }),
    ServerCase(
      "rfc959/4.1.3/list-file", "LIST of a file describes that file.",
      needs: [.writeAccess, .data], tags: ["listing"], failsWith: ["listing-none", "code-answer=LIST:550"],
      .prepare(.store("wanted.txt", "this one"), .store("other.txt", "not this one")),
      .compute { try await $0.requireListing("LIST wanted.txt", of: "wanted.txt", without: "other.txt") }),
    ServerCase(
      "rfc959/4.1.3/list-empty-directory", "LIST of an empty directory succeeds and has no entries.",
      needs: [.writeAccess, .data], tags: ["listing"],
      failsWith: ["listing-empty=550", "listing-empty=226"]
    ) { probe in
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
    ServerCase(
      "rfc959/4.1.3/nlst-names-only",
      "NLST sends only names, each on a line that ends with CR LF.", needs: [.writeAccess, .data],
      tags: ["listing"],
      failsWith: ["listing-bare-lf", "listing-total", "listing-blank-lines", "listing-paths"]
    ) { probe in
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
    ServerCase(
      "rfc959/4.1.3/nlst-current-directory", "NLST alone lists the current directory.",
      needs: [.writeAccess, .data], tags: ["listing"],
      failsWith: ["code-500=NLST", "listing-total"],
      .prepare(
        .store("outer.txt", "outside"), .send("MKD inner"), .send("CWD inner"), .store("inner.txt", "inside")),
      .compute { probe in
        let listing = try await probe.download("NLST", type: "A")
        let names = ServerModel.names(listing.bytes)
        try probe.require(names == [Array("inner.txt".utf8)], "only inner.txt", listing.summary)
      }),
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
