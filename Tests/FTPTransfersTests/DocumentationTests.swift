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
  private func examples(_ site: FTPSite, notes: String, large: String, print: (Any...) -> Void) async throws {
    try await withFTPSession(site) { ftp in
      try await ftp.download("pub/notes.txt", to: notes)
    }

    try await withFTPQueue(site, connections: 2) { queue in
      var large = FTPRequest.download("pub/large.bin", to: large)
      large.segments = 4
      large.priority = 1
      let transfer = queue.add(large)
      queue.add(.upload(notes, to: "incoming/notes.txt"))
      for await progress in transfer.updates { print(progress.fraction ?? 0, progress.remaining ?? .zero) }
      for failed in await queue.complete() { print(failed.phase) }
    }
  }

  @Test func run() async throws {
    let folder = try TemporaryFolder("ftpraw-examples-")
    var there = tree("pub/large.bin", count: 5_000_000)
    there.addFile("pub/notes.txt", "Take milk.\n")
    there.addDirectory("incoming")
    try await withMockServer(.testing(tree: there)) { server in
      let notes = "\(folder.path)/notes.txt", large = "\(folder.path)/large.bin"
      let fractions = Guarded<[Double]>([])
      try await examples(.at(server), notes: notes, large: large) { values in
        #expect(values.count == 2, "\(values)")
        if let fraction = values.first as? Double { fractions.withLock { $0.append(fraction) } }
      }
      #expect(contents(of: notes) == Array("Take milk.\n".utf8))
      #expect(contents(of: large) == pattern(5_000_000))
      #expect(server.tree.contains("incoming/notes.txt"))
      #expect(fractions.withLock { $0.last } == 1)
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
          .replacing(#".upload("notes.txt""#, with: ".upload(notes")
        #expect(lines.contains(line), "the document shows '\(line)'")
      }
    }
  }
}
