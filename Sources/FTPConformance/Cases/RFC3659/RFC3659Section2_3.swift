import FTPProtocol
import FTPSystem

/// RFC 3659, section 2.3: times.
enum RFC3659Section2_3 {
  static let cases: [ConformanceCase] = [
    ConformanceCase(
      "rfc3659/2.3/time-form", "A time has fourteen digits, and behind a dot at least one more.",
      ["3659:2.3:time-form"], needs: [.writeAccess, .data], tags: ["mdtm"], failsWith: ["time-19100"]
    ) { probe in
      try await probe.upload("STOR timed.txt", "now")
      _ = try await modified("timed.txt", probe)
    },
    ConformanceCase(
      "rfc3659/2.3/time-precision", "A time shows no digits that are not known.",
      ["3659:2.3:time-precision"], needs: [.writeAccess, .data], tags: ["mdtm"], failsWith: ["time-fraction"]
    ) { probe in
      var fractions: [String] = []
      for name in ["one.txt", "two.txt", "three.txt"] {
        try await probe.upload("STOR \(name)", "now")
        fractions.append(try await modified(name, probe).fraction)
      }
      let madeUp = fractions.allSatisfy { !$0.isEmpty && $0.allSatisfy { $0 == "0" } }
      try probe.require(
        !madeUp, "no fraction, or one that is known",
        "\(fractions.map { "." + $0 }.joined(separator: ", ")) for three files")
    },
    ConformanceCase(
      "rfc3659/2.3/time-utc", "Times are in UTC, whatever the clock on the server's wall shows.",
      ["3659:2.3:time-utc"], needs: [.writeAccess, .data], tags: ["mdtm"],
      failsWith: ["time-local", "time-local=-5"]
    ) { probe in
      try await probe.upload("STOR timed.txt", "now")
      let time = try await modified("timed.txt", probe)
      let ahead = time.secondsSince1970 - LocalClock.now().seconds
      // Clocks may differ a little; zones differ by whole quarters of an hour.
      if abs(ahead) < 300 { return }
      let quarters = (Double(ahead) / 900).rounded()
      guard abs(Double(ahead) - quarters * 900) < 120, abs(ahead) < 15 * 3_600 else {
        try probe.skip("the clocks of server and tester differ by \(ahead) seconds")
      }
      try probe.fail(
        "the time of a file written just now, in UTC", "\(time), which is \(ahead) seconds ahead")
    },
    ConformanceCase(
      "rfc3659/2.3/time-one-base", "MDTM and the modify fact tell the same time.",
      ["3659:2.3:time-one-base"], needs: [.writeAccess, .data, .feature("MLST")], tags: ["mdtm", "mlst"],
      failsWith: ["time-local", "listing-fact=modify=20010203040506"]
    ) { probe in
      try await probe.upload("STOR timed.txt", "now")
      let told = try await modified("timed.txt", probe)
      let entry = try await probe.describe("timed.txt")
      guard let fact = entry.modify else { try probe.skip("MLST has no modify fact") }
      // One of them may leave the fraction out.
      try probe.require(
        told.secondsSince1970 == fact.secondsSince1970, "\(told) in both", "modify=\(fact) in MLST")
    },
  ]

  /// What MDTM says of a file.
  static func modified(_ name: String, _ probe: Probe) async throws -> TimeValue {
    let reply = try await probe.sendOptional("MDTM \(name)")
    try probe.expect(reply, 213, to: "MDTM \(name)")
    return try probe.value(try TimeValue.read(reply))
  }
}
