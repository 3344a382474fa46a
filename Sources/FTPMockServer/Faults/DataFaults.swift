import FTPProtocol

/// `data-…`: the bytes on a data connection.
enum DataFaults {
  static let all = [
    FaultKind(
      "data-close", ("BYTES", "10"),
      "The server closes the data connection after this many bytes, and sends 226.",
      .requirement("959:3.2:close-reported-226-250")
    ) { value throws(FaultError) in
      let offset = try value.byteCount()
      return .onData { _ in OffsetFilter(at: offset, .closeData) }
    },
    FaultKind(
      "data-fail", ("BYTES", "10"),
      "The server closes the data connection after this many bytes, and sends 426.",
      .field("Q51", "servers seen by libcurl and jsftp")
    ) { value throws(FaultError) in
      let offset = try value.byteCount()
      return .onData { _ in OffsetFilter(at: offset, .failData) }
    },
    FaultKind(
      "data-reset", ("BYTES", "10"),
      "The server resets the data connection after this many bytes, and sends 426.",
      .requirement("959:5.2:read-rest-then-close")
    ) { value throws(FaultError) in
      let offset = try value.byteCount()
      return .onData { _ in OffsetFilter(at: offset, .resetData) }
    },
    FaultKind(
      "data-stall", ("BYTES", "10"), "The transfer stalls after this many bytes.",
      .field("Q15", "firewalls")
    ) { value throws(FaultError) in
      let offset = try value.byteCount()
      return .onData { _ in OffsetFilter(at: offset, .pause(.seconds(86_400))) }
    },
    FaultKind(
      "data-short", ("COUNT", "1"), "The last bytes are missing, and 226 follows.",
      .requirement("3659:4:size-transfer-octets")
    ) { value throws(FaultError) in
      let count = try value.count(1...(1 << 20))
      return .onData { facts in facts.isListing ? nil : ShorteningFilter(by: count) }
    },
    FaultKind(
      "data-garbage", ("COUNT", "1"), "This many zero bytes follow the last byte of a download.",
      .requirement("3659:4:size-transfer-octets")
    ) { value throws(FaultError) in
      let count = try value.count(1...(1 << 20))
      return .onData { facts in
        facts.isDownload ? FramingFilter(last: [.data(Array(repeating: 0, count: count))]) : nil
      }
    },
    FaultKind(
      "data-on-control",
      "A line of text comes over the control connection before the final reply to a download.",
      .requirement("959:4.1.3:data-off-control"),
      .onReply { facts, steps in
        if facts.stage == .completion, facts.verb == .retr { steps = [.text("a line of text\r\n")] + steps }
      }),
    FaultKind(
      "data-empty", "A download has no bytes, and 226 follows.", .field("Q32", "a server reported to curl"),
      .onData { facts in facts.isDownload ? OffsetFilter(at: 0, .closeData) : nil }),
    FaultKind(
      "data-late", ("SPAN", "500ms"), "The first byte comes late.", .requirement("959:5.4:wait-for-final")
    ) { value throws(FaultError) in
      let pause = try value.duration()
      return .onData { facts in facts.isUpload ? nil : FramingFilter(first: [.pause(pause)]) }
    },
    FaultKind(
      "data-dripped", ("COUNT", "1"), "Data comes in pieces of this many bytes, a millisecond apart.",
      .requirement("1123:4.1.2.10:reads-carry-no-meaning")
    ) { value throws(FaultError) in
      let count = try value.count(1...(1 << 20))
      return .onData { facts in facts.isUpload ? nil : DrippingFilter(count: count, pause: .milliseconds(1)) }
    },
    FaultKind(
      "data-bare-lf", "Lines of a download end with LF alone, whatever TYPE is.", .field("Q70", "Indy, ftpd"),
      .onData { facts in facts.isDownload ? MappingFilter { bytes in bytes.filter { $0 != 0x0D } } : nil }),
    FaultKind(
      "data-ascii", "A CR is inserted before each LF of a download, whatever TYPE is.",
      .field("Q70", "ftpserverlib"),
      .onData { facts in
        facts.isDownload ? MappingFilter { $0.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] } } : nil
      }),
    FaultKind(
      "data-seven-bit", "The eighth bit of each byte of a download is lost.",
      .requirement("1123:4.1.2.1:image-and-local8"),
      .onData { facts in facts.isDownload ? MappingFilter { $0.map { $0 & 0x7F } } : nil }),
  ]
}
