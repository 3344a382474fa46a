import FTPProtocol

@testable import FTPMockServer

extension FaultCase {
  /// All rows.
  static let all = [
    greeting, login, features, arguments, segments, forms, codes, addresses, addressForms, transfers, data,
    restarts, listings, facts, values, paths, aborts, sessions, habits, peers, ends, auth,
    prot, clearing, handshakes, certificates, tlsSessions, tlsEnds,
  ].flatMap(\.self)

  private static let login3: [Step] = ["USER ftpraw", "PASS secret"]

  static let greeting = [
    FaultCase("greeting-code=200", from: .greeted, steps: [], breaks: "959:5.4:greeting"),
    FaultCase("greeting-code=530", from: .greeted, steps: [], breaks: "959:5.4:greeting"),
    FaultCase(
      "greeting-none", from: .connected, steps: [.write("NOOP\r\nQUIT"), .rest], breaks: "959:5.4:greeting"),
    FaultCase("greeting-closed", from: .connected, steps: [.rest], breaks: "959:5.4:greeting"),
    FaultCase("greeting-refused", from: .connected, steps: [.rest]) { $0.codes == [421] },
    FaultCase("greeting-delayed=1ms", from: .greeted, steps: ["NOOP"]) { $0.codes == [120, 220, 200] },
    FaultCase("greeting-late=40ms", from: .greeted, steps: []) { $0.times[0] >= .milliseconds(40) },
    FaultCase("greeting-long=9", from: .greeted, steps: []) { $0.replies[0].reply.lines.count == 11 },
    FaultCase("greeting-stray", from: .greeted, steps: [], breaks: "959:4.2:reply-line"),
  ]

  static let login = [
    FaultCase("login-account", from: .greeted, steps: login3 + ["ACCT x"]) {
      $0.codes == [220, 331, 332, 230]
    },
    FaultCase("login-account-first", from: .greeted, steps: ["USER ftpraw", "ACCT x", "PWD"]) {
      $0.codes == [220, 332, 230, 257]
    },
    FaultCase("login-refused=2", from: .greeted, steps: login3 + login3 + login3) {
      $0.codes == [220, 331, 530, 331, 530, 331, 230]
    },
    FaultCase("login-slow=40ms", from: .greeted, steps: login3) { $0.times[2] >= .milliseconds(40) },
    FaultCase("login-no-password", from: .greeted, steps: ["USER ftpraw", "PWD"]) {
      $0.codes == [220, 230, 257]
    },
    FaultCase("login-user-code=200", from: .greeted, steps: ["USER ftpraw"], breaks: "959:5.4:user-codes"),
    FaultCase("login-pass-code=220", from: .greeted, steps: login3, breaks: "959:5.4:pass-codes"),
    FaultCase("login-pass-code=202", from: .greeted, steps: login3) { $0.lastCode == 202 },
    FaultCase("login-not-needed", from: .greeted, steps: ["CWD pub"], breaks: "959:4.2:not-logged-in-530"),
    FaultCase("login-not-needed", from: .greeted, steps: ["TYPE I", "PWD", "LIST"]) {
      $0.codes == [220, 200, 257, 530]
    },
    FaultCase("login-long=9", steps: []) { $0.answer(to: .pass)?.lines.count == 11 },
  ]

  static let features = [
    FaultCase("feat-code-lines", steps: ["FEAT"], breaks: "2389:3.2:feat-leading-space"),
    FaultCase("feat-no-space", steps: ["FEAT"], breaks: "2389:3.2:feat-leading-space"),
    FaultCase("feat-spaces", steps: ["FEAT"], breaks: "2389:3.2:feat-leading-space"),
    FaultCase("feat-lower-case", steps: ["FEAT"]) { seen in
      let list = try seen.answer(to: .feat).map { try FeatureList.read($0).value }
      return list?["SIZE"]?.label == "size"
    },
    FaultCase("feat-promises=XTRA", steps: ["FEAT", "XTRA"]) { seen in
      let list = try seen.answer(to: .feat).map { try FeatureList.read($0).value }
      return list?.contains("XTRA") == true && seen.lastCode == 500
    },
    FaultCase("feat-hides", steps: ["FEAT", "REST 3"]) { seen in
      let list = try seen.answer(to: .feat).map { try FeatureList.read($0).value }
      return list?.contains("REST") == false && list?.contains("SIZE") == true && seen.lastCode == 350
    },
    FaultCase("feat-promises=MODE Z", steps: ["FEAT"]) { $0.reply(to: .feat).contains(" MODE Z\n") },
    FaultCase("feat-bare", steps: ["FEAT"]) { seen in
      let list = try seen.answer(to: .feat).map { try FeatureList.read($0).value }
      return list?["REST"]?.parameters == "" && list?["MLST"]?.parameters == ""
    },
    FaultCase("feat-extra", steps: ["FEAT"]) { seen in
      let list = try seen.answer(to: .feat).map { try FeatureList.read($0).value }
      return list?["SIZE"]?.parameters == "yes" && list?["REST"]?.parameters == "STREAM yes"
    },
    FaultCase("feat-empty", steps: ["FEAT"], breaks: "2389:3.2:feat-none"),
    FaultCase("feat-epsv-broken", steps: ["FEAT", "EPSV"]) {
      $0.reply(to: .feat).contains("End") && $0.lastCode == 500
    },
    FaultCase("feat-refused", steps: ["FEAT", "SIZE pub/hello.txt"]) { $0.codes.suffix(2) == [530, 213] },
    FaultCase("feat-closed", steps: [.write("FEAT"), .rest], breaks: "1123:4.1.2.11:general-rules"),
    FaultCase("feat-none", steps: ["FEAT", "SIZE pub/hello.txt"]) { $0.codes.suffix(2) == [502, 213] },
  ]

  static let arguments = [
    FaultCase("argument-up", steps: ["CWD /../..", "PWD"]) { $0.reply(to: .pwd).hasPrefix("\"/pub\"") },
    FaultCase("argument-taken=CWD:pub", steps: ["CWD incoming", "PWD"]) {
      $0.reply(to: .pwd).hasPrefix("\"/pub\"")
    },
    FaultCase("argument-taken=NOOP:", steps: ["NOOP x"]) { $0.lastCode == 200 },
    FaultCase("argument-trimmed", steps: ["MKD  new ", "CWD new"]) { $0.codes.suffix(2) == [257, 250] },
    FaultCase("argument-seven-bit", steps: ["MKD \u{E9}", "PWD"]) {
      $0.reply(to: .mkd).hasPrefix("\"/C)\"")
    },
  ]

  /// Ten replies: on a busy machine, two segments of one reply may arrive together.
  private static let manyReplies = [Step](repeating: "NOOP", count: 10)

  static let segments = [
    FaultCase("reply-split=3", steps: manyReplies) { seen in seen.replies.contains { $0.cuts == [3] } },
    FaultCase("reply-split-end", steps: manyReplies) { seen in
      seen.replies.contains { $0.cuts == [$0.reply.bytes.count - 1] }
    },
    FaultCase("reply-dripped=2ms", steps: ["NOOP"]) { seen in
      let length = seen.replies.last?.reply.bytes.count ?? 0
      return seen.times[1] >= .milliseconds(2) * (length - 1) && seen.lastCode == 200
    },
    // The data end before the command gets any reply.
    FaultCase("reply-joined", steps: [.download("RETR pub/hello.txt")]) { seen in
      seen.codes.suffix(2) == [150, 226] && seen.text == "hello\r\n"
        && seen.replies.suffix(2).allSatisfy { $0.cuts.isEmpty }
    },
  ]

  static let forms = [
    FaultCase("reply-bare-lf", steps: ["NOOP"], breaks: "854:nvt:crlf-one-unit"),
    FaultCase("reply-twice=200", steps: ["NOOP", .reply], breaks: "959:5.4:nothing-spontaneous"),
    FaultCase("reply-cr-inside", steps: ["NOOP"], breaks: "854:nvt:cr-nul"),
    FaultCase("reply-no-text", steps: ["NOOP"], breaks: "959:4.2:reply-line"),
    FaultCase("reply-no-separator", steps: ["NOOP"], breaks: "959:4.2:reply-line"),
    FaultCase("reply-8bit", steps: ["NOOP"], breaks: "2640:3.1:utf8-replies"),
    FaultCase("reply-nul", steps: ["NOOP"], breaks: "854:nvt:nul-only-after-cr"),
    FaultCase("reply-iac", steps: ["NOOP"], breaks: "854:nvt:iac-doubled"),
    FaultCase("reply-telnet", steps: ["NOOP"], breaks: "3659:2.2:no-telnet-options"),
    FaultCase("reply-blank-line", steps: ["NOOP"], breaks: "959:4.2:reply-line"),
    FaultCase("reply-padded", steps: [.download("RETR pub/hello.txt")]) { seen in
      seen.text == "hello\r\n" && seen.requirements.isEmpty
        && seen.replies.allSatisfy { $0.reply.text.hasPrefix("      ") && $0.reply.text.hasSuffix("    ") }
    },
    FaultCase("reply-multiline", steps: [.download("RETR pub/hello.txt")]) { seen in
      seen.text == "hello\r\n" && seen.requirements.isEmpty
        && seen.replies.allSatisfy { $0.reply.isMultiline }
    },
    FaultCase("reply-unpadded", steps: ["NOOP"], breaks: "959:4.2:multiline-padding"),
    FaultCase("reply-nested", steps: ["NOOP"]) { $0.replies.last?.reply.lines.count == 5 },
    FaultCase("reply-code-inside", steps: ["NOOP"], breaks: "959:4.2:multiline-padding"),
    FaultCase("reply-other-end", steps: ["FEAT", "NOOP"], breaks: "959:4.2:multiline-end")
      .read(Leniency(multilineEnd: .anyCode)),
    FaultCase(
      "reply-text=RETR:Fine: as ever", steps: [.download("RETR pub/hello.txt"), "RETR nosuch", "FEAT"]
    ) {
      $0.replies.filter { $0.reply.text == "Fine: as ever" }.map(\.reply.code) == [150, 226, 550]
    },
    FaultCase("reply-text=FEAT:None", steps: ["FEAT"]) { $0.replies.last?.reply.lines.count == 1 },
    FaultCase("reply-text", steps: ["PWD"], breaks: "959:appendix-ii:pwd-reply-form"),
    FaultCase("reply-long=1KiB", steps: ["NOOP"]) { seen in
      seen.replies.last.map { $0.reply.bytes.count > 1024 } == true && seen.requirements.isEmpty
    },
  ]

  static let codes = [
    FaultCase("code-type", steps: ["TYPE I"], breaks: "959:5.4:type-codes"),
    FaultCase("code-range", steps: ["NOOP"], breaks: "959:4.2:digit-ranges"),
    FaultCase("code-125", steps: [.download("LIST")]) {
      $0.codes.suffix(2) == [125, 226] && $0.requirements.isEmpty
    },
    FaultCase("code-250", steps: [.download("LIST")]) {
      $0.codes.suffix(2) == [150, 250] && $0.requirements.isEmpty
    },
    FaultCase("code-200", steps: [.download("LIST")], breaks: "959:3.2:close-reported-226-250"),
    FaultCase("code-failed=451", steps: [.download("RETR pub/hello.txt")]) {
      $0.text == "hello\r\n" && $0.lastCode == 451
    },
    FaultCase("code-preliminary", steps: ["MKD new", .reply], breaks: "959:6:simple-commands"),
    FaultCase("code-pwd", steps: ["PWD"], breaks: "959:5.4:pwd-codes"),
    FaultCase("code-hash", steps: ["HASH notes.txt"], breaks: "1123:4.1.2.11:standard-codes"),
    FaultCase("code-site-exec", steps: ["SITE EXEC true"]) { $0.codes.last == 200 },
    FaultCase("code-500=SYST", steps: ["SYST", "NOOP"]) { $0.codes.suffix(2) == [500, 200] },
    FaultCase("code-answer=NOOP:202", steps: ["NOOP", "TYPE I"]) { $0.codes.suffix(2) == [202, 200] },
    FaultCase("code-pretend=DELE:250", steps: ["DELE notes.txt", .download("RETR notes.txt")]) { seen in
      seen.codes.suffix(4) == [250, 229, 150, 226]
    },
    FaultCase("code-swap=500:502", steps: ["XYZZ", "NOOP"]) { $0.codes.suffix(2) == [502, 200] },
  ]
}
