import FTPProtocol

/// `data-…`: the bytes on a data connection.
enum DataFaults {
  static let all = [
    FaultKind(
      "data-close", .bytes("10"),
      "The server closes the data connection after this many bytes, and sends 226.",
      "959:3.2:close-reported-226-250"
    ) { offset in .onData { _ in OffsetFilter(at: offset, .closeData) } },
    FaultKind(
      "data-fail", .bytes("10"),
      "The server closes the data connection after this many bytes, and sends 426.",
      .field("Q51", "servers seen by libcurl and jsftp")
    ) { offset in .onData { _ in OffsetFilter(at: offset, .failData) } },
    FaultKind(
      "data-reset", .bytes("10"),
      "The server resets the data connection after this many bytes, and sends 426.",
      "959:5.2:read-rest-then-close"
    ) { offset in .onData { _ in OffsetFilter(at: offset, .resetData) } },
    FaultKind(
      "data-stall", .bytes("10"), "The transfer stalls after this many bytes.",
      .field("Q15", "firewalls")
    ) { offset in .onData { _ in OffsetFilter(at: offset, .pause(.seconds(86_400))) } },
    FaultKind(
      "data-short", .count("1", 1...(1 << 20)), "The last bytes are missing, and 226 follows.",
      "3659:4:size-transfer-octets"
    ) { count in .onData { $0.isListing ? nil : ShorteningFilter(by: count) } },
    FaultKind(
      "data-garbage", .count("1", 1...(1 << 20)), "This many zero bytes follow the last byte of a download.",
      "3659:4:size-transfer-octets"
    ) { count in
      .onData { $0.isDownload ? OffsetFilter(.data(Array(repeating: 0, count: count))) : nil }
    },
    FaultKind(
      "data-on-control",
      "A line of text comes over the control connection before the final reply to a download.",
      "959:4.1.3:data-off-control",
      .preceding(with: .text("a line of text\r\n")) { $0.stage == .completion && $0.verb == .retr }),
    FaultKind(
      "data-empty", "A download has no bytes, and 226 follows.", .field("Q32", "a server reported to curl"),
      .onData { facts in facts.isDownload ? OffsetFilter(at: 0, .closeData) : nil }),
    FaultKind(
      "data-late", .span("500ms"), "The first byte comes late.", "959:5.4:wait-for-final"
    ) { pause in .onData { $0.isUpload ? nil : OffsetFilter(at: 0, .pause(pause)) } },
    FaultKind(
      "data-dripped", .count("1", 1...(1 << 20)),
      "Data comes in pieces of this many bytes, a millisecond apart.", "1123:4.1.2.10:reads-carry-no-meaning"
    ) { count in
      .onData { $0.isUpload ? nil : DrippingFilter(count: count, pause: .milliseconds(1)) }
    },
    FaultKind(
      "data-bare-lf", "Lines of a download end with LF alone, whatever TYPE is.", .field("Q70", "Indy, ftpd"),
      ofDownloads { bytes in bytes.filter { $0 != 0x0D } }),
    FaultKind(
      "data-ascii", "A CR is inserted before each LF of a download, whatever TYPE is.",
      .field("Q70", "ftpserverlib"), ofDownloads { $0.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] } }),
    FaultKind(
      "data-seven-bit", "The eighth bit of each byte of a download is lost.",
      "1123:4.1.2.1:image-and-local8", ofDownloads { $0.map { $0 & 0x7F } }),
  ]

  private static func ofDownloads(
    _ change: @escaping @Sendable (ArraySlice<UInt8>) -> [UInt8]
  ) -> FaultHooks {
    .onData { $0.isDownload ? MappingFilter(change: change) : nil }
  }
}
