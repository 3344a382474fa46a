import FTPCaptures
import FTPProtocol
import Foundation
import TestSupport
import Testing

@testable import ftpraw

@Suite("import makes vectors of captures, or explains in one line why not", .queueing)
struct ImportSubcommandTests {
  private func importing(_ arguments: [String], input: [UInt8] = []) async throws -> ProcessRunner.Outcome {
    try await ProcessRunner.ftpraw().run(["import"] + arguments, input: input)
  }

  /// A capture of this many conversations, one after the other.
  private static func capture(_ count: Int = 1) -> [UInt8] {
    var bytes: [UInt8] = []
    for number in 0..<count {
      var writer = CaptureWriter(
        client: CaptureEndpoint(host: .ipv4(.loopback), port: UInt16(40_000 + number)),
        time: 1_577_836_800_000_000_000 + UInt64(number) * 1_000_000_000)
      writer.control(Array("220 Ready.\r\n".utf8), from: .server)
      writer.control(Array("PASS secret\r\n".utf8), from: .client)
      writer.control(Array("230 In \(number).\r\n".utf8), from: .server)
      writer.closeControl(.byServer)
      bytes += number == 0 ? writer.bytes : Array(writer.bytes.dropFirst(24))
    }
    return bytes
  }

  @Test func oneConversationGoesAnywhere() async throws {
    try await withScratchFolder { folder in
      let capture = folder.appending(path: "x.pcap")
      try Data(Self.capture()).write(to: capture)
      let shown = try await importing([capture.path])
      #expect(shown.status == 0 && shown.error == "", "\(shown.error)")
      #expect(shown.output.contains("S> 220 Ready.\n") && shown.output.contains("S> 230 In 0.\n"))
      #expect(!shown.output.contains("PASS secret"))
      let file = folder.appending(path: "x.ftpv")
      #expect(try await importing(["-o", file.path, "-"], input: Self.capture()).status == 0)
      #expect(file.text.contains("S> 230 In 0.\n"))
      #expect(
        try await importing([capture.path, "-o", folder.appending(path: "new").path + "/"]).status == 0)
      #expect(folder.appending(path: "new").names == ["0001.ftpv"])
    }
  }

  @Test func severalTakeAFolder() async throws {
    try await withScratchFolder { folder in
      let refused = try await importing(["-"], input: Self.capture(3))
      #expect(
        refused.error
          == "ftpraw import: standard input contains 3 conversations; write them to a folder with -o DIR/\n")
      #expect(refused.status == 1 && refused.output == "")
      // If the import is refused, no file is written.
      let file = folder.appending(path: "out").path
      #expect(try await importing(["-", "-o", file], input: Self.capture(3)).status == 1)
      #expect(folder.names.isEmpty)
      for round in 1...2 {
        let outcome = try await importing(["-", "-o", folder.path], input: Self.capture(3))
        #expect(outcome.status == 0 && outcome.error == "", "\(outcome.error)")
        #expect(folder.names.count == 3 * round)
      }
      #expect(folder.appending(path: "0005.ftpv").text.contains("S> 230 In 1.\n"))
    }
  }

  @Test func aCaptureThatEndsEarlyGivesWhatCameBefore() async throws {
    try await withScratchFolder { folder in
      let outcome = try await importing(["-", "-o", folder.path], input: Self.capture(2).dropLast(5))
      #expect(folder.names == ["0001.ftpv", "0002.ftpv"])
      #expect(outcome.error.contains("; everything before it was written\n"))
      #expect(outcome.error.split(separator: "\n").count == 1)
      #expect(outcome.status == 1)
    }
  }

  private static let hopeless: [([UInt8], String)] = [
    ([], "standard input: the capture is empty"),
    (
      Array("GET / HTTP/1.1\r\n".utf8),
      "standard input: neither pcap nor pcapng: the first bytes are GET / HT"
    ),
    (Array(capture().prefix(24)), "standard input: no packets"),
    (Array(capture().prefix(30)), "standard input: the capture ends inside the header of packet 1"),
    (
      Array(capture().prefix(24 + 60)), "standard input: no FTP conversation in 1 packets, of which 1 are TCP"
    ),
    (
      capture().prefix(20) + [77, 0, 0, 0] + capture().dropFirst(24),
      "standard input: no FTP conversation; the link type is unknown"
    ),
  ]

  @Test(arguments: hopeless)
  func saysInOneLineWhatIsWrong(bytes: [UInt8], line: String) async throws {
    let outcome = try await importing(["-"], input: bytes)
    #expect(outcome.error.hasPrefix("ftpraw import: " + line), "\(outcome.error)")
    #expect(outcome.error.split(separator: "\n").count == 1 && outcome.output == "")
    #expect(outcome.status == 1)
  }

  @Test func aFileThatIsMissingIsNotACapture() async throws {
    let outcome = try await importing(["/no/such/file"])
    #expect(outcome.error.hasPrefix("ftpraw import: cannot open /no/such/file: "))
    #expect(outcome.status == 74)
  }
}
