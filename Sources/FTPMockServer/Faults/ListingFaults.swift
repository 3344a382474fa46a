import FTPProtocol

/// `listing-…`: LIST, NLST, MLSD and MLST.
enum ListingFaults {
  static let all = [
    FaultKind(
      "listing-empty", ("CODE", "550"), "A directory with nothing in it is refused with 450 or 550.",
      .field("Q33", "FTPD variants, FTPiiU")
    ) { value throws(FaultError) in
      let isPermanent = try value.choice(["450", "550"]) == "550"
      return .onReply { facts, steps in
        guard facts.stage == .preliminary, facts.isEmpty else { return }
        steps = [.reply(isPermanent ? 550 : 450, "No files found."), .noTransfer]
      }
    },
    FaultKind(
      "listing-bare-lf", "Lines of a listing end with LF alone.", .requirement("3659:7.2:mlsd-crlf"),
      lines { line in line.filter { $0 != 0x0D } }),
    FaultKind(
      "listing-no-last-end", "The last line of a listing has no line end.",
      .requirement("3659:7.2:mlsd-crlf"),
      .onData { facts in facts.isListing ? ShorteningFilter(by: 2) : nil }),
    FaultKind(
      "listing-total", "A listing begins with a line that tells a total.",
      .requirement("3659:7.2:mlsd-lines"),
      .onData { facts in
        facts.isListing ? FramingFilter(first: [.bytes(Array("total 42\r\n".utf8)[...])]) : nil
      }),
    FaultKind(
      "listing-blank-lines", "An empty line follows each line of a listing.",
      .requirement("3659:7.2:mlsd-lines"), lines { $0 + [0x0D, 0x0A] }),
    FaultKind(
      "listing-latin-1", "Names are in ISO 8859-1.", .requirement("2640:3.1:utf8-names"),
      lines { line in
        String(decoding: line, as: UTF8.self).unicodeScalars.map {
          $0.value < 256 ? UInt8($0.value) : UInt8(ascii: "?")
        }
      }),
    FaultKind(
      "listing-fact-space", "A space follows each fact of MLSD.", .field("Q41", "ProFTPD with LDAP groups"),
      .onData { facts in
        facts.verb == .mlsd
          ? LineFilter { $0.flatMap { $0 == UInt8(ascii: ";") ? [$0, 0x20] : [$0] } } : nil
      }),
    FaultKind(
      "listing-mlst-no-space", "The line of MLST does not begin with a space.",
      .field("Q40", "ftpserverlib, mtheall/ftpd"),
      .onReply { facts, steps in
        guard facts.verb == .mlst, facts.code == 250 else { return }
        steps.changeReplies { reply in
          for index in reply.lines.indices.dropFirst().dropLast() {
            reply.lines[index] = Array(reply.lines[index].drop { $0 == 0x20 })
          }
        }
      }),
    FaultKind(
      "listing-no-mlsd", "MLSD is listed in FEAT and answered 500.",
      .field("Q43", "servers seen by FileProvider"),
      .onCommand { facts, steps in
        if facts.verb == .mlsd { steps = [.reply(ServerReply(500, "Command not understood."))] }
      }),
    FaultKind(
      "listing-none", "LIST has no lines, whatever there is.", .field("Q33", "unnamed Unix servers"),
      .onData { facts in facts.verb == .list ? OffsetFilter(at: 0, .close) : nil }),
  ]

  private static func lines(_ change: @escaping @Sendable ([UInt8]) -> [UInt8]) -> FaultHooks {
    .onData { facts in facts.isListing ? LineFilter(change) : nil }
  }
}
