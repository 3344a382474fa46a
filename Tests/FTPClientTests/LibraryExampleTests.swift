import FTPClient
import FTPMockServer
import FTPProtocol
import Foundation
import TestSupport
import Testing

@Suite("The library examples in README and Documentation/library.md are this code", .queueing)
struct LibraryExampleTests {
  /// The longer example, line for line except for the port; what it prints is collected.
  ///
  /// The pages leave out some of its lines.
  private func example(port: UInt16, print: (Any...) -> Void) async throws -> (cut: Reply?, abor: Reply?) {
    let ftp = try await RawFTPClient.connect(to: "127.0.0.1", port: port)
    try await ftp.login("ftpraw", password: "secret")
    print(try await ftp.send("SYST").text)

    let download = try await ftp.passive(.epsv, "RETR notes.txt")
    let notes = try await download.readToEnd()
    try await download.finish()
    print(String(decoding: notes, as: UTF8.self))

    let upload = try await ftp.active(.eprt, "STOR incoming/copy")
    try await upload.write(notes)
    try await upload.finish()

    let huge = try await ftp.passive(.pasv, "RETR pub/64MiB.bin")
    _ = try await huge.read()
    let (cut, abor) = try await huge.abort()
    print(cut?.text ?? "", abor?.text ?? "")

    try await ftp.send("RNTO nowhere")
    print(ftp.state, ftp.verdicts, ftp.counters)
    print(ftp.transcript)
    return (cut, abor)
  }

  @Test func runs() async throws {
    try await withMockServer { server in
      var printed: [String] = []
      let (cut, abor) = try await example(port: server.port) { values in
        printed += values.map { "\($0)" }
      }
      #expect(printed.first == "UNIX Type: L8")
      #expect(cut?.code == 426)
      #expect(abor?.code == 226)
      #expect(printed.last?.contains("C> PASS ****\n") == true)
      #expect(printed.last?.contains("secret") == false)
    }
  }

  @Test(arguments: ["README.md", "Documentation/library.md"]) func isWhatThePageShows(page: String) throws {
    let folder = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
    let text = try String(contentsOf: folder.appending(path: page), encoding: .utf8)
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let blocks = text.components(separatedBy: "```swift\n").dropFirst()
    let block = try #require(blocks.first?.components(separatedBy: "```").first)
    // All imports that are needed if members are visible only with an import of their module (MemberImportVisibility).
    let imports = Set(block.split(separator: "\n").filter { $0.hasPrefix("import ") })
    #expect(imports == ["import FTPClient", "import FTPProtocol"])
    var lines = source.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }[...]
    for line in block.split(separator: "\n") where !line.hasPrefix("import ") {
      let code = line.components(separatedBy: "  //")[0].trimmingCharacters(in: .whitespaces)
        .replacingOccurrences(of: "port: 2121", with: "port: port")
      let place = try #require(
        lines.firstIndex(of: code), "\(page) shows '\(code)', which is not there or not in order")
      lines = lines[(place + 1)...]
    }
  }
}
