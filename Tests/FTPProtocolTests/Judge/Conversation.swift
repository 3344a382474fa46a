@testable import FTPProtocol

/// A conversation and what the judge must make of it, one event or expectation per line.
///
/// ```
/// C> USER a         a command               -- open            the data connection: open, first,
/// S> 331 x          a reply, `~` for CR LF                     close 12, refused
/// => user then(pass)  step, box and facts   -- end server      the control connection: server, client, lost
/// !! 959:4.2:x client a verdict             -- tls established TLS: established, failed, ended
/// %% received 200   how its words end       -- ended, missing  the server's end; bytes not seen
/// @@ awaitingPassword the state             LOGIN, PASV        the usual exchange
/// ```
///
/// The verdicts of an event must be exactly those that follow it; a party other than the server is named.
struct Conversation: Sendable, CustomStringConvertible {
  let name: String
  let script: String

  init(_ name: String, _ script: String) {
    self.name = name
    self.script = script
  }

  var description: String { name }

  /// How commands are given to the judge: as by a client that sends them, or by a server that reads them.
  enum Side: CaseIterable { case client, server }

  /// The lines, with the usual exchanges written out.
  var lines: [String] {
    script.split(separator: "\n").flatMap { line -> [String] in
      switch line {
      case "LOGIN":
        [
          "S> 220 Ready.", "=> greeting success", "C> USER a", "S> 331 Password?", "=> user then(pass)",
          "C> PASS b", "S> 230 In.", "=> pass success", "@@ loggedIn",
        ]
      case "PASV": ["C> PASV", "S> 227 Passive (127,0,0,1,4,1).", "@@ dataAnnounced"]
      default: [line.trimmingSpaces]
      }
    }
  }

  /// Plays the script; returns every expectation that was not met, and every verdict.
  func play(_ side: Side) -> (problems: [String], verdicts: Set<RequirementID>, judge: Judge) {
    var judge = Judge()
    var problems: [String] = []
    var all: Set<RequirementID> = []
    var judgement = Judgement()
    var expected: [String] = []
    var event = "the beginning"
    func check() {
      let found = judgement.verdicts.map { "\($0.requirement) \($0.party)" }
      if found.sorted() != expected.sorted() {
        problems.append("\(event): verdicts \(found), expected \(expected)")
      }
      all.formUnion(judgement.verdicts.map(\.requirement))
      expected = []
    }
    for line in lines {
      let mark = line.prefix(2)
      let rest = String(line.dropFirst(3))
      switch mark {
      case "=>":
        let text = judgement.description.dropFirst(judgement.code == nil ? 0 : 4)
        if text != rest { problems.append("\(event): \(text), expected \(rest)") }
        continue
      case "!!":
        expected.append(rest.contains(" ") ? rest : rest + " server")
        continue
      case "%%":
        if !judgement.verdicts.contains(where: { $0.description.hasSuffix(rest) }) {
          problems.append("\(event): \(judgement.verdicts), expected words that end with \(rest)")
        }
        continue
      case "@@":
        if judge.state.rawValue != rest { problems.append("\(event): \(judge.state), expected \(rest)") }
        continue
      default: break
      }
      check()
      event = line
      switch mark {
      case "C>":
        let bytes = Array(rest.utf8)
        judgement =
          side == .client
          ? judge.observe(command: Command(parsing: bytes) ?? Command(""))
          : judge.observe(commandLine: bytes + [13, 10])
      case "B>": judgement = judge.observe(commandLine: rest.unescapedBytes)
      case "S>":
        var bytes: [UInt8] = []
        for byte in rest.unescapedBytes { bytes += byte == 0x7E ? [13, 10] : [byte] }
        bytes += [13, 10]
        guard let reply = Reply(parsing: bytes) else {
          problems.append("\(event): is not a reply")
          continue
        }
        judgement = judge.observe(reply: reply)
      case "--": judgement = Conversation.observe(rest, &judge, &problems)
      default: problems.append("cannot read \(line)")
      }
    }
    check()
    return (problems, all, judge)
  }

  private static func observe(_ text: String, _ judge: inout Judge, _ problems: inout [String])
    -> Judgement
  {
    switch text {
    case "open": return judge.observe(data: .opened)
    case "first": return judge.observe(data: .firstByte)
    case "ended": return judge.observe(data: .ended)
    case "missing": return judge.observe(data: .missing)
    case "refused": return judge.observe(data: .refused)
    case "end server": return judge.observe(end: .byServer)
    case "end client": return judge.observe(end: .byClient)
    case "end lost": return judge.observe(end: .lost)
    case "tls established": return judge.observe(security: .established)
    case "tls failed": return judge.observe(security: .failed)
    case "tls ended": return judge.observe(security: .ended)
    default:
      if text.hasPrefix("close "), let count = UInt64(text.dropFirst(6)) {
        return judge.observe(data: .closed(byteCount: count))
      }
      problems.append("cannot read \(text)")
      return Judgement()
    }
  }
}

extension StringProtocol {
  /// The string without leading and trailing spaces.
  var trimmingSpaces: String {
    String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
  }

  /// The bytes of the string, with `\r`, `\n` and `\xHH` replaced.
  var unescapedBytes: [UInt8] {
    var bytes: [UInt8] = []
    var rest = Array(utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == 0x5C, let kind = rest.popFirst() else {
        bytes.append(byte)
        continue
      }
      switch kind {
      case UInt8(ascii: "r"): bytes.append(13)
      case UInt8(ascii: "n"): bytes.append(10)
      default:
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        rest = rest.dropFirst(2)
        bytes.append(UInt8(digits, radix: 16) ?? 0x3F)
      }
    }
    return bytes
  }
}
