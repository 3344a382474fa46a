import FTPClient
import FTPProtocol

/// RFC 4217, section 12: how data connections under TLS end.
enum RFC4217Endings {
  static let bodies: [String: CaseBody] = [
    "rfc4217/12/close-notify": { probe in
      let bytes = probe.bytes(5_000)
      try await probe.prepare(.store("whole.bin", .bytes(bytes)))
      let transfer = try await probe.list(command: "RETR whole.bin")
      try probe.require(
        transfer.trouble == nil, "a close alert after the last byte", transfer.trouble?.description ?? "")
      try probe.require(
        transfer.bytes == bytes && transfer.isComplete, "the whole file",
        "\(transfer.bytes.count) bytes of \(bytes.count), and \(transfer.words)")
    },
    "rfc4217/12/truncated-stor": { probe in
      try await probe.prepare(.send("TYPE I"))
      let announced = try await probe.announcement()
      let data = try await probe.preparing("STOR") {
        let data = try await probe.require(probe.dial(probe.port(in: announced)), "a listener", "none")
        try await probe.write("STOR cut.bin\r\n")
        try await probe.nextReply(expecting: .preliminary, to: "STOR")
        return data
      }
      try await data.cut(after: probe.bytes(3_000), within: probe.patience.data)
      // A server that does not reply does not claim success.
      guard case .success(let final) = try await probe.finalReply() else { return }
      try probe.require(
        final.code.isNegative, "a failure, since the file may be incomplete", Probe.words(of: final))
    },
  ]
}
