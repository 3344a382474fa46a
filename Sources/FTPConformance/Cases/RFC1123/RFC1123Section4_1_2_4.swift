import FTPProtocol

/// RFC 1123, section 4.1.2.4: data structure transformations.
enum RFC1123Section4_1_2_4 {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc1123/4.1.2.4/record-invertible", "Records that were stored come back as they were.",
      ["1123:4.1.2.4:record-invertible"], needs: [.writeAccess, .data], tags: ["structure"],
      failsWith: ["data-seven-bit", "data-short"]
    ) { probe in
      try await probe.send("TYPE A", expecting: 200)
      try await probe.sendOptional("STRU R")
      // Each record ends with 255 1, the file with 255 2 (RFC 959, section 3.4.1).
      let records = Array("one".utf8) + [0xFF, 1] + Array("another".utf8) + [0xFF, 1, 0xFF, 2]
      try await probe.upload("STOR records.txt", records, type: nil)
      let copy = try await probe.download("RETR records.txt", type: nil)
      // The last record and the file may end at once, with 255 3.
      let joined = Array(records.dropLast(4)) + [0xFF, 3]
      try probe.require([records, joined].contains(copy.bytes), "both records", copy.summary)
    }
  ]
}
