import FTPMockServer
import FTPTransfers
import FTPTransport
import TestSupport
import Testing

@testable import ftpraw

@Suite("A path without a scheme is at a host if it begins with one", .queueing)
struct RemotePathTests {
  /// A word, its host and its path; no host for a path at the server that is named otherwise, or the embedded one.
  private static let words: [(String, String?, String)] = [
    ("pub", nil, "pub"), ("pub/hello.txt", nil, "pub/hello.txt"), ("incoming/", nil, "incoming/"),
    ("", nil, ""),
    ("./hello.txt", nil, "./hello.txt"), ("../x", nil, "../x"), (".", nil, "."),
    ("/pub/a.b", nil, "/pub/a.b"),
    ("localhosts/x", nil, "localhosts/x"), ("pub/a:b", nil, "pub/a:b"),
    ("ftp.example.org", "ftp.example.org", ""), ("ftp.example.org/pub", "ftp.example.org", "pub"),
    ("ftp.example.org/%2Fpub", "ftp.example.org", "/pub"), ("localhost", "localhost", ""),
    ("LOCALHOST/pub", "LOCALHOST", "pub"), ("server:2121/pub", "server", "pub"),
    ("127.0.0.1/a.b", "127.0.0.1", "a.b"), ("[::1]:2121/x", "::1", "x"),
    ("marta:secret@server/x", "server", "x"), ("marta@ftp.example.org/x", "ftp.example.org", "x"),
    ("hello.txt", "hello.txt", ""),
  ]

  @Test(arguments: words)
  func aWord(word: String, host: String?, path: String) throws {
    let alone = try RemotePath(Argument(word), isServerNamed: false)
    #expect(alone.server?.host == host)
    #expect(alone.path.text == path)
    #expect(alone.isHostGuessed == (host != nil))
    // A named server leaves no doubt.
    let named = try RemotePath(Argument(word), isServerNamed: true)
    #expect(named.server == nil && named.path.text == word)
    // A URL means the same either way.
    let url = try RemotePath(Argument("ftp://\(host == nil ? "h.x/" : "")\(word)"), isServerNamed: true)
    #expect(url.server != nil && !url.isHostGuessed)
  }

  @Test func aWordThatCanBeNeitherIsRefused() {
    let error = #expect(throws: ArgumentValueError.self) {
      try RemotePath(Argument("a b.c/d"), isServerNamed: false)
    }
    #expect(error?.message.contains("write './' before a path") == true)
  }

  /// No embedded server is started for a word that names a host, in any subcommand.
  @Test(arguments: [
    ["ls", "WORD"], ["get", "WORD"], ["put", "/dev/null", "WORD"], ["mirror", "WORD", "."],
  ])
  func theHostIsAsked(words: [String]) async throws {
    let port = try SilentPort()
    let console = RecordingConsole(terminals: [], width: 100)
    let words = words.map { $0 == "WORD" ? "127.0.0.1:\(port.number)/pub" : $0 }
    let status = await Program(table: .ftpraw, console: console).run(words.map { Argument($0) })
    #expect(status.code == 3)
    #expect(
      console.error == "ftpraw \(words[0]): cannot connect to 127.0.0.1:\(port.number): Connection refused\n")
  }
}
