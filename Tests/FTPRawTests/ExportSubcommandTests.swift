import FTPCaptures
import FTPProtocol
import Foundation
import TestSupport
import Testing

@testable import ftpraw

@Suite("export writes captures that can be read back, or explains in one line why not", .queueing)
struct ExportSubcommandTests {
  private func exporting(_ arguments: [String], input: String = "") async throws -> ProcessRunner.Outcome {
    try await ProcessRunner.ftpraw().run(["export"] + arguments, input: Array(input.utf8))
  }

  private static let vector = """
    # A download and an upload, as a client sees them.
    S> 22\\|(200ms)0 Ready.
    C> PASS {:secret}
    S> 230 In.
    C> PASV
    S> 227 Passive {data:hostport}
    -- open data to {data}
    C> RETR notes.txt
    S> 150 Here.
    D> line one\\r\\n
    -- close data (closed by the server)
    S> 226 Done.
    C> PORT {mine:hostport}
    S> 200 Fine.
    C> STOR copy.txt
    S> 150 Send.
    -- open data
    D< up
    -- close data (reset by the client)
    S> 426 Cut.
    -- half-close control (by the client)
    -- wait 1s
    S> 421 Bye.
    -- close control (closed by the server)

    """

  @Test func whatIsExportedIsImported() async throws {
    try await withScratchFolder { folder in
      let file = folder.appending(path: "x.ftpv")
      let capture = folder.appending(path: "x.pcap")
      try Data(Self.vector.utf8).write(to: file)
      let outcome = try await exporting([file.path, "--format", "pcap", "-o", capture.path])
      #expect(outcome.status == 0 && outcome.error == "", "\(outcome.error)")
      var importer = CaptureImporter()
      try importer.append(try ProcessRunner.bytes(of: capture))
      try importer.finish()
      let transcript = try #require(importer.conversations.first?.transcript)
      let rows = transcript.description.split(separator: "\n").filter { !$0.hasPrefix("!!") }
      #expect(rows.contains("C> PASS ****"))
      #expect(rows.filter { $0.hasPrefix("D") } == ["D> line one\\r\\n", "D< up"])
      #expect(
        rows.filter { $0.hasPrefix("--") } == [
          "-- open data to 127.0.0.1:50001", "-- close data (10 bytes, closed by the server)",
          "-- open data from 127.0.0.1:20", "-- close data (2 bytes, reset by the client)",
          "-- half-close control (by the client)",
        ])
      #expect(transcript.events.last?.time ?? .zero >= .milliseconds(1_200))
    }
  }

  @Test func pipesWork() async throws {
    let outcome = try await exporting(["-", "-o", "-"], input: Self.vector)
    #expect(outcome.status == 0 && outcome.outputBytes.starts(with: [0x4D, 0x3C, 0xB2, 0xA1]))
  }

  private static let hopeless: [([String], String, String, Int32)] = [
    (["-", "-o", "/dev/null"], "X> what\n", "ftpraw export: standard input, line 1, column 1: ", 1),
    (["/no/such/file", "-o", "/dev/null"], "", "ftpraw export: cannot open /no/such/file: ", 74),
    (["-", "-o", "/dev/null/x"], "C> NOOP\n", "ftpraw export: cannot create /dev/null/x: ", 74),
    (["-"], "", "ftpraw export: --output FILE is missing; it says where to write the capture.", 64),
    (
      ["-", "-o", "x", "--format", "svg"], "", "ftpraw export: option '--format': 'svg' is not one of pcap",
      64
    ),
  ]

  @Test(arguments: hopeless)
  func saysInOneLineWhatIsWrong(arguments: [String], input: String, line: String, status: Int32) async throws
  {
    let outcome = try await exporting(arguments, input: input)
    #expect(outcome.error.hasPrefix(line), "\(outcome.error)")
    #expect(outcome.error.split(separator: "\n").count == 1 && outcome.output == "")
    #expect(outcome.status == status)
  }
}
