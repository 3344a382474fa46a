import FTPProtocol

/// `listing-…`: the facts of MLSD and MLST.
enum FactFaults {
  static let bodies: [String: FaultBody] = [
    "listing-fact-space": FaultBody(entries { $0.flatMap { $0 == UInt8(ascii: ";") ? [$0, 0x20] : [$0] } }),
    "listing-mlst-no-space": FaultBody(
      .rewriting(if: isOfMLST) { $0.changeLinesInside { line in Array(line.drop { $0 == 0x20 }) } }),
    "listing-fact": FaultBody(
      .pair(
        .line("NAME", "type"), .line("VALUE", "thing"), sign: "=",
        "a name and a value with an equals sign between them")
    ) { name, text in
      let name = String(decoding: name, as: UTF8.self)
      var hooks = entries { setting(name, text, in: $0) }
      hooks.onReply =
        FaultHooks.rewriting(if: isOfMLST) { reply in
          reply.changeLinesInside { [0x20] + setting(name, text, in: Array($0.dropFirst())) }
        }.onReply
      return hooks
    },
    "listing-no-mlsd": FaultBody(.answering(.mlsd, with: .reply(500, "Command not understood."))),
    "listing-no-facts": FaultBody(entries { line in Array(line.drop { $0 != 0x20 }.dropFirst()) }),
    "listing-local-time": FaultBody(.hours("+2")) { hours in entries { moving(times: $0, hours) } },
  ]

  private static let isOfMLST: FaultHooks.ReplyCondition = { $0.verb == .mlst && $0.code == 250 }

  /// Changes the lines of MLSD.
  private static func entries(_ change: @escaping @Sendable ([UInt8]) -> [UInt8]) -> FaultHooks {
    .onData { $0.verb == .mlsd ? LineFilter(change) : nil }
  }

  /// Gives a fact of a line another value, or adds it.
  private static func setting(_ name: String, _ value: [UInt8], in line: [UInt8]) -> [UInt8] {
    let end = line.firstIndex(of: 0x20) ?? line.endIndex
    let others = line[..<end].split(separator: UInt8(ascii: ";")).filter { fact in
      String(decoding: fact.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self).lowercased()
        != name.lowercased()
    }
    let facts = [Array(name.utf8) + [UInt8(ascii: "=")] + value] + others.map(Array.init)
    return facts.flatMap { $0 + [UInt8(ascii: ";")] } + line[end...]
  }

  /// Changes the times in all facts that have one.
  private static func moving(times line: [UInt8], _ hours: Int) -> [UInt8] {
    let end = line.firstIndex(of: 0x20) ?? line.endIndex
    let facts = line[..<end].split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
    let moved = facts.map { fact -> [UInt8] in
      guard let equals = fact.firstIndex(of: UInt8(ascii: "=")),
        let time = TimeFaults.moved(fact[(equals + 1)...], hours)
      else { return Array(fact) }
      return fact[...equals] + time
    }
    return Array(moved.joined(separator: [UInt8(ascii: ";")])) + line[end...]
  }
}
