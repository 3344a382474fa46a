import FTPProtocol

/// `listing-…`: LIST and NLST, and MLSD if it behaves the same.
enum ListingFaults {
  static let bodies: [String: FaultBody] = [
    "listing-dialect": FaultBody(.choice("DIALECT", "dos", of: ListingDialect.all.map(\.name))) { name in
      .configure { $0.dialect = ListingDialect(name: name) ?? $0.dialect }
    },
    "listing-empty": FaultBody(.choice("CODE", "550", of: ["226", "450", "550"])) { code in
      let reply =
        code == "226"
        ? ReplyStep.reply(226, "Transfer complete.") : .reply(code == "450" ? 450 : 550, "No files found.")
      return .replacing(with: reply, .releasePort) { $0.stage == .preliminary && $0.isEmpty }
    },
    "listing-options": FaultBody(
      .answering(.list, .nlst, with: .reply(550, "There is no such file.")) {
        $0.command.argument?.first == 0x2D
      }),
    "listing-echo": FaultBody(
      .onCommand { facts, steps in
        guard facts.verb == .nlst, let name = facts.command.argument, !name.isEmpty else { return }
        steps = [
          .reply(150, "Opening data connection."), .data(name + [0x0D, 0x0A]), .closeData,
          .reply(226, "Transfer complete."),
        ]
      }),
    "listing-bare-lf": FaultBody(lines { line in line.filter { $0 != 0x0D } }),
    "listing-no-last-end": FaultBody(.onData { $0.isListing ? ShorteningFilter(by: 2) : nil }),
    "listing-total": FaultBody(
      .onData { $0.isListing ? OffsetFilter(at: 0, .data(Array("total 42\r\n".utf8))) : nil }),
    "listing-blank-lines": FaultBody(lines { $0 + [0x0D, 0x0A] }),
    "listing-latin-1": FaultBody(
      lines { line in
        String(decoding: line, as: UTF8.self).unicodeScalars.map {
          $0.value < 256 ? UInt8($0.value) : UInt8(ascii: "?")
        }
      }),
    "listing-bare-names": FaultBody(
      .onData { facts in
        facts.verb != .nlst
          ? nil : LineFilter { line in line.split(separator: 0x2F).last.map(Array.init) ?? line }
      }),
    "listing-paths": FaultBody(
      .onData { facts in
        guard facts.verb == .nlst || facts.verb == .mlsd else { return nil }
        let isBare = facts.verb == .nlst
        return LineFilter { line in
          let start = isBare ? line.startIndex : line.firstIndex(of: 0x20).map { $0 + 1 } ?? line.startIndex
          return line[..<start] + Array("here/".utf8) + line[start...]
        }
      }),
    "listing-none": FaultBody(
      .onData { facts in facts.verb == .list ? OffsetFilter(at: 0, .closeData) : nil }),
  ]

  private static func lines(_ change: @escaping @Sendable ([UInt8]) -> [UInt8]) -> FaultHooks {
    .onData { facts in facts.isListing ? LineFilter(change) : nil }
  }
}
