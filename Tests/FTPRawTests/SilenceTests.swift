import FTPTransport
import Foundation
import TestSupport
import Testing

@testable import ftpraw

/// A port of implicit TLS waits for the client to begin, and a client without TLS for a greeting.
@Suite("A server that does not greet may want TLS", .queueing, .endsWhenItHangs)
struct SilenceTests {
  @Test(arguments: [
    ["send", "-s", "URL", "NOOP"], ["ls", "URL"], ["get", "URL/x", "-o", "-"], ["put", "FILE", "URL/x"],
    ["mirror", "URL", "FOLDER"],
  ])
  func theHintComesOnce(words: [String]) async throws {
    try await withScratchFolder { folder in
      let file = folder.appending(path: "file")
      try Data("x".utf8).write(to: file)
      let hasHinted = WakeUp()
      let console = RecordingConsole(width: 100) { error in
        if error.contains("write ftps:// for ftp://") { hasHinted.signal() }
      }
      let server = try ScriptedServer.start(patience: .patience) { _ in hasHinted.wait(.test) }
      defer { server.stop() }
      let words = words.map {
        $0.replacing("URL", with: server.url).replacing("FILE", with: file.path)
          .replacing("FOLDER", with: folder.path)
      }
      let status = await Program(table: .ftpraw, console: console).run(words.map { Argument($0) })
      #expect(status == .noConversation)
      #expect(console.error.split(separator: "write ftps:// for ftp://").count == 2, "\(console.error)")
    }
  }
}
