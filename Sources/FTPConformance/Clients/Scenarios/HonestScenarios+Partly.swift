import FTPProtocol

// Jobs that fail in part.
extension HonestScenarios {
  static let partly: [ClientScenario] = [
    mirror(
      "one-refused", "A mirror in which one file is refused is a failure, but has the others.",
      "curl, tests 533 and 546", "practice:honest:refusal-is-failure", "RETR *two.txt -> 550"),
    mirror(
      "one-cut", "A mirror in which one file is cut is a failure, but has the others.",
      "curl issue 405; CAMEL-24088", "practice:honest:success-is-confirmed",
      "RETR *two.txt -> 150, data \"t\", close data, 426", "REST * -> 502"),
    ClientScenario(
      "honest/get/disk-full", "A download that fills the local disk is a failure.",
      ["practice:honest:success-is-whole"], source: "FileZilla 3.17.0; lftp 4.3.5",
      losing: "the rest of the file, without notice", bad: ["overlooks-full-disk"],
      steps: [
        ScenarioStep(.get, "pub/large.bin", server: .tree("pub/large.bin size=900K"))
          .with { $0.diskLimit = 64 << 10 }
      ], checks: [.getsOrFails]),
    ClientScenario(
      "honest/put/refused-350", "An upload that gets 350 is a failure, and the client sends no data.",
      ["practice:honest:refusal-is-failure", "practice:safe:data-wait-for-mark"],
      source: "RFC 959, section 5.4",
      losing: "the upload, without notice", bad: ["always-succeeds", "sends-before-150"], .put,
      "incoming/up.txt", having: ["up.txt": "what is uploaded\n"],
      server: .rules("STOR * -> open data, 350, receive", "APPE * -> 350", "STOU * -> 350"),
      checks: [.fails, .uploads(atMost: 0).about("practice:safe:data-wait-for-mark")]),
  ]

  /// Listings of a folder that cannot be read: they say nothing about what is in it.
  static let unreadable: [ClientScenario] = [
    unreadable(
      "size-and-name", "Lines of MLSD that are a size and a name are not a listing.",
      "ESP32_FTPServer_SD_MMC, issue 3", "4096 er"),
    unreadable(
      "ls-as-mlsd", "Lines of ls in answer to MLSD are not a listing.", "RFC 3659, section 7.2",
      "drwxr-xr-x   2 ftp ftp 4096 Jan  2  2024 er"),
    unreadable(
      "blank-before-facts", "Lines of MLSD with a space before the facts are not a listing.",
      "rclone issue 8403", " modify=20240102030405;perm=el; er"),
    unreadable(
      "cut-line", "A line of MLSD in two halves is not a listing.", "RFC 3659, section 7.2",
      "type=dir;modify=2024010203", "0405; er"),
    unreadable(
      "other-folder", "A listing of another folder is not that of the one that was asked for.",
      "RFC 3659, section 7.5.1.2", "type=cdir;modify=20240102030405; /elsewhere"),
  ]

  private static func unreadable(
    _ slug: String, _ title: String, _ source: String, _ lines: String...
  ) -> ClientScenario {
    let text = lines.map { $0 + "\\r\\n" }.joined()
    let files = ["er/still.txt": "down here\n"]
    return ClientScenario(
      CaseID(rawValue: "honest/mirror/\(slug)"), title, ["practice:honest:nothing-lost-by-failure"],
      source: source, losing: "files that still exist on the server", bad: ["mirrors-what-it-gets"], .mirror,
      "pub/deep", having: ["copy/er/still.txt": "down here\n"],
      server: .rules("MLSD * -> 150, data \"\(text)\", close data, 226"),
      checks: [
        .mirrorKeeps(files),
        // Another command may list the folder.
        ClientCheck.fails.or(.mirrors(files)).about("practice:honest:failed-listing-is-none"),
      ])
  }

  private static func mirror(
    _ slug: String, _ title: String, _ source: String, _ rule: RequirementID, _ rules: String...
  ) -> ClientScenario {
    ClientScenario(
      CaseID(rawValue: "honest/mirror/\(slug)"), title, [rule], source: source,
      losing: "a file, without notice", bad: ["always-succeeds"], .mirror, "pub",
      server: ScenarioServer().with { server in
        server.tree = ["one", "two", "three"].map { "pub/\($0).txt text=\"\($0)\\n\"" }
        server.rules = rules
      },
      checks: [
        .fails,
        ClientCheck.mirrorKeeps(["one.txt": "one\n", "three.txt": "three\n"])
          .about("practice:robust:lives-with-quirks"),
      ])
  }
}
