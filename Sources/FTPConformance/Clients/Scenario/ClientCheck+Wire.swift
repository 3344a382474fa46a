import FTPProtocol

// Checks of the client's commands and connections.
extension ClientCheck {
  /// A command was sent, with an argument that matches: `*` matches any bytes.
  package static func sends(_ verb: Verb, _ pattern: String? = nil) -> ClientCheck {
    let glob = pattern.map { Glob(Array($0.utf8)) }
    return ClientCheck(pattern.map { "\(verb) \($0)" } ?? "\(verb)") { observation in
      let run = observation.last
      let sent = run.commands.filter { $0.verb == verb }
      if sent.contains(where: { command in glob.map { $0.matches(command.argument) } ?? true }) { return nil }
      return sent.first.map { "\(verb) \(Escaping.ascii($0.argument, limit: 80))" } ?? "no \(verb)"
    }
  }

  /// None of these commands was sent.
  package static func sendsNo(_ verbs: [Verb]) -> ClientCheck {
    ClientCheck("no " + verbs.map(\.name).joined(separator: ", no ")) { observation in
      observation.last.commands.first { verbs.contains($0.verb) }.map {
        $0.verb == .pass ? "PASS" : "\($0.verb) \(Escaping.ascii($0.argument, limit: 80))"
      }
    }
  }

  /// A command was sent at most this many times, in all sessions together.
  package static func sends(_ verb: Verb, atMost count: Int) -> ClientCheck {
    ClientCheck("\(verb) at most \(count == 1 ? "once" : "\(count) times")") { observation in
      let seen = observation.last.commands.count { $0.verb == verb }
      return seen > count ? "\(seen) times" : nil
    }
  }

  /// One command was sent some time before another.
  package static func sends(_ first: Verb, before second: Verb) -> ClientCheck {
    ClientCheck("\(first) before \(second)") { observation in
      let verbs = observation.last.commands.map(\.verb)
      guard let place = verbs.firstIndex(of: second) else { return "no \(second)" }
      return verbs[..<place].contains(first) ? nil : "\(second) without an earlier \(first)"
    }
  }

  /// A data connection was set up for each transfer.
  package static let setsUpEachTransfer = ClientCheck("EPSV, PASV, EPRT or PORT before each transfer") {
    observation in
    var isSetUp = false
    for command in observation.last.commands {
      if [.epsv, .pasv, .eprt, .port].contains(command.verb) { isSetUp = true }
      guard [.retr, .stor, .appe, .list, .nlst, .mlsd].contains(command.verb) else { continue }
      guard isSetUp else { return "\(command.verb) on the address of an earlier transfer" }
      isSetUp = false
    }
    return nil
  }

  /// The client did not connect to the foreign host in the reply 227.
  package static let ignoresForeignHost = ClientCheck("no connection to 127.0.0.2") { observation in
    observation.last.trapVisits == 0 ? nil : "a connection to 127.0.0.2"
  }

  /// No command contains control characters.
  package static let sendsPlainLines = ClientCheck(
    "no control characters in commands", rule: "practice:safe:no-injection"
  ) { observation in
    for command in observation.last.commands
    where command.argument.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
      return "\(command.verb) \(Escaping.ascii(command.argument, limit: 80))"
    }
    return nil
  }

  /// The client ends soon after it is interrupted.
  package static let endsWhenInterrupted = ClientCheck("an end within four seconds of the interruption") {
    observation in
    guard let delay = observation.last.interruptionDelay, delay > .seconds(4) else { return nil }
    return "it ended \(delay.inSeconds) after the interruption"
  }.reached { $0.last.interruptionDelay != nil }

  /// The client neither asked for nor offered a Telnet option.
  package static let sendsNoTelnet = ClientCheck("no WILL and no DO") { observation in
    for case .command(let line, _) in observation.last.transcripts.flatMap(\.events).map(\.content)
    where zip(line.bytes, line.bytes.dropFirst()).contains(where: {
      $0 == 0xFF && ($1 == 0xFB || $1 == 0xFD)
    }) {
      return "an option before a command"
    }
    return nil
  }

  /// No verb was followed by a space and nothing else.
  package static let sendsNoEmptyArgument = ClientCheck(
    "the line end directly after a verb without an argument", rule: "959:5.3:no-empty-argument"
  ) { observation in
    for case .command(let line, _) in observation.last.transcripts.flatMap(\.events).map(\.content) {
      guard let command = Command(parsing: line.bytes), command.argument?.isEmpty == true else { continue }
      return "\(command.verb) with a space and nothing after it"
    }
    return nil
  }

  /// The suffix `;type=` of a URL was not sent as part of the name.
  package static let sendsNoSuffix = ClientCheck("a name without ';type='") { observation in
    observation.last.commands.first { $0.argument.contains(Array(";type=".utf8)) }.map {
      "\($0.verb) with ';type='"
    }
  }

  /// No other command was sent after this one.
  package static func sendsNothing(after verb: Verb) -> ClientCheck {
    ClientCheck("nothing after \(verb)") { observation in
      let verbs = observation.last.commands.map(\.verb)
      guard let place = verbs.firstIndex(of: verb) else { return "no \(verb)" }
      return verbs[(place + 1)...].first { $0 != verb }.map { "\($0)" }
    }
  }

  /// A session that was put under TLS and then given up ends with QUIT.
  package static let quitsUnderTLS = ClientCheck("QUIT after the handshake") { observation in
    let verbs = observation.last.commands.map(\.verb)
    return verbs.contains(.user) || verbs.contains(.quit) ? nil : "the end of the connection alone"
  }.reached { observation in
    observation.last.transcripts.flatMap(\.events).contains { $0.content == .mark(.tls(nil, .established)) }
  }

  /// Nothing was sent between two commands.
  package static func sendsNothing(between first: Verb, and second: Verb) -> ClientCheck {
    ClientCheck("\(second) directly after \(first)") { observation in
      let verbs = observation.last.commands.map(\.verb)
      guard let place = verbs.lastIndex(of: second) else { return "no \(second)" }
      guard place > 0, verbs[place - 1] != first else { return nil }
      return "\(verbs[place - 1]) between them"
    }
  }

  /// Each command was sent after the reply to the previous one.
  package static let waitsForEachReply = ClientCheck("each command after the reply to the previous one") {
    observation in
    for transcript in observation.last.transcripts {
      var unanswered: Verb?
      for event in transcript.events {
        switch event.content {
        case .command(let line, _):
          let verb = Command(parsing: line.bytes)?.verb
          if let unanswered, ![.abor, .quit, .stat].contains(verb) {
            return "\(verb?.name ?? "a command") before the reply to \(unanswered)"
          }
          unanswered = verb
        case .reply(let reply, _, _) where !reply.code.isPreliminary: unanswered = nil
        default: break
        }
      }
    }
    return nil
  }

  /// PORT and EPRT name the client's own host, as in the control connection.
  package static let namesOwnAddress = ClientCheck("the address of the control connection") { observation in
    for command in observation.last.commands where [.port, .eprt].contains(command.verb) {
      let text = String(decoding: command.argument, as: UTF8.self)
      guard text.hasPrefix("127,0,0,1,") || text.hasPrefix("|1|127.0.0.1|") else {
        return "\(command.verb) \(Escaping.ascii(command.argument, limit: 80))"
      }
    }
    return nil
  }

  /// No command contains only the beginning of a name.
  package static func sendsNoPart(of name: String) -> ClientCheck {
    ClientCheck("no part of a name") { observation in
      let (start, whole) = (Array(name.utf8.prefix(40)), Array(name.utf8))
      for command in observation.last.commands
      where command.argument.contains(start) && !command.argument.contains(whole) {
        return "\(command.verb) with \(command.argument.count) characters of the name"
      }
      return nil
    }
  }

  /// At most this many listings were asked for.
  package static func lists(atMost count: Int) -> ClientCheck {
    ClientCheck("at most \(count) listings", rule: "practice:resource:bounded-tree") { observation in
      let seen = observation.last.commands.count { [.list, .nlst, .mlsd].contains($0.verb) }
      return seen > count ? "\(seen)" : nil
    }
  }

  /// At most this many sessions were begun.
  package static func connects(atMost count: Int) -> ClientCheck {
    ClientCheck("at most \(count) control connections", rule: "practice:resource:bounded-tries") {
      observation in
      let seen = observation.last.transcripts.count
      return seen > count ? "\(seen)" : nil
    }
  }

  /// At most this many bytes were sent to the server over data connections.
  package static func uploads(atMost count: Int) -> ClientCheck {
    ClientCheck(count == 0 ? "no data sent" : "at most \(count) bytes of data sent") { observation in
      let sent = observation.last.transcripts.flatMap(\.events).reduce(0) { sum, event in
        guard case .data(_, .upload, let bytes, let omitted) = event.content else { return sum }
        return sum + bytes.count + omitted
      }
      return sent > count ? "\(sent) bytes" : nil
    }
  }

  /// The client reset no data connection, as far as the server saw.
  package static let resetsNoData = ClientCheck(
    "data connections closed in order", rule: "practice:honest:upload-closed-in-order"
  ) { observation in
    let count = observation.last.dataEndings.count { $0 == .resetByClient }
    return count == 0 ? nil : "\(count) reset by the client"
  }

  /// The judge found no deviation of the client from these rules.
  package static func keepsTo(_ rules: [RequirementID]) -> ClientCheck {
    ClientCheck(
      "a client that keeps to \(rules.map(\.rawValue).joined(separator: " and "))",
      mismatch: { observation in
        let verdict = observation.last.transcripts.lazy.flatMap(\.verdicts).first {
          $0.party == .client && rules.contains($0.requirement)
        }
        return verdict.map { Mismatch($0.received, insteadOf: $0.expected, rule: $0.requirement) }
      })
  }

  /// The client's output contains all of these.
  package static func shows(_ words: [String]) -> ClientCheck {
    ClientCheck("in its output " + words.map { "'\($0)'" }.joined(separator: ", ")) { observation in
      let output = observation.last.output
      return words.first { !output.contains(Array($0.utf8)) }.map { "no '\($0)'" }
    }
  }

  /// The client's output contains all of these words.
  package static func showsEach(of words: [String]) -> ClientCheck {
    ClientCheck("\(words.count) names in its output") { observation in
      let output = String(decoding: observation.last.output, as: UTF8.self)
      let missing = words.count { !output.contains($0) }
      return missing > 0 ? "\(missing) of them missing" : nil
    }
  }

  /// The client's output does not contain these bytes.
  package static func hides(_ name: String, _ bytes: [UInt8]) -> ClientCheck {
    ClientCheck("output without \(name)") { observation in
      observation.last.output.contains(bytes) ? "\(name) in its output" : nil
    }
  }

  /// The client's memory does not exceed its usual memory by more than 64 MiB.
  package static let boundsMemory = ClientCheck(
    "at most 64 MiB more memory than with a correct server",
    rule: "practice:resource:bounded-memory"
  ) { observation in
    guard let usual = observation.usualMemory, observation.last.peakMemory > usual + (64 << 20) else {
      return nil
    }
    return "\(observation.last.peakMemory >> 20) MiB; usually \(usual >> 20) MiB"
  }
}
