import FTPProtocol
import Testing

@testable import FTPConformance
@testable import ftpraw

@Suite("The output of check fits the party that was tested")
struct CheckTextTests {
  /// The forms that are written to files are tested elsewhere; this one is for terminals.
  @Test func ofAClient() {
    let client = TestedParty(
      .client, "getter 2.1", words: ["getter 2.1 (C) the authors"],
      command: TestedParty.Command(subcommand: "check", operands: ["--client", "getter {url}"]))
    let entry = ConformanceCase(
      "rfc3659/4/size-550", "A file is fetched though SIZE is refused.", of: .client,
      ["3659:4:size-550-client"])
    let finding = Finding(
      "3659:4:size-550-client", expected: "the file and exit status 0", received: "exit status 1")
    var report = RunReport(client, RunOptions())
    report.duration = .milliseconds(1_250)
    report.jobs = 1
    report.cases = [
      CaseReport(
        entry,
        [
          CaseAttempt(
            at: entry, .found(finding), in: [], ending: .wrong,
            showing: [.init("standard error", ["getter: not there"])], taking: .zero)
        ])
    ]
    let text = CheckText(report: report, width: 80, isColored: false).text
    #expect(
      text == """
        getter 2.1
        getter 2.1 (C) the authors
        1 finding in 1 case: 1 interoperability

        RFC 3659  [xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx] 0 of 1 pass

        fail rfc3659/4/size-550
          interoperability: The client gives up files that the server would have sent.
          A file is fetched though SIZE is refused.
          [3659:4:size-550-client] A 550 to SIZE does not mean that the file cannot be
          fetched.
            force     must, by "MUST NOT"
            source    https://www.rfc-editor.org/rfc/rfc3659.html#section-4
            expected  the file and exit status 0
            received  exit status 1
          the control connection was closed without QUIT and 221
            -- standard error
               getter: not there
          ftpraw check --client 'getter {url}' rfc3659/4/size-550

        fail rfc3659/4/size-550 (interoperability)

        getter 2.1: 1 case in 1.2 s: 1 fail; 1 finding in 1 case

        """)
  }
}
