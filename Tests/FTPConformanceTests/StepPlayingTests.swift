import FTPProtocol
import Testing

@testable import FTPConformance

@Suite("Steps find what they are for, and end as they say")
struct StepPlayingTests {
  private static let rows: [(steps: [String], verdict: CaseVerdict)] = [
    (["doubt:", "  send: SYST -> 5yz", "  send: NOOP -> any, skipped 200"], .skipped),
    (["doubt:", "  send: SYST -> 5yz", "  send: NOOP -> any, skipped 500"], .fail),
    (["doubt:", "  send: SYST -> 215", "  send: NOOP -> any, skipped 200"], .pass),
    (["for each: NOOP SYST", "  send: {it} -> 2yz"], .pass),
    (["for each: NOOP XYZZ", "  send: {it} -> 2yz"], .fail),
    ([#"write: "{NOOP\r\n 2 times}""#, "for each: {1...2}", "  reply to: NOOP {it} -> 200"], .pass),
    (["send: SYST", "if: reply begins with UNIX", "  send: XYZZ -> 2yz"], .fail),
    (["send: SYST", "if: reply begins with VMS", "  send: XYZZ -> 2yz"], .pass),
    (["send: SYST", "if: 215", "  send: XYZZ", "answer to: SYST -> 2yz"], .pass),
    ([#"write: "NO""#, "prompt reply to: NO -> 200, none skipped"], .skipped),
    ([#"write: "NO""#, "prompt reply to: NO -> 200"], .fail),
    (
      [#"write: "{harmless first 2}""#, #"write: "{harmless after 2}\r\n""#, "reply to: it -> harmless"],
      .pass
    ),
    (["send: XYZZ -> harmless"], .fail),
    (["send: NOOP, XYZZ", "expect: codes goes beyond 200, else unsupported"], .pass),
    (["send: NOOP, XYZZ", "expect: codes goes beyond 200 500, else unsupported"], .unsupported),
    (
      [#"remember: "a b" as name"#, #"expect: name is "a b""#, #"expect: name shares some of c "a b""#], .pass
    ),
    ([#"remember: "a b" as name"#, "expect: name shares some of a b"], .fail),
    ([#"odd line: HELP and NUL: "HELP\x00\r\n""#], .pass),
    ([#"odd line: two lines: "NOOP\r\nNOOP\r\n""#], .fail),
    (["nothing: comes"], .pass),
    ([#"write: "NOOP\r\n""#, "nothing: comes, else skipped"], .skipped),
    (["send: an announced port", "send: NOOP", "connect: as announced"], .skipped),
    (
      ["send: an announced port", "send: NOOP", "connect: as announced before", "download: LIST, ready"],
      .pass
    ),
    (["send: PORT {PORT own} -> 2yz", "send: PORT {PORT low}, PORT {PORT elsewhere} -> 5yz"], .pass),
  ]

  @Test(arguments: rows)
  func verdict(steps: [String], verdict: CaseVerdict) async throws {
    let entry = ServerCase(
      "test/1/tested", "It does.", ["959:4.2:success-means-done"], needs: [.login], failsWith: [],
      playing: try CaseStep.read(steps))
    var patience = Patience.generous
    // Some wait for a reply that does not come.
    patience.closing = .seconds(1)
    let attempt = try await Mutation(entry: entry, faults: nil).attempt(patience)
    #expect(attempt.verdict == verdict, "\(attempt.words)")
  }
}
