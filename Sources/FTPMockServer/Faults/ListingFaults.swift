import FTPProtocol

/// `listing-…`: LIST and NLST, and MLSD if it behaves the same.
enum ListingFaults {
  static let all = [
    FaultKind(
      "listing-dialect", .choice("DIALECT", "dos", of: ListingDialect.all.map(\.name)),
      "LIST has the form of another system: \(ListingDialect.all.map(\.name).joined(separator: ", ")).",
      .field("Q36", "IIS, OpenVMS, IBM i, z/OS and others")
    ) { name in .configure { $0.dialect = ListingDialect(name: name) ?? $0.dialect } },
    FaultKind(
      "listing-empty", .choice("CODE", "550", of: ["226", "450", "550"]),
      "LIST and NLST of an empty directory get a single reply: 226, 450 or 550.",
      .field("Q33", "FTPD variants, FTPiiU")
    ) { code in
      let reply =
        code == "226"
        ? ReplyStep.reply(226, "Transfer complete.") : .reply(code == "450" ? 450 : 550, "No files found.")
      return .replacing(with: reply, .releasePort) { $0.stage == .preliminary && $0.isEmpty }
    },
    FaultKind(
      "listing-options", "LIST and NLST take an option such as -a for a name, and refuse it.",
      .field("Q34", "FileZilla Server 1.x"),
      .answering(.list, .nlst, with: .reply(550, "There is no such file.")) {
        $0.command.argument?.first == 0x2D
      }),
    FaultKind(
      "listing-echo", "NLST of a name lists that name, whether it exists or not.",
      .field("Q35", "Apache MINA FtpServer"),
      .onCommand { facts, steps in
        guard facts.verb == .nlst, let name = facts.command.argument, !name.isEmpty else { return }
        steps = [
          .reply(150, "Opening data connection."), .data(name + [0x0D, 0x0A]), .closeData,
          .reply(226, "Transfer complete."),
        ]
      }),
    FaultKind(
      "listing-bare-lf", "Lines of a listing end with LF alone.", "3659:7.2:mlsd-crlf",
      lines { line in line.filter { $0 != 0x0D } }),
    FaultKind(
      "listing-no-last-end", "The last line of a listing has no line end.",
      "3659:7.2:mlsd-crlf",
      .onData { $0.isListing ? ShorteningFilter(by: 2) : nil }),
    FaultKind(
      "listing-total", "A listing begins with a line that shows a total.", "3659:7.2:mlsd-lines",
      .onData { $0.isListing ? OffsetFilter(at: 0, .data(Array("total 42\r\n".utf8))) : nil }),
    FaultKind(
      "listing-blank-lines", "An empty line follows each line of a listing.",
      "3659:7.2:mlsd-lines", lines { $0 + [0x0D, 0x0A] }),
    FaultKind(
      "listing-latin-1", "Names are in ISO 8859-1.", "2640:3.1:utf8-names",
      lines { line in
        String(decoding: line, as: UTF8.self).unicodeScalars.map {
          $0.value < 256 ? UInt8($0.value) : UInt8(ascii: "?")
        }
      }),
    FaultKind(
      "listing-bare-names", "NLST of a directory gives names without the directory.",
      "1123:4.1.2.7:nlst-usable-names",
      .onData { facts in
        facts.verb != .nlst
          ? nil : LineFilter { line in line.split(separator: 0x2F).last.map(Array.init) ?? line }
      }),
    FaultKind(
      "listing-paths", "NLST and MLSD put a directory before each name.",
      "3659:7.3:mlsd-plain-names",
      .onData { facts in
        guard facts.verb == .nlst || facts.verb == .mlsd else { return nil }
        let isBare = facts.verb == .nlst
        return LineFilter { line in
          let start = isBare ? line.startIndex : line.firstIndex(of: 0x20).map { $0 + 1 } ?? line.startIndex
          return line[..<start] + Array("here/".utf8) + line[start...]
        }
      }),
    FaultKind(
      "listing-none", "LIST has no lines, although the directory has entries.",
      .field("Q33", "unnamed Unix servers"),
      .onData { facts in facts.verb == .list ? OffsetFilter(at: 0, .closeData) : nil }),
  ]

  private static func lines(_ change: @escaping @Sendable ([UInt8]) -> [UInt8]) -> FaultHooks {
    .onData { facts in facts.isListing ? LineFilter(change) : nil }
  }
}
