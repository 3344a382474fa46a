import FTPProtocol

/// RFC 3659, sections 2 to 5: names, times, MDTM, SIZE, and REST in stream mode.
enum RFC3659Section2To5 {
  static let bodies: [String: CaseBody] = [
    "rfc3659/2.2/iac-in-names": { probe in
      let name: [UInt8] = [0x69, 0xFF, 0x61]
      let made = try await probe.ftp.send(bytes: Array("MKD ".utf8) + Telnet.escape(name))
      if made.code.isNegative { try probe.skip("the server refuses such names: \(Probe.words(of: made))") }
      let listed = try await probe.children().map(\.name)
      let reply = try await probe.ftp.send(bytes: Array("MLST ".utf8) + Telnet.escape(name))
      // The directory can be removed only by exactly these bytes.
      _ = try await probe.ftp.send(bytes: Array("RMD ".utf8) + Telnet.escape(name))
      if listed.count == 1, listed[0].count == name.count, !listed[0].contains(0xFF) {
        try probe.skip("the server changes such names, here to '\(Escaping.ascii(listed[0]))'")
      }
      try probe.require(listed == [name], "the name i\\xffa", Probe.list(listed.map { Escaping.ascii($0) }))
      if reply.code.isNegative { try probe.skip("MLST of this name got \(Probe.words(of: reply))") }
      let runs = reply.bytes.split(omittingEmptySubsequences: true) { $0 != 0xFF }
      try probe.require(
        !runs.isEmpty && runs.allSatisfy { $0.count.isMultiple(of: 2) }, "every octet 255 twice",
        reply.description)
    },
    "rfc3659/2.3/time-precision": { probe in
      var fractions: [String] = []
      for name in ["one.txt", "two.txt", "three.txt"] {
        try await probe.prepare(.store(name, "now"))
        fractions.append(try await probe.modified(name).fraction)
      }
      let madeUp = fractions.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0 == "0" } }
      try probe.require(
        !madeUp, "no fraction, or a true one",
        "\(fractions.map { "." + $0 }.joined(separator: ", ")) for three files")
    },
    "rfc3659/2.3/time-utc": { probe in
      try await probe.prepare(.store("timed.txt", "now"))
      let time = try await probe.modified("timed.txt")
      let ahead = try await time.secondsSince1970 - probe.now()
      // Clocks may differ a little; zones differ by whole quarters of an hour.
      if abs(ahead) < 300 { return }
      let quarters = (Double(ahead) / 900).rounded()
      guard abs(Double(ahead) - quarters * 900) < 120, abs(ahead) < 15 * 3_600 else {
        try probe.skip("the clocks of server and tester differ by \(ahead) seconds")
      }
      try probe.fail(
        "the time of a file written just now, in UTC", "\(time), which is \(ahead) seconds ahead")
    },
    "rfc3659/2.3/time-as-listed": { probe in
      try await probe.prepare(.store("timed.txt", "now"))
      let told = try await probe.modified("timed.txt")
      let listing = try await probe.preparing("LIST") { try await probe.download("LIST", type: "A") }
      // Relative to the time in MDTM, the file was written just now, whatever year the server has.
      let entries = listing.listed(at: told).lazy.compactMap(\.entry)
      guard let entry = entries.first(where: { $0.text == "timed.txt" }), let date = entry.modified else {
        try probe.skip("LIST shows no date in a known form: \(listing.summary)")
      }
      if date.guesses.contains(.order) {
        try probe.skip("LIST shows a date with more than one meaning: \(listing.summary)")
      }
      // Zones differ by no more than a day, and a date without a time covers a day.
      if abs(date.secondsSince1970 - told.secondsSince1970) > 2 * 86_400 {
        probe.warn("the day that LIST shows: '\(Escaping.ascii(entry.line))'", "\(told)")
      }
    },
    "rfc3659/4/size-transfer-octets": { probe in
      // The second file replaces the first.
      for content in [CaseContent.random(12_345), .random(131_073, from: 12_345)] {
        try await probe.prepare(.store("sized.bin", content), .send("TYPE I"))
        let reply = try await probe.sendOptional("SIZE sized.bin")
        let size = try probe.value(try SizeReply.read(reply)).octets
        let copy = try await probe.preparing("RETR") { try await probe.download("RETR sized.bin") }
        try probe.require(
          copy.bytes.count == size, "the \(copy.bytes.count) octets that RETR sent", "\(size)")
      }
    },
  ]
}

extension Probe {
  /// The time that MDTM reports for a file; a refusal and another form are for the cases about MDTM.
  func modified(_ name: String) async throws -> TimeValue {
    let reply = try await sendOptional("MDTM \(name)")
    return try value(try TimeValue.read(reply))
  }
}
