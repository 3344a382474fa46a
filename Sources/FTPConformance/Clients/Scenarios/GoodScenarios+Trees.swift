import FTPProtocol

// Scenarios with whole trees, and the names in them.
extension GoodScenarios {
  static let trees: [ClientScenario] = [
    mirror(
      "utf8-names", "A mirror copies names in many scripts byte for byte.", "practice:good:works",
      "RFC 2640; basic-ftp issue 229", bad: "ascii-names",
      server: named("gr\u{FC}\u{DF}e.txt", "cafe\u{301}.txt", "\u{65E5}\u{672C}.txt", "\u{1F600}.txt")),
    mirror(
      "blanks", "A mirror keeps spaces before, in and after names.", "1123:4.1.4:any-remote-name",
      "commons-net NET-566 and NET-609; basic-ftp issue 149", bad: "trims-names",
      server: named("two  blanks", " first", "last "), level: .should),
    mirror(
      "special-names", "A mirror copies names with characters that are special to a shell.",
      "1123:4.1.4:any-remote-name",
      "curl, test 1153; lftp issue 476; HTTrack issue 1012", bad: "shell-names",
      server: named("-la", "a*b", "a[b", "x;type=a", "a~"), level: .should),
    mirror(
      "few-logins", "A mirror of 24 files logs in fewer than 24 times.",
      "practice:good:no-needless-login", "curl, tests 146 and 210", bad: "logs-in-for-each",
      server: ScenarioServer().with { $0.tree = (1...24).map { "pub/\($0).txt text=\"one\\n\"" } },
      check: .sends(.user, atMost: 12)),
    ClientScenario(
      "good/mirror/same-size", "A second mirror copies a newer file of the same size.",
      ["practice:good:works"], source: "curl, tests 139 and 247; wget, option -N", bad: ["compares-sizes"],
      steps: [
        ScenarioStep(.mirror, "pub", server: .tree("pub/a.txt text=\"one\\n\" time=20240101000000")),
        ScenarioStep(.mirror, "pub", server: .tree("pub/a.txt text=\"two\\n\" time=20240601000000")),
      ], checks: [ClientCheck.mirrors(["a.txt": "two\n"]).atMost(.should)]),
    ClientScenario(
      "good/rename/in-step", "RNTO comes directly after RNFR.", ["959:4.1.3:rnto-directly-after"],
      source: "RFC 959, section 4.1.3; curl, test 505", bad: ["noop-between"], .rename,
      checks: [.succeeds.about("practice:good:works"), .sendsNothing(between: .rnfr, and: .rnto)]),
    ClientScenario(
      "good/active/own-address", "PORT and EPRT name the address of the control connection.",
      ["practice:safe:own-address"], source: "wget 1.17", bad: ["shows-other-address"], .active,
      checks: [.namesOwnAddress]),
  ]

  private static func named(_ names: String...) -> ScenarioServer {
    ScenarioServer().with { $0.tree = names.map { "\"pub/\($0)\" text=\"one\\n\"" } }
  }

  private static func mirror(
    _ slug: String, _ title: String, _ rule: RequirementID, _ source: String, bad: String,
    server: ScenarioServer, level: CaseLevel = .must, check: ClientCheck? = nil
  ) -> ClientScenario {
    let names = server.tree.map { String($0.split(separator: "\"")[0].dropFirst(4)) }
    let files = Dictionary(uniqueKeysWithValues: names.map { ($0, "one\n") })
    return ClientScenario(
      CaseID(rawValue: "good/mirror/\(slug)"), title, [rule], source: source, bad: [bad], .mirror, "pub",
      server: server, checks: [check ?? ClientCheck.mirrors(files).atMost(level)])
  }
}
