import FTPProtocol

// Listings in the forms of real servers: the client must read all entries.
extension RobustScenarios {
  static let listings: [ClientScenario] = dialects + lines + facts

  /// A mirror of a directory that a server lists in its own form.
  private static func mirror(
    _ slug: String, _ title: String, _ source: String, bad: String, path: String = "pub/deep",
    server: ScenarioServer, checks: [ClientCheck] = [.mirrors(["er/still.txt": "down here\n"])]
  ) -> ClientScenario {
    ClientScenario(
      CaseID(rawValue: "robust/mirror/\(slug)"), title, ["practice:robust:lives-with-quirks"], source: source,
      bad: [bad], .mirror, path, server: server, checks: checks)
  }

  /// A server that has LIST and no MLSD.
  private static func withoutMLSD(_ change: (inout ScenarioServer) -> Void) -> ScenarioServer {
    ScenarioServer().with { server in
      server.without = ["MLSD", "MLST"]
      change(&server)
    }
  }

  private static func dialect(_ name: String, _ who: String, _ source: String) -> ClientScenario {
    mirror(
      "as-\(name)", "The client mirrors a tree if LIST has the form of \(who).", source, bad: "mlsd-alone",
      server: withoutMLSD { $0.dialect = name })
  }

  private static let dialects: [ClientScenario] = [
    dialect("unix", "ls", "field quirk Q36"),
    dialect("unix-total", "ls with a total", "field quirk Q36"),
    dialect("unix-numeric", "ls with numeric owners", "field quirk Q36"),
    dialect("unix-iso", "ls with numeric dates", "field quirk Q36"),
    dialect("dos", "Microsoft's server", "rclone 1.69"),
    dialect("dos-24h", "Microsoft's server with 24-hour times", "commons-net NET-639"),
    dialect("dos-year4", "Microsoft's server with four-digit years", "commons-net NET-682"),
    dialect("vms", "OpenVMS", "field quirk Q36"),
    dialect("os400", "IBM i", "commons-net NET-740"),
    dialect("netware", "NetWare", "field quirk Q36"),
    dialect("eplf", "publicfile (EPLF)", "field quirk Q36"),
    mirror(
      "mlsd-500", "If FEAT lists MLSD but MLSD gets 500, the client uses LIST.",
      "field quirk Q43; basic-ftp issue 187",
      bad: "mlsd-alone", server: .faults("listing-no-mlsd")),
    ClientScenario(
      "robust/list/options-refused", "If LIST accepts no options, the client lists without them.",
      ["practice:robust:lives-with-quirks"], source: "field quirk Q34; basic-ftp issue 91",
      bad: ["lists-with-options"],
      .list, "pub", server: withoutMLSD { $0.faults = ["listing-options"] },
      checks: [.succeeds, .shows("hello.txt")]),
  ]

  private static let files = (1...200).map { "file-\($0)-of-many.txt" }
  private static let small = ["one.txt": "one\n", "two.txt": "two\n", "three.txt": "three\n"]
  private static let smallTree = small.sorted { $0.key < $1.key }.map { name, text in
    "pub/\(name) text=\"\(text.dropLast())\\n\""
  }

  /// A mirror of three files from a server without MLSD, whose listing has these lines.
  private static func lists(
    _ slug: String, _ title: String, _ source: String, _ lines: String..., bad: String = "mlsd-alone",
    checks: [ClientCheck] = [.mirrors(small)]
  ) -> ClientScenario {
    let text = lines.map { $0 + "\\r\\n" }.joined()
    return mirror(
      slug, title, source, bad: bad, path: "pub",
      server: withoutMLSD { server in
        server.tree = smallTree
        server.rules = ["LIST * -> 150, data \"\(text)\", close data, 226"]
      }, checks: checks)
  }

  private static let others = [ClientCheck.mirrorKeeps(["one.txt": "one\n", "three.txt": "three\n"])]
    .map { $0.about("practice:robust:lives-with-quirks") }

  private static let lines: [ClientScenario] = [
    ClientScenario(
      "robust/list/many-pieces", "The client reads all names of a listing that arrives in odd segments.",
      ["practice:robust:lives-with-quirks"], source: "lftp 4.7.2 and issue 232", bad: ["one-read"], .list,
      "pub",
      server: ScenarioServer().with { server in
        server.tree = files.map { "pub/\($0) size=1" }
        server.faults = ["data-dripped=97"]
      }, checks: [.succeeds, .showsEach(of: files)]),
    lists(
      "foreign-months", "German, French and Japanese months hide no file.",
      "commons-net NET-365 and NET-597; FileZilla 3.8.1",
      "-rw-r--r--   1 ftp ftp 4 Mai  1  2022 one.txt",
      "-rw-r--r--   1 ftp ftp 4 f\\xc3\\xa9vr. 17  2021 two.txt",
      "-rw-r--r--   1 ftp ftp 6  5\\xe6\\x9c\\x88  1  2022 three.txt"),
    lists(
      "odd-dates", "A 29th of February without a year, and years long past and far ahead, hide no file.",
      "aioftp 0.16.1; suppaftp, pull request 143; wget 1.17", "-rw-r--r--   1 ftp ftp 4 Feb 29 12:00 one.txt",
      "-rw-r--r--   1 ftp ftp 4 Jan  1  1970 two.txt", "-rw-r--r--   1 ftp ftp 6 Dec 31  2199 three.txt"),
    lists(
      "odd-line", "A meaningless line of LIST does not hide the others.", "aioftp 0.20.0, issue 144",
      "-rw-r--r--   1 ftp ftp 4 Jan  2  2024 one.txt", "this is no line of a listing",
      "-rw-r--r--   1 ftp ftp 6 Jan  2  2024 three.txt", checks: others),
    mirror(
      "latin-1", "A name that is not UTF-8 does not hide the others.", "suppaftp issue 106; field quirk Q44",
      bad: "wants-utf8", path: "pub",
      server: ScenarioServer().with { server in
        server.tree = smallTree + ["\"pub/gr\\xc3\\xbc\\xc3\\x9fe.txt\" text=\"hello\\n\""]
        server.faults = ["listing-latin-1"]
      }, checks: others),
  ]

  private static let facts: [ClientScenario] = [
    mirror(
      "unknown-facts", "Facts that no RFC defines do no harm.", "RFC 3659, section 7.5",
      bad: "wants-known-facts",
      server: .faults("listing-fact=x.colour=red")),
    mirror(
      "facts-in-capitals", "The names and values of facts are not case-sensitive.", "RFC 3659, section 7.5",
      bad: "wants-small-facts", path: "pub",
      server: ScenarioServer().with { server in
        server.tree = smallTree
        server.rules = [
          "MLSD * -> 150, data \"Type=File;Size=4;Modify=20240102030405; one.txt\\r\\n"
            + "TYPE=FILE;SIZE=4;MODIFY=20240102030405; two.txt\\r\\ntYPE=fILE;sIZE=6; three.txt\\r\\n\", close data, 226"
        ]
      }, checks: [.mirrors(small)]),
    mirror(
      "blank-lines", "Empty lines in a listing do no harm.", "jlaffaye, issue 422", bad: "counts-blank-lines",
      server: .faults("listing-blank-lines")),
    mirror(
      "line-ends", "The client reads lines of a listing that end with LF alone.", "field quirk Q41",
      bad: "wants-crlf-in-lists", server: .faults("listing-bare-lf")),
    mirror(
      "total-in-mlsd", "A line in MLSD that shows a total hides no entry.", "FileZilla 3.22.2.1",
      bad: "wants-facts", server: .faults("listing-total"),
      checks: [
        .mirrorKeeps(["er/still.txt": "down here\n"]).about("practice:robust:lives-with-quirks")
      ]),
  ]
}
