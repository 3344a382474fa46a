import FTPMockServer
import Foundation
import TestSupport
import Testing

@testable import ftpraw

@Suite("Each option that names a file to write makes the folders that are missing", .queueing)
struct MissingFolderTests {
  private static let golden = ProcessRunner.packageFolder.appending(
    path: "Tests/FTPConformanceTests/Goldens/report.json"
  ).path

  /// Command lines with `NEW/DEEP/` before each file to write, and `URL` for a server.
  private static let lines: [[String]] = [
    ["check", "URL", "rfc959/4.2/reply-line", "--report", "NEW/DEEP/a.json", "--report", "NEW/OTHER/b.html"],
    ["check", "URL", "rfc959/4.2/reply-line", "--write-baseline", "NEW/DEEP/known.txt"],
    ["merge", golden, "-o", "NEW/DEEP/a.html", "--pages"], ["merge", golden, "--report", "NEW/DEEP/a.xml"],
    ["merge", golden, "--write-baseline", "NEW/DEEP/known.txt"],
    ["matrix", golden, "-o", "NEW/DEEP/a.html", "--pages"], ["matrix", golden, "--report", "NEW/DEEP/a.md"],
    ["replay", "VECTOR", "--junit", "NEW/DEEP/a.xml"], ["export", "VECTOR", "-o", "NEW/DEEP/a.pcap"],
    ["send", "-s", "URL", "PASV", "RETR notes.txt", "-o", "NEW/DEEP/a.txt"],
    ["send", "-s", "URL", "NOOP", "--record", "NEW/DEEP/a.ftpv"],
    ["get", "URL/notes.txt", "-o", "NEW/DEEP/a.txt"],
    ["get", "URL/notes.txt", "-o", "-", "--transcript", "NEW/DEEP/a.ftpv"],
    ["fuzz", "replies", "--runs", "1", "--save", "NEW/DEEP/"],
  ]

  @Test(arguments: lines)
  func makesThem(line: [String]) async throws {
    try await withScratchFolder { folder in
      try await withMockServer { server in
        let vector = folder.appending(path: "a.ftpv")
        try Data(
          "id: a/b\nS> 220 Ready.\nC> NOOP\nS> 200 Ok.\nC> QUIT\nS> 221 Bye.\n-- close control (closed by the server)\n"
            .utf8
        )
        .write(to: vector)
        let words = line.map { word in
          word.replacing("URL", with: "ftp://ftpraw:secret@127.0.0.1:\(server.port)")
            .replacing("NEW/", with: folder.path + "/NEW/").replacing("VECTOR", with: vector.path)
        }
        let outcome = try await ProcessRunner.ftpraw().run(words)
        #expect([0, 1].contains(outcome.status), "\(outcome.error)")
        for name in words where name.contains("/NEW/") {
          #expect(FileManager.default.fileExists(atPath: name), "\(name): \(outcome.error)")
        }
      }
    }
  }

  @Test func aLogMakesThemToo() async throws {
    try await withScratchFolder { folder in
      let files = ["log/a", "cert/a.pem"].map { folder.appending(path: "NEW/\($0)") }
      let outcome = try await ServeProcess.run(
        ["--port", "0", "--log", files[0].path, "--tls", "explicit", "--save-cert", files[1].path])
      #expect(outcome.status == 0, "\(outcome.error)")
      for file in files { #expect(FileManager.default.fileExists(atPath: file.path), "\(file.path)") }
    }
  }
}
