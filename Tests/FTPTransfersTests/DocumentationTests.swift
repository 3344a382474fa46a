import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPSystem
import FTPTransfers
import Foundation
import TestSupport
import Testing

@Suite("The Swift examples of Documentation/transfers.md are this code", .queueing, .endsWhenItHangs)
struct DocumentationTests {
  /// The examples, line for line except for the server and the files.
  private func examples(
    _ site: FTPSite, notes: String, large: String, print: @escaping @Sendable (Any) -> Void
  ) async throws {
    try await withFTPSession(site) { ftp in
      try await ftp.download("pub/notes.txt", to: notes)
    }

    var options = FTPQueueOptions(site)
    options.connections = 4
    options.remark = { print($0) }
    try await withFTPQueue(options) { queue in
      async let size = queue.download("pub/large.bin", to: large, segments: 3)
      try await queue.upload(file: notes, to: "incoming/notes.txt")
      print(try await size)
    }
  }

  @Test func run() async throws {
    let folder = try TemporaryFolder("ftpraw-examples-")
    var there = tree("pub/large.bin", count: 5_000_000)
    there.addFile("pub/notes.txt", "Take milk.\n")
    there.addDirectory("incoming")
    try await withMockServer(.testing(tree: there)) { server in
      let notes = "\(folder.path)/notes.txt", large = "\(folder.path)/large.bin"
      let sizes = Guarded<[UInt64]>([])
      try await examples(.at(server), notes: notes, large: large) { value in
        if let size = value as? UInt64 { sizes.withLock { $0.append(size) } }
      }
      #expect(contents(of: notes) == Array("Take milk.\n".utf8))
      #expect(contents(of: large) == pattern(5_000_000))
      #expect(server.tree.contains("incoming/notes.txt"))
      #expect(sizes.withLock { $0 } == [5_000_000])
    }
  }

  @Test func areWhatTheDocumentShows() throws {
    let folder = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
    let document = try String(
      contentsOf: folder.appending(path: "Documentation/transfers.md"), encoding: .utf8)
    let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
    let lines = Set(source.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
    let blocks = document.components(separatedBy: "```swift\n").dropFirst()
    #expect(blocks.count == 2)
    for block in blocks {
      let code = try #require(block.components(separatedBy: "```").first)
      for line in code.split(separator: "\n") {
        let line = line.trimmingCharacters(in: .whitespaces)
          .replacing(#"FTPSite("ftp.example.net", user: "marta", password: "secret")"#, with: "site")
          .replacing(#"to: "notes.txt""#, with: "to: notes").replacing(#"to: "large.bin""#, with: "to: large")
          .replacing(#"file: "notes.txt""#, with: "file: notes")
        #expect(lines.contains(line), "the document shows '\(line)'")
      }
    }
  }
}
