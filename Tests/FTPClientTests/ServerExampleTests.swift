import FTPClient
import FTPMockServer
import FTPProtocol
import Foundation
import TestSupport
import Testing

@Suite("The example of a test in Documentation/serve.md is this code", .queueing)
struct ServerExampleTests {
  private let client = ClientUnderTest()

  @Test func uploadsAreResumed() async throws {
    try await withMockServer { server in
      server.updateTree { $0.addFile("incoming/report.csv", "a,b\n") }

      try await client.upload("a,b\n1,2\n", to: "\(server.url)/incoming/report.csv")

      try await server.waitUntil { $0.sessionCount == 0 }
      #expect(server.received("REST", matching: "4", times: 1))
      #expect(server.tree.bytes(of: "incoming/report.csv") == Array("a,b\n1,2\n".utf8))
      #expect(server.clientViolations.isEmpty, "\(server.clientViolations)")
    }
  }

  @Test func isWhatThePageShows() throws {
    let folder = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
    let page = try String(contentsOf: folder.appending(path: "Documentation/serve.md"), encoding: .utf8)
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let blocks = page.components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    let block = try #require(blocks.first { $0.contains("withMockServer") })
    let lines = block.split(separator: "\n").filter { !$0.hasPrefix("import ") }
      .map { $0.components(separatedBy: "   //")[0].trimmingCharacters(in: .whitespaces) }
    let sourceLines = source.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let start = try #require(sourceLines.firstIndex(of: lines[0]))
    #expect(Array(sourceLines[start...].prefix(lines.count)) == lines)
  }
}

/// A client that someone has written and wants to test.
private struct ClientUnderTest {
  /// Stores a text as anonymous, continuing after the part that is there already.
  func upload(_ text: String, to url: String) async throws {
    let url = try #require(URL(string: url))
    let ftp = try await RawFTPClient.connect(
      to: try #require(url.host), port: UInt16(try #require(url.port)))
    try await ftp.login("anonymous", password: "tester@example.org")
    try await ftp.send("TYPE I")
    let size = try await ftp.send("SIZE \(url.path)")
    if size.code == 213 { try await ftp.send("REST \(size.text)") }
    let upload = try await ftp.passive(.epsv, "STOR \(url.path)")
    try await upload.write(Array(text.utf8.dropFirst(Int(size.text) ?? 0)))
    try await upload.finish().expect(226, 250)
    try await ftp.send("QUIT")
    ftp.close()
  }
}
