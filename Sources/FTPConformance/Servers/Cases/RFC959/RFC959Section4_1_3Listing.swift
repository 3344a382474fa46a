import FTPProtocol

/// RFC 959, section 4.1.3: LIST and NLST.
///
/// Both are requested in ASCII type, as the RFC says.
enum RFC959Section4_1_3Listing {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc959/4.1.3/list-current-directory", "LIST alone lists the current directory.",
      needs: [.writeAccess, .data],
      tags: ["listing"], failsWith: ["listing-none", "code-500=LIST"]
    ) { probe in
      try await probe.upload("STOR outer.txt", "outside")
      try await probe.send("MKD inner", expecting: 257)
      try await probe.send("CWD inner", expecting: .completion)
      try await probe.upload("STOR inner.txt", "inside")
      let listing = try await probe.download("LIST", type: "A")
      try probe.require(listing.names("inner.txt"), "a line with inner.txt", listing.summary)
      try probe.require(!listing.names("outer.txt"), "nothing from the parent directory", listing.summary)
    },
    ServerCase(
      "rfc959/4.1.3/list-file", "LIST of a file describes that file.",
      needs: [.writeAccess, .data], tags: ["listing"], failsWith: ["listing-none", "code-answer=LIST:550"]
    ) { probe in
      try await probe.upload("STOR wanted.txt", "this one")
      try await probe.upload("STOR other.txt", "not this one")
      let listing = try await probe.download("LIST wanted.txt", type: "A")
      try probe.require(listing.names("wanted.txt"), "a line with wanted.txt", listing.summary)
      try probe.require(!listing.names("other.txt"), "nothing of another file", listing.summary)
    },
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
      for name in files { try await probe.upload("STOR \(name)", name) }
      try await probe.send("MKD inner", expecting: 257)
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
      failsWith: ["code-500=NLST", "listing-total"]
    ) { probe in
      try await probe.upload("STOR outer.txt", "outside")
      try await probe.send("MKD inner", expecting: 257)
      try await probe.send("CWD inner", expecting: .completion)
      try await probe.upload("STOR inner.txt", "inside")
      let listing = try await probe.download("NLST", type: "A")
      let names = listing.lines.filter { $0 != "." && $0 != ".." }
      try probe.require(names == ["inner.txt"], "only inner.txt", listing.summary)
    },
  ]
}

extension CompletedTransfer {
  /// Whether a line of a listing contains a name as a separate word, anywhere.
  func names(_ name: String) -> Bool {
    lines.contains { line in line.split { $0 == " " || $0 == "/" || $0 == "\t" }.contains { $0 == name } }
  }
}
