import FTPProtocol

extension CaseStep {
  /// The step in words, for a list of a case's steps: one line, or more for steps inside it.
  package var lines: [String] {
    switch self {
    case .preparation(let actions): actions.map { "prepare: \($0.words)" }
    case .commands(let commands, let expected): commands.map { "\($0)\(expected.words)" }
    case .observation(let commands): commands.map { "\($0): a reply for the judge" }
    case .harmless: ["a command that changes nothing"]
    case .upload(let command, let content, let type, _):
      ["\(command)\(Self.words(of: type)): \(content.words), and 2yz"]
    case .download(let command, let type, let way, let content):
      [
        "\(command)\(Self.words(of: type))\(way == .active ? ", active" : ""): \(content?.words ?? "data"), and 2yz"
      ]
    case .connect: ["the data connection that this announces"]
    case .refusal(let command, let patterns, let isPrompt):
      ["\(command): \(patterns.map(\.description).choice)\(isPrompt ? ", and no 1yz before it" : "")"]
    case .restart(let commands, let command, let content):
      ["\((commands + [command]).joined(separator: ", ")): \(content.words), or a refusal"]
    case .listing(let isProtected): ["LIST by hand: a listing \(isProtected ? "under TLS" : "in clear")"]
    case .disturbance(let command, let patterns):
      ["\(command) in the middle of STOR: \(patterns.map(\.description).choice), and the whole file"]
    case .remember(let view, let name, _):
      ["remember \(view.words)\(name == view.text ? "" : " as \(name)")"]
    case .sameness(let view, let isWanted, _):
      ["\(view.words): \(isWanted ? "as remembered" : "not as remembered")"]
    case .textFile: ["prepare: lines.txt, and how it is sent in either type"]
    case .lines(let type, let name, let event): ["RETR \(name) \(event): the file as in TYPE \(type)"]
    case .names(let names, let event): ["NLST \(event): \(Probe.list(names))"]
    case .feature(let line, let command): ["FEAT: \(line), if there is \(command)"]
    case .write(let content): ["write \(content.words)"]
    case .reply(let command, let expected): ["the reply to \(command)\(expected.words)"]
    case .claim(let words, _): ["in the last reply: \(words)"]
    case .nothing(let reason, _): ["nothing \(reason)"]
    case .close(let event): ["the control connection closed after \(event)"]
    case .openness(let event, let steps): Self.block("open after \(event):", steps)
    case .choice(let command, let expected, let accepted, let refused):
      ["\(command)\(expected.words)"] + (accepted.isEmpty ? [] : Self.block("if accepted:", accepted))
        + (refused.isEmpty ? [] : Self.block("if refused:", refused))
    case .secondSession: ["prepare: a second session"]
    case .second(let steps): Self.block("in a second session:", steps)
    case .played(let lines, _, _): lines
    case .compute: []
    }
  }

  private static func words(of type: String?) -> String { type.map { ", type \($0)" } ?? "" }

  static func block(_ head: String, _ steps: [CaseStep]) -> [String] {
    [head] + steps.flatMap(\.lines).map { "  " + $0 }
  }
}

extension ExpectedReply {
  fileprivate var words: String { patterns.isEmpty ? "" : ": \(patterns.map(\.description).choice)" }
}
