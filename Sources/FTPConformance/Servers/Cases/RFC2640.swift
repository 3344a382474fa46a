import FTPProtocol

/// RFC 2640: names in UTF-8, and LANG.
enum RFC2640 {
  static let bodies: [String: CaseBody] = [
    "rfc2640/3.1/cr-nul-in-names": { probe in
      try await probe.ftp.write(Array("MKD a\r\0b\r\n".utf8))
      let reply = try await probe.nextReply(to: "MKD of a name with CR NUL")
      // Few servers support such names.
      if reply.code.isNegative { return }
      let listed = try await probe.listedNames()
      try await probe.ftp.write(Array("RMD a\r\0b\r\n".utf8))
      try await probe.nextReply(to: "RMD of the same name")
      if listed != [Array("a\rb".utf8)] { try depart("the name a\\rb", text(of: listed), probe) }
    },
    "rfc2640/3.2/utf8-in-feat": { probe in
      let name = Array("\u{3A9}".utf8)
      let reply = try await probe.ftp.send(bytes: Array("MKD ".utf8) + name)
      if reply.code.isNegative { try probe.skip("such a name is refused: \(Probe.words(of: reply))") }
      let listed = try await probe.listedNames()
      _ = try await probe.ftp.send(bytes: Array("RMD ".utf8) + name)
      if listed != [name] { try probe.skip("such a name is listed differently") }
      let feature = try await probe.features()["UTF8"]
      let line = feature.map { String(decoding: $0.bytes, as: UTF8.self) }
      if line?.uppercased() == "UTF8" { return }
      guard feature != nil || claimsUTF8(probe) else {
        throw CaseStop.unsupported("FEAT does not claim that names are in UTF-8")
      }
      try probe.fail("the line UTF8 in FEAT", line ?? "no such line")
    },
    "rfc2640/4.3/lang-in-feat": { probe in
      let tags = try await languages(probe)
      try probe.require(
        !tags.isEmpty && tags.allSatisfy(isTag), "tags of languages after LANG", Probe.list(tags))
      let line = try await probe.features()["LANG"]?.parameters ?? ""
      try probe.require(line.count { $0 == "*" } < 2, "one asterisk at most", line)
    },
  ]

  /// Creates a directory, and looks for the same bytes in the listing.
  static func keep(_ name: [UInt8], _ probe: Probe) async throws {
    let reply = try await probe.ftp.send(bytes: Array("MKD ".utf8) + name)
    if reply.code.isNegative {
      // A server that supports eight-bit names at all should accept a common letter such as an umlaut.
      let isUsual =
        name.contains { $0 >= 0x80 } && probe.current.entry.requirements.contains("2640:3.1:utf8-names")
      let simple = isUsual ? try await probe.ftp.send(bytes: Array("MKD gr\u{FC}n".utf8)) : reply
      if isUsual, simple.code.isNegative {
        try depart("257 to MKD gr\u{FC}n", Probe.words(of: simple), probe)
      }
      try probe.skip("such a name is refused: \(Probe.words(of: reply))")
    }
    let listed = try await probe.listedNames()
    // The directory can be removed only by exactly these bytes.
    let removed = try await probe.ftp.send(bytes: Array("RMD ".utf8) + name)
    if listed == [name] { return }
    // Some servers list no directories; the reply to MKD shows the name.
    if listed.isEmpty, !removed.code.isNegative {
      let isTold = reply.lines.contains { $0.bytes.firstRange(of: name) != nil }
      if isTold { try probe.skip("NLST lists no directories") }
      return try depart("'\(Escaping.ascii(name))' in the reply to MKD", Probe.words(of: reply), probe)
    }
    if name.allSatisfy({ $0 < 0x80 }), let told = Probe.replacement(of: name, in: reply) {
      try probe.skip("the server changes such names, here to '\(Escaping.ascii(told))'")
    }
    try depart("'\(Escaping.ascii(name))' in NLST", text(of: listed), probe)
  }

  /// Ends the case; for a server that does not claim to support UTF-8, the RFC is only good advice, so it warns.
  private static func depart(_ expected: String, _ received: String, _ probe: Probe) throws {
    if claimsUTF8(probe) { try probe.fail(expected, received) }
    probe.warn(expected, received)
  }

  /// Whether FEAT has UTF8, or something that presupposes it.
  private static func claimsUTF8(_ probe: Probe) -> Bool {
    ["UTF8", "MLST", "LANG"].contains { probe.facts.features.contains($0) }
  }

  private static func text(of names: [[UInt8]]) -> String {
    names.isEmpty ? "no names" : names.map { "'\(Escaping.ascii($0))'" }.joined(separator: ", ")
  }

  private static func requireLanguages(_ probe: Probe) async throws {
    // Tried before the login first, because some servers have LANG only there, and others only after it.
    var reply = try await probe.send("LANG")
    if reply.code == 530 {
      try await probe.logIn()
      reply = try await probe.send("LANG")
    }
    try probe.requirePresence(reply, of: "LANG")
  }

  /// The tags that FEAT lists; ends the case if there is no LANG, or FEAT does not list it.
  static func languages(_ probe: Probe) async throws -> [String] {
    try await requireLanguages(probe)
    let features = try await probe.features()
    let line = try probe.require(
      features["LANG"], "LANG in FEAT, since the server has it", "no such line",
      citing: "2640:4.3:lang-in-feat")
    return line.parameters.split(separator: ";").map { tag in
      String(tag.last == "*" ? tag.dropLast() : tag)
    }
  }

  /// Whether a text has the form of a tag: one to eight letters, and more of them after hyphens.
  private static func isTag(_ text: String) -> Bool {
    text.split(separator: "-", omittingEmptySubsequences: false).allSatisfy { part in
      (1...8).contains(part.utf8.count) && part.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
    }
  }
}

extension Probe {
  /// The language in use, whose tag has an asterisk in FEAT; nil if there is none.
  func language() async throws -> String? {
    let tags = try await features()["LANG"]?.parameters.split(separator: ";") ?? []
    return tags.first { $0.last == "*" }.map { String($0.dropLast()) }
  }
}
