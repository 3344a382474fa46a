import FTPProtocol

/// `data-…`: the bytes on a data connection.
enum DataFaults {
  static let bodies: [String: FaultBody] = [
    "data-close": FaultBody(.bytes("10")) { offset in .onData { _ in OffsetFilter(at: offset, .closeData) } },
    "data-fail": FaultBody(.bytes("10")) { offset in .onData { _ in OffsetFilter(at: offset, .failData) } },
    "data-reset": FaultBody(.bytes("10")) { offset in .onData { _ in OffsetFilter(at: offset, .resetData) } },
    "data-stall": FaultBody(.bytes("10")) { offset in
      .onData { _ in OffsetFilter(at: offset, .pause(.seconds(86_400))) }
    },
    "data-short": FaultBody(.count("1", 1...(1 << 20))) { count in
      .onData { $0.isListing ? nil : ShorteningFilter(by: count) }
    },
    "data-garbage": FaultBody(.count("1", 1...(1 << 20))) { count in
      .onData { $0.isDownload ? OffsetFilter(.data(Array(repeating: 0, count: count))) : nil }
    },
    "data-on-control": FaultBody(
      .preceding(with: .text("a line of text\r\n")) { $0.stage == .completion && $0.verb == .retr }),
    "data-empty": FaultBody(.onData { facts in facts.isDownload ? OffsetFilter(at: 0, .closeData) : nil }),
    "data-late": FaultBody(.span("500ms")) { pause in
      .onData { $0.isUpload ? nil : OffsetFilter(at: 0, .pause(pause)) }
    },
    "data-dripped": FaultBody(.count("1", 1...(1 << 20))) { count in
      .onData { $0.isUpload ? nil : DrippingFilter(count: count, pause: .milliseconds(1)) }
    },
    "data-bare-lf": FaultBody(ofDownloads { bytes in bytes.filter { $0 != 0x0D } }),
    "data-ascii": FaultBody(ofDownloads { $0.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] } }),
    "data-seven-bit": FaultBody(ofDownloads { $0.map { $0 & 0x7F } }),
  ]

  private static func ofDownloads(
    _ change: @escaping @Sendable (ArraySlice<UInt8>) -> [UInt8]
  ) -> FaultHooks {
    .onData { $0.isDownload ? MappingFilter(change: change) : nil }
  }
}
