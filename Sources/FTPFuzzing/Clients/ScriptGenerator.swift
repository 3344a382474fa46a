import FTPMockServer
import FTPProtocol

/// Makes scripts for the commands that a client is known to send, with unexpected replies, addresses, data and timing.
///
/// The script of a run depends only on the seed, the number of the run and those commands.
package struct ScriptGenerator {
  typealias Action = Script.Action
  typealias Rule = Script.Rule
  typealias Change = ClientWay.Change

  var random = SeededGenerator(seed: 0)
  /// The places where rules can begin: `connect`, and the verbs in the order in which the client sends them.
  let places: [String]
  private let seed: UInt64
  let mutator = ByteMutator(
    tokens: [
      "220", "226-", "1", "150 ", " ", "-", "\r\n", "\n", "\r", "(", ")", "|||", ",", "\0", "\u{FF}",
      "99999999999", "%n", "../",
    ].map { Array($0.utf8) } + ScriptPieces.telnet)

  /// Makes a generator for the commands that a client sent to a correct server.
  init(seed: UInt64, verbs: [String]) {
    self.seed = seed
    var places = ["connect"]
    // If EPSV is refused, a client uses PASV.
    for verb in verbs + (verbs.contains("EPSV") ? ["PASV"] : []) where !places.contains(verb) {
      if ScriptPieces.isVerb(verb) { places.append(verb) }
    }
    self.places = places
  }

  /// The script of a run, and the ways in which its server deviates from what the client expects.
  mutating func make(run: UInt64) -> (script: Script, ways: Set<ClientWay>) {
    random = SeededGenerator(seed: seed, run: run)
    var script = Script([])
    var ways: Set<ClientWay> = []
    let count = 1 + [0, 0, 0, 1, 1, 2][random.below(6)]
    var tries = 0
    // A change whose text is no rule, such as one with an unknown word in braces, is replaced by another.
    while tries < count || (script.rules.isEmpty && tries < 100) {
      tries += 1
      let place = one(of: places)
      let changes = Change.allCases.filter { ClientWay.applies($0, to: place) }
      // Data connections matter most and can go wrong in the most ways; next come the values that a client reads from
      // replies.
      let first = changes.filter { [.data, .listing, .path].contains($0) }
      let change = !first.isEmpty && random.isOnce(in: 2) ? one(of: first) : one(of: changes)
      let occurrence = random.isOnce(in: 8) ? 1 + random.below(3) : nil
      let rules = rules(place, change, occurrence)
      let isNew = rules.allSatisfy { rule in
        !script.rules.contains { $0.trigger == rule.trigger && $0.occurrence == .every }
      }
      guard isNew else { continue }
      let candidate = Script(script.rules + rules)
      guard candidate.isReadable else { continue }
      script = candidate
      ways.insert(ClientWay(place: place, change: change))
    }
    return (script, ways)
  }

  mutating func one<Element>(of elements: [Element]) -> Element { elements[random.below(elements.count)] }

  private mutating func rules(_ place: String, _ change: Change, _ occurrence: Int?) -> [Rule] {
    switch change {
    case .listing: return listing(place)
    case .data: return data(place, occurrence)
    case .address: return [Rule(place, on: occurrence, [.raw(filling: address(place).utf8)])]
    case .path: return [Rule(place, on: occurrence, [.obeyQuietly, .raw(filling: path())])]
    case .segments:
      let manner: Action =
        random.isOnce(in: 2)
        ? .cut(1 + random.below(4), 5 + random.below(20))
        : .drip(1 + random.below(3), every: .milliseconds(1))
      return [Rule(place, on: occurrence, [manner, .obey])]
    case .timing:
      return [Rule(place, on: occurrence, [.delay(.milliseconds(20 + random.below(180))), .obey])]
    case .missing:
      // A missing reply costs the whole patience of the server, so most scripts close the session at once.
      let actions: [Action] = random.isOnce(in: 6) ? [.ignore] : [.close]
      return [Rule(place, on: occurrence, actions)]
    case .end: return [Rule(place, on: occurrence, end(place))]
    default: break
    }
    if ClientWay.isListing(place) || ClientWay.isUpload(place) || place == "RETR" {
      // Changes one of the replies around the data.
      var pre = [Action.raw("150 Here it comes.\r\n")]
      var post = [Action.raw("226 Done.\r\n")]
      if random.isOnce(in: 2) {
        pre = changed("150", "Here it comes.", change, place)
      } else {
        post = changed("226", "Done.", change, place)
      }
      return [Rule(place, on: occurrence, ended(pre + body(place) + [.closeData] + post))]
    }
    let (code, text) = ScriptPieces.reply(to: place)
    var actions = changed(code, text, change, place)
    if place == "connect" || change == .early {
      // The greeting needs nothing more, and an early reply already obeys.
    } else if ["PASV", "EPSV", "LPSV"].contains(place) {
      // The placeholder in the text opens the port.
    } else if place != "QUIT" {
      actions.insert(.obeyQuietly, at: 0)
    }
    return [Rule(place, on: occurrence, ended(actions))]
  }

  /// The actions up to the one that ends the session.
  private func ended(_ actions: [Action]) -> [Action] {
    guard let end = actions.firstIndex(where: { $0 == .close || $0 == .reset }) else {
      return actions
    }
    return Array(actions[...end])
  }

  /// A correct transfer, without its replies.
  private mutating func body(_ place: String) -> [Action] {
    if ClientWay.isUpload(place) { return [.openData, .store] }
    if ClientWay.isListing(place) {
      return [.data(filling: ScriptPieces.line(place, "a.txt", size: "6"))]
    }
    return [.filler(one(of: [6, 6, 6, 1, 1_000, 70_000]))]
  }
}

// Changes to one reply.
extension ScriptGenerator {
  /// What the server says instead of a reply.
  private mutating func changed(_ code: String, _ text: String, _ change: Change, _ place: String) -> [Action]
  {
    let line = "\(code) \(text)\r\n"
    switch change {
    case .code:
      let other = one(of: [
        "000", "099", "100", "125", "199", "200", "226", "227", "299", "331", "332", "350", "400", "421",
        "425", "426", "450", "500",
        "501", "502", "503", "530", "550", "553", "600", "631", "999", "\(code)0", "\(code)1", "0\(code)",
        String(code.dropLast()),
        "", "-1", "2e2", "+20", " \(code)", "\(code)\(code)", "\u{0662}\u{0662}\u{0660}", "4294967516",
      ])
      var actions = [Action.raw(filling: "\(other) \(text)\r\n".utf8)]
      // After 421 a session ends.
      if other == "421", random.isOnce(in: 2) { actions.append(.close) }
      return actions
    case .lines:
      return [.raw(filling: one(of: ScriptPieces.multiline(code, text)).utf8)]
        + (random.isOnce(in: 3) ? [.close] : [])
    case .ends:
      let end = one(of: [
        "\n", "\r", "\r\r\n", "\n\r", "\r\n\r\n", "\r\n\r\n\r\n", "\0\r\n", "\r\0\r\n", "\n\n", "", "\u{B}",
      ])
      return [.raw(filling: "\(code) \(text)\(end)".utf8)] + (end.hasSuffix("\n") ? [] : [.close])
    case .double:
      let second = one(of: [
        line, line, "\(code) Again.\r\n", "226 Done.\r\n", "150 Here.\r\n", "500 No.\r\n", "421 Bye.\r\n",
      ])
      let first = random.isOnce(in: 2) ? line + second : line
      return [.raw(filling: first.utf8), .raw(filling: second.utf8)]
    case .early:
      let next = places.firstIndex(of: place).map { places[($0 + 1) % places.count] } ?? place
      let (code, text) = ScriptPieces.reply(to: next)
      return [.obey, .raw("\(code) \(text.replacing("{", with: "").replacing("}", with: ""))\r\n")]
    case .long: return long(code, text)
    case .bytes:
      let piece = one(of: ScriptPieces.strange)
      return [.raw(filling: inserted(piece, into: Array(line.utf8)))]
    case .telnet:
      let piece = one(of: ScriptPieces.telnet)
      let bytes = inserted(piece, into: Array(line.utf8))
      return [.raw(filling: bytes, times: random.isOnce(in: 12) ? 2 : 1)]
    case .preliminary:
      let wait = one(of: [
        "150 Wait.\r\n", "120 Wait.\r\n", "100-Wait\r\n100 more\r\n", "199 \r\n", "110 MARK 1 = 1\r\n",
      ])
      let times = one(of: [1, 2, 10, 1_000, 20_000])
      return [
        .raw(filling: wait.utf8, times: times), random.isOnce(in: 3) ? .close : .raw(filling: line.utf8),
      ]
    default:
      var bytes = Array(line.utf8)
      for _ in 0...random.below(4) { mutator.mutate(&random, &bytes) }
      if random.isOnce(in: 8) { mutator.lengthen(&random, &bytes) }
      return [.raw(filling: bytes)] + (bytes.last == 0x0A ? [] : [.close])
    }
  }

  private mutating func inserted(_ piece: [UInt8], into line: [UInt8]) -> [UInt8] {
    var line = line
    line.insert(contentsOf: piece, at: min(line.count, one(of: [4, 5, random.below(line.count + 1)])))
    return line
  }

  /// One endless line, or an endless number of lines.
  private mutating func long(_ code: String, _ text: String) -> [Action] {
    let count = one(of: [200, 600, 1_000, 4_100, 8_300, 70_000, 1 << 20, 24 << 20])
    let filling = [UInt8](repeating: random.isOnce(in: 4) ? 0xE9 : 0x61, count: 100)
    let end = [Action.raw(filling: "\(code) \(text)\r\n".utf8)]
    switch random.below(4) {
    case 0: return [.raw("\(code) "), .raw(filling: filling, times: max(1, count / 100)), .raw("\r\n")]
    case 1: return [.raw("\(code)-"), .raw(filling: filling, times: max(1, count / 100)), .raw("\r\n")] + end
    case 2:
      // A line that never ends.
      return [.raw("\(code) "), .raw(filling: filling, times: max(1, count / 100)), .close]
    default:
      let line = Array("\(code)-and on\r\n".utf8)
      return [.raw(filling: line, times: max(1, min(count, 1 << 20) / line.count))]
        + (random.isOnce(in: 3) ? [.close] : end)
    }
  }

  /// A reply to PASV, EPSV or LPSV that leads elsewhere, or nowhere.
  private mutating func address(_ place: String) -> String {
    if place == "EPSV" { return "229 \(one(of: ScriptPieces.extended))\r\n" }
    if place == "LPSV" { return "228 \(one(of: ScriptPieces.longAddresses))\r\n" }
    return "227 \(one(of: ScriptPieces.hostPorts))\r\n"
  }

  /// A 257 with a path that no folder should have.
  private mutating func path() -> [UInt8] {
    let name = random.isOnce(in: 4) ? one(of: ScriptPieces.strange) : one(of: ScriptPieces.names)
    let path = (random.isOnce(in: 2) ? [0x2F] : []) + name
    // A quotation mark in the path is doubled, or not.
    let quoted = random.isOnce(in: 2) ? path.flatMap { $0 == 0x22 ? [0x22, 0x22] : [$0] } : path
    let (front, back) = one(of: [("\"", "\""), ("\"", "\""), ("\"", "\""), ("\"", ""), ("", "\""), ("", "")])
    return Array("257 \(front)".utf8) + quoted + Array("\(back) it is.\r\n".utf8)
  }

  /// A connection that ends too early.
  private mutating func end(_ place: String) -> [Action] {
    let (code, text) = ScriptPieces.reply(to: place)
    let line = Array("\(code) \(text)\r\n".utf8)
    let last: Action = random.isOnce(in: 2) ? .close : .reset
    switch random.below(3) {
    case 0: return [last]
    case 1:
      let part = line[..<random.below(line.count)]
      return part.isEmpty ? [last] : [.raw(filling: part), last]
    default: return [.obey, last]
    }
  }
}

extension Script.Rule {
  /// A rule for `connect` or a verb, and for one of the commands that match.
  init(_ place: String, on occurrence: Int? = nil, _ actions: [Script.Action]) {
    self.init(
      place == "connect" ? .connection : .command(Verb(place), nil), occurrence.map { .only($0) } ?? .every,
      actions)
  }
}
