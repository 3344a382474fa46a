import FTPClient
import FTPProtocol

/// RFC 4217, section 12: how data connections under TLS end.
enum RFC4217Endings {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc4217/12/close-notify", "A download under TLS ends with a close alert.",
      needs: [.secured, .writeAccess, .data], tags: ["security", "tls"],
      failsWith: ["tls-data-no-close", "tls-data-cut", "tls-data-alert", "tls-data-damaged"]
    ) { probe in
      let bytes = probe.bytes(5_000)
      try await probe.prepare(.store("whole.bin", .bytes(bytes)))
      let transfer = try await probe.list(command: "RETR whole.bin")
      try probe.require(
        transfer.trouble == nil, "a close alert after the last byte", transfer.trouble?.description ?? "")
      try probe.require(
        transfer.bytes == bytes && transfer.isComplete, "the whole file",
        "\(transfer.bytes.count) bytes of \(bytes.count), and \(transfer.words)")
    },
    ServerCase(
      "rfc4217/12/truncated-stor", "An upload that is cut without a close alert is not reported as complete.",
      needs: [.secured, .writeAccess, .data], tags: ["security", "stor", "tls"],
      failsWith: ["tls-upload-cut"], traffic: .apart
    ) { probe in
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
    ServerCase(
      "rfc4217/12/empty-stor", "An empty upload is complete if its TLS has begun and ended.",
      ["4217:12:truncated-stor"], needs: [.secured, .writeAccess, .data], tags: ["security", "stor", "tls"],
      failsWith: ["code-failed"],
      .store("empty.bin", ""),
      .retrieve("empty.bin", is: "")),
  ]
}
