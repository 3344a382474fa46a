import FTPMockServer
import FTPProtocol

// Faults on data connections.
extension ScriptGenerator {
  /// A transfer with something wrong in it.
  mutating func data(_ place: String, _ occurrence: Int?) -> [Rule] {
    if ClientWay.isUpload(place) { return [Rule(place, on: occurrence, upload())] }
    let size = one(of: [0, 1, 6, 1_000, 70_000, 1 << 20, 1_100_000])
    let pre = Action.raw("150 Here it comes.\r\n")
    let post = Action.raw("226 Done.\r\n")
    let whole: [Action]
    if ClientWay.isListing(place) {
      whole = [.data(filling: ScriptPieces.line(place, "a.txt", size: "6"), times: max(1, size / 200))]
    } else {
      whole = size == 0 ? [.openData] : [.filler(UInt64(size))]
    }
    let broken = Action.raw(
      one(of: [
        "426 Cut.\r\n", "451 Disk.\r\n", "450 No.\r\n", "552 Full.\r\n", "421 Bye.\r\n", "550 Gone.\r\n",
      ]))
    let actions: [Action]
    switch random.below(16) {
    case 0, 1: actions = [pre] + whole + [.closeData, broken]
    case 2: actions = [pre] + whole + [.closeData, broken, .close]
    case 3: actions = [pre] + whole + [.closeData, .close]
    case 4: actions = [pre] + whole + [.resetData, one(of: [post, broken])]
    case 5: actions = [pre] + whole + [.close]
    case 6: actions = [pre, post] + whole + [.closeData]
    case 7: actions = [pre] + whole + [.closeData, post, post]
    case 8: actions = [pre] + whole + [.closeData, .delay(.milliseconds(300)), .close]
    case 9: actions = whole + [.closeData, post]
    case 10: actions = [pre] + whole + [.delay(.milliseconds(10 + random.below(150))), .closeData, post]
    case 11: actions = [pre] + whole + [.closeData, .delay(.milliseconds(10 + random.below(150))), post]
    case 12: actions = [broken]
    case 13: actions = [pre, broken]
    case 14: actions = [pre, .reset]
    default: actions = [pre, .filler(4 << 20), .closeData, one(of: [post, broken])]
    }
    var rules = [Rule(place, on: occurrence, actions)]
    // Some clients ask for the size first, and would otherwise stop there.
    if place == "RETR", places.contains("SIZE"), !random.isOnce(in: 4) {
      let sent = actions.contains(.filler(4 << 20)) ? 4 << 20 : size
      rules.append(Rule("SIZE", [.raw("213 \(random.isOnce(in: 3) ? sent + 1 : sent)\r\n")]))
    }
    return rules
  }

  private mutating func upload() -> [Action] {
    let pre = Action.raw("150 Send it.\r\n")
    let post = Action.raw("226 Done.\r\n")
    switch random.below(7) {
    case 0: return [pre, .openData, .closeData, .raw("426 Enough.\r\n")]
    case 1: return [pre, .openData, .resetData, .raw("426 Enough.\r\n")]
    case 2: return [pre, .receive, .closeData, .raw("552 Full.\r\n")]
    case 3: return [pre, .receive, .closeData, .close]
    case 4: return [pre, post, .receive, .closeData]
    case 5: return [.raw("553 No.\r\n")]
    default: return [pre, .openData, .closeData, .close]
    }
  }

  /// A listing with unexpected entries, and the files that they name.
  mutating func listing(_ place: String) -> [Rule] {
    var bytes: [UInt8] = []
    for _ in 0...random.below(4) {
      var name = one(of: ScriptPieces.names)
      if random.isOnce(in: 4) {
        name = [UInt8](repeating: 0x61, count: one(of: [250, 256, 1_000, 5_000, 70_000]))
      }
      if random.isOnce(in: 4) {
        // An absolute name, or one that leads to it; the run checks afterwards whether that file exists.
        let place = String(UInt32(truncatingIfNeeded: random.next()), radix: 16)
        name = Array("\(EscapedFile.prefix)\(place)".utf8)
        if random.isOnce(in: 2) { name = Array("../../../../../../../../../..".utf8) + name }
      }
      let size = one(of: ["6", "6", "0", "-1", "4294967296", "99999999999999999999", "x", "1e9"])
      var line = ScriptPieces.line(place, name, size: size, kind: random.below(6))
      if place != "NLST", random.isOnce(in: 6) {
        line = one(of: ScriptPieces.dialects).flatMap { $0 == 0x40 ? name : [$0] }
      }
      // A path is not mutated, because the result may lead anywhere.
      if random.isOnce(in: 8), !name.contains(0x2F) { mutator.mutate(&random, &line) }
      bytes += line
    }
    let times = random.isOnce(in: 16) ? 1 + (1 << 20) / max(1, bytes.count) : 1
    let listing = Rule(
      place, on: 1,
      [
        .raw("150 Here it comes.\r\n"), .data(filling: bytes, times: times), .closeData,
        .raw("226 Done.\r\n"),
      ])
    let file = Rule(
      "RETR",
      [
        .raw("150 Here it comes.\r\n"), .data("abcdef"), .closeData,
        .raw("226 Done.\r\n"),
      ])
    return [listing, file]
  }
}
