import FTPClient
import FTPMockServer
import FTPProtocol
import FTPTransport
import Foundation
import TestSupport
import Testing

@testable import ftpraw

/// A server of one file that ends each transfer with 451 and leaves its data connection open.
private struct StubbornServer {
  /// A data connection that stays open as long as this.
  private final class Held {
    let connection: TCPConnection
    init(_ connection: consuming TCPConnection) { self.connection = connection }
  }

  /// Starts it; `isAtOnce` puts both replies into one segment.
  static func start(isAtOnce: Bool) throws -> ScriptedServer {
    try ScriptedServer.start(patience: .patience) { session in
      var held: [Held] = []
      var listener: TCPListener?
      try session.say("220 Ready.\r\n")
      while let line = try session.hearLine() {
        let verb = Verb(bytes: line.utf8.prefix { $0 != 0x20 })
        switch verb {
        case .epsv:
          let new = try TCPListener(on: session.control.localAddress.with(port: 0))
          try session.say("229 Here (|||\(new.localAddress.port)|)\r\n")
          listener = consume new
        case .retr, .stor, .mlsd, .list:
          if verb == .mlsd { try session.say("500 What?\r\n") }
          guard verb != .mlsd else { break }
          try session.say("150 Opening.\r\n\(isAtOnce ? "451 Broken.\r\n" : "")")
          if let open = try listener?.accept(deadline: session.deadline) { held.append(Held(open)) }
          if !isAtOnce { try session.say("451 Broken.\r\n") }
        case .size: try session.say(line.hasSuffix("part") ? "550 None.\r\n" : "213 5000000\r\n")
        case .user: try session.say("230 In.\r\n")
        case .rest: try session.say("350 Go on.\r\n")
        case .quit:
          try session.say("221 Bye.\r\n")
          return
        case .pwd: try session.say("257 \"/\"\r\n")
        case .cwd, .type:
          try session.say("200 Fine.\r\n".replacingOccurrences(of: "200", with: verb == .cwd ? "250" : "200"))
        default: try session.say("500 What?\r\n")
        }
      }
    }
  }
}

@Suite("The reply that ends a transfer early is reported", .queueing, .endsWhenItHangs)
struct RefusedTransferSubcommandTests {
  private static let commands: [[String]] = [
    ["ls", "URL"], ["get", "URL/x"], ["get", "URL/x", "--segments", "3"], ["get", "URL/x;type=a"],
    ["get", "URL/x", "-o", "-"], ["put", "FILE", "URL/x", "--overwrite", "always"],
    ["put", "FILE", "URL/x", "--overwrite", "always", "--direct"],
    ["mirror", "URL", "FOLDER"], ["mirror", "--upload", "FOLDER", "URL/x"],
  ]

  @Test(arguments: commands, [false, true])
  func aTransfer(words: [String], isAtOnce: Bool) async throws {
    try await withScratchFolder { folder in
      let server = try StubbornServer.start(isAtOnce: isAtOnce)
      defer { server.stop() }
      let file = folder.appending(path: "file").path
      try Data(count: 1 << 20).write(to: URL(fileURLWithPath: file))
      let console = RecordingConsole(terminals: [], width: 100)
      let words = words.map {
        $0.replacingOccurrences(of: "URL", with: "ftp://127.0.0.1:\(server.address.port)")
          .replacingOccurrences(of: "FILE", with: file).replacingOccurrences(of: "FOLDER", with: folder.path)
      }
      let place =
        words[0] == "get" && !words.contains("-o") ? ["-o", folder.appending(path: "out").path] : []
      let status = await Program(table: .ftpraw, console: console).run((words + place).map { Argument($0) })
      #expect(status.code == 1, "\(console.output)\(console.error)")
      #expect((console.output + console.error).contains("451 Broken."), "\(console.output)\(console.error)")
    }
  }
}
