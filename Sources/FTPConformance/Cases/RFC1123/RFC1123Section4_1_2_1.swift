import FTPProtocol

/// RFC 1123, section 4.1.2.1: LOCAL type.
enum RFC1123Section4_1_2_1 {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc1123/4.1.2.1/image-and-local8", "TYPE I and TYPE L 8 are accepted.",
      ["1123:4.1.2.1:image-and-local8"], tags: ["type"], failsWith: ["code-type", "code-500=TYPE"]
    ) { probe in
      for command in ["TYPE I", "TYPE L 8"] { try await probe.send(command, expecting: 200) }
    },
    ConformanceCase(
      "rfc1123/4.1.2.1/local8-equals-image", "A file is the same bytes in TYPE L 8 as in TYPE I.",
      ["1123:4.1.2.1:local8-equals-image"], needs: [.writeAccess, .data], tags: ["type"],
      failsWith: ["data-seven-bit", "data-ascii", "data-short"]
    ) { probe in
      let bytes = probe.bytes(2_000)
      try await probe.send("TYPE L 8", expecting: 200)
      try await probe.upload("STOR local.bin", bytes, type: nil)
      let image = try await probe.download("RETR local.bin", type: "I")
      try probe.require(image.bytes == bytes, "in TYPE I the bytes stored in TYPE L 8", image.summary)
      try await probe.send("TYPE L 8", expecting: 200)
      let local = try await probe.download("RETR local.bin", type: nil)
      try probe.require(local.bytes == bytes, "the same bytes in TYPE L 8", local.summary)
    },
    ConformanceCase(
      "rfc1123/4.1.2.1/own-word-size", "TYPE L with another size is accepted by word machines, or refused.",
      ["1123:4.1.2.1:own-word-size"], tags: ["type"], failsWith: ["code-answer=TYPE:550"]
    ) { probe in
      try await probe.send("TYPE L 36", expecting: 200, 500, 501, 504)
    },
  ]
}
