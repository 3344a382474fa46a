import FTPProtocol

@testable import FTPMockServer

/// Listings, and values in replies.
extension FaultCase {
  static let listings =
    dialects + [
      FaultCase(
        "listing-empty=226", steps: ["EPSV", "LIST pub/nothing"], breaks: "959:5.4:success-needs-preliminary"),
      FaultCase("listing-empty=450", steps: ["EPSV", "NLST pub/nothing", "NOOP"]) {
        $0.codes.suffix(2) == [450, 200]
      },
      FaultCase("listing-empty", steps: [.download("LIST pub/nothing"), .download("LIST pub")]) {
        $0.codes.contains(550) && $0.texts.count == 1 && $0.lastCode == 226
      },
      FaultCase("listing-options", steps: ["EPSV", "LIST -a", .download("LIST")]) {
        $0.codes.contains(550) && $0.text.contains("notes.txt")
      },
      FaultCase("listing-echo", steps: [.download("NLST nosuch"), .download("NLST")]) {
        $0.text == "nosuch\r\n" && $0.texts.last?.contains("notes.txt") == true && $0.requirements.isEmpty
      },
      FaultCase("listing-bare-lf", steps: [.download("MLSD")], breaks: "3659:7.2:mlsd-crlf"),
      FaultCase("listing-no-last-end", steps: [.download("NLST pub")]) {
        $0.text == "pub/64MiB.bin\r\npub/deep\r\npub/hello.txt\r\npub/nothing"
      },
      FaultCase("listing-total", steps: [.download("MLSD")], breaks: "3659:7.2:mlsd-lines"),
      FaultCase("listing-blank-lines", steps: [.download("MLSD")], breaks: "3659:7.2:mlsd-lines"),
      FaultCase("listing-latin-1", steps: [.download("NLST")]) { seen in
        seen.downloads.first?.split(separator: 0x0A).contains(
          Array("gr".utf8) + [0xFC, 0xDF] + Array("e.txt\r".utf8)) == true
      },
      FaultCase("listing-paths", steps: [.download("NLST"), .download("MLSD")]) {
        $0.text.contains("here/notes.txt\r\n") && $0.texts.last?.contains(" here/notes.txt\r\n") == true
      },
      FaultCase("listing-none", steps: [.download("LIST"), .download("NLST")]) {
        $0.texts.first == "" && $0.texts.last?.contains("notes.txt") == true
      },
    ]

  /// With this fault, the server lists exactly like a server that is configured with the dialect.
  private static let dialects = ListingDialect.all.map { dialect in
    FaultCase("listing-dialect=\(dialect.name)", steps: ["SYST", .download("LIST pub")]) { seen in
      let server = try MockServer.start(.init(dialect: dialect))
      defer { server.stop() }
      var client = try TestClient.loggedIn(server)
      let text = try client.text("LIST pub")
      return seen.text == text && seen.reply(to: .syst) == dialect.system && text.contains("hello")
    }
  }

  static let facts = [
    FaultCase("listing-fact-space", steps: [.download("MLSD pub")]) {
      $0.text.contains("; ")
        && $0.text.split(separator: "\r\n").allSatisfy { $0.contains(";  ") || $0.contains("; ") }
    },
    FaultCase("listing-mlst-no-space", steps: ["MLST notes.txt"], breaks: "3659:7.2:mlst-reply-form"),
    FaultCase("listing-fact", steps: ["MLST notes.txt"], breaks: "3659:7.5.1:type-values"),
    FaultCase("listing-fact=x.more=1", steps: ["MLST notes.txt", .download("MLSD pub")]) {
      $0.reply(to: .mlst).contains("x.more=1;type=file;")
        && $0.text.split(separator: "\r\n").allSatisfy { $0.hasPrefix("x.more=1;type=") }
    },
    FaultCase("listing-no-mlsd", steps: ["FEAT", "EPSV", "MLSD", .download("LIST")]) {
      $0.answer(to: .feat)?.lines.contains { $0.text.starts(with: " MLST ".utf8) } == true
        && $0.code(for: .mlsd) == 500 && $0.lastCode == 226
    },
    FaultCase("listing-no-facts", steps: [.download("MLSD")], breaks: "3659:7.2:mlsd-lines"),
    FaultCase("listing-local-time=-3", steps: [.download("MLSD pub"), "MDTM pub/hello.txt"]) {
      $0.text.lowercased().contains("modify=20240517063000") && $0.reply(to: .mdtm) == "20240517093000"
    },
  ]

  static let values = [
    FaultCase("time-local=+3", steps: ["MDTM pub/hello.txt"]) { $0.reply(to: .mdtm) == "20240517123000" },
    FaultCase("time-19100", steps: ["MDTM notes.txt"], breaks: "3659:2.3:time-form"),
    FaultCase("time-text", steps: ["MDTM notes.txt"], breaks: "3659:3.1:mdtm-reply-form"),
    FaultCase("time-fraction", steps: ["MDTM notes.txt"]) {
      $0.reply(to: .mdtm).hasSuffix(".000") && $0.requirements.isEmpty
    },
    FaultCase("time-refused", steps: ["MDTM notes.txt"]) { $0.lastCode == 550 },
    FaultCase("size-zero", steps: ["TYPE I", "SIZE notes.txt"]) { $0.reply(to: .size) == "0" },
    FaultCase("size-wrong", steps: ["TYPE I", "SIZE pub/hello.txt"]) { $0.reply(to: .size) == "7" },
    FaultCase("size-negative", steps: ["SIZE notes.txt"], breaks: "3659:4:size-reply-form"),
    FaultCase("size-text", steps: ["SIZE notes.txt"], breaks: "3659:4:size-reply-form"),
    FaultCase("size-refused", steps: ["TYPE I", "SIZE notes.txt"]) { $0.lastCode == 550 },
  ]

  static let paths = [
    FaultCase("path-no-quotes", steps: ["PWD"], breaks: "959:appendix-ii:pwd-reply-form"),
    FaultCase("path-quotes", steps: ["MKD a\"b"], breaks: "959:appendix-ii:doubled-quote"),
    FaultCase("path-missing", steps: ["MKD new"], breaks: "959:appendix-ii:pwd-reply-form"),
    FaultCase("path-break", steps: ["PWD"], breaks: "854:nvt:cr-nul"),
    FaultCase("path-250", steps: ["MKD new"], breaks: "959:5.4:mkd-codes"),
  ]

  // USER and PASS are the first two commands.
  static let sessions = [
    FaultCase("session-stray", steps: ["NOOP", .reply], breaks: "959:5.4:nothing-spontaneous"),
    FaultCase("session-421", steps: [.write("NOOP"), .rest]) { $0.codes.dropFirst(3) == [421] },
    FaultCase("session-421-late", steps: ["NOOP", .rest]) { $0.codes.suffix(2) == [200, 421] },
    FaultCase("session-421-open", steps: ["NOOP", "PWD"], breaks: "959:4.2:close-after-421"),
    FaultCase("session-closed", steps: [.write("NOOP"), .rest], breaks: "959:4.2:every-command-answered"),
    FaultCase("session-hangup", steps: ["NOOP", .rest]) { $0.codes.last == 200 },
    FaultCase("session-reset", steps: [.write("NOOP"), .rest], breaks: "959:4.2:every-command-answered"),
    FaultCase("session-cut", steps: [.write("NOOP"), .rest], breaks: "959:4.2:every-command-answered"),
    FaultCase(
      "session-silent", "quit-closed", steps: [.write("PWD\r\nNOOP\r\nQUIT"), .rest],
      breaks: "959:4.2:every-command-answered"),
    FaultCase("session-endless=4", steps: ["NOOP", .write("PWD\r\nQUIT"), .rest]) { seen in
      seen.codes.count == 4 && seen.failures.last?.contains("opened with 200- was not closed") == true
    },
    FaultCase("session-slow=20ms", steps: ["NOOP", "NOOP"]) {
      $0.times[1] >= .milliseconds(20) && $0.times[2] >= .milliseconds(20)
    },
    FaultCase(
      "session-shifted", from: .greeted,
      steps: [.write("USER ftpraw"), .reply, .reply, .write("PASS secret"), .reply]
    ) {
      $0.codes == [220, 331, 331, 230]
    },
  ]

  static let ends = [
    FaultCase("quit-closed", steps: [.write("QUIT"), .rest], breaks: "959:4.1.1:quit-221-close"),
    FaultCase("quit-open", steps: ["QUIT", "NOOP"], breaks: "959:4.1.1:quit-221-close"),
    FaultCase("quit-code", steps: ["QUIT"], breaks: "959:5.4:quit-codes"),
    FaultCase("quit-refused", steps: ["QUIT", "NOOP"]) { $0.codes.suffix(2) == [500, 200] },
  ]
}
