import FTPMockServer
import Foundation
import TestSupport
import Testing

@testable import ftpraw

@Suite("serve says in one line what is in its way", .queueing)
struct ServeFailureTests {
  private static let hopeless: [([String], String, Int32)] = [
    (["--root", "/no/such/folder"], "ftpraw serve: cannot open /no/such/folder: ", 74),
    (["--tree", "/no/such/file"], "ftpraw serve: cannot open /no/such/file: ", 74),
    (["--script", "/no/such/file"], "ftpraw serve: cannot open /no/such/file: ", 74),
    (["--script", "/"], "ftpraw serve: cannot read /: Is a directory", 74),
    (["--script"], "ftpraw serve: option '--script' needs a value: FILE.", 64),
    (
      ["--script", "-", "--tree", "-"],
      "ftpraw serve: --tree and --script cannot both read standard input.", 64
    ),
    (["--log", "/dev/null/log"], "ftpraw serve: cannot create /dev/null/log: ", 74),
    (
      ["--without", "MLDS"],
      "ftpraw serve: option '--without': the server has no command 'MLDS'; did you mean 'MLSD'?", 64
    ),
    (["--dialect", "vax"], "ftpraw serve: option '--dialect': 'vax' is not one of unix, ", 64),
    (["--listen", "192.0.2.1"], "ftpraw serve: cannot bind 192.0.2.1:2121: ", 3),
    (["--listen", "nosuch.invalid"], "ftpraw serve: cannot resolve nosuch.invalid: ", 3),
    (
      ["--listen", "1.2.3"],
      "ftpraw serve: option '--listen': '1.2.3' is neither an address nor a host name.", 64
    ),
    (
      ["--listen", "a b"], "ftpraw serve: option '--listen': 'a b' is neither an address nor a host name.", 64
    ),
    (
      ["--port", "65536"], "ftpraw serve: option '--port': '65536' is not a whole number from 0 to 65535.", 64
    ),
    (["--root", ".", "--tree", "x"], "ftpraw serve: --root and --tree cannot be used together.", 64),
    (["--user", "secret"], "ftpraw serve: option '--user': expected NAME:PASSWORD", 64),
    (["--user", "a:b", "--user", "a:c"], "ftpraw serve: option '--user': 'a' is named twice.", 64),
    (["--passive-ports", "9-1"], "ftpraw serve: option '--passive-ports': '9-1' is not a range such as", 64),
    (["--passive-ports", "0"], "ftpraw serve: option '--passive-ports': '0' is not a range such as", 64),
    (
      ["--passive-address", "here"], "ftpraw serve: option '--passive-address': 'here' is not an IP address.",
      64
    ),
  ]

  @Test(arguments: hopeless)
  func explainsInOneLineWhatIsInTheWay(arguments: [String], line: String, status: Int32) async throws {
    let outcome = try await ServeProcess.run(arguments, signal: nil)
    #expect(outcome.output == "")
    #expect(outcome.error.hasPrefix(line), "\(outcome.error)")
    #expect(outcome.error.split(separator: "\n").count == 1)
    #expect(outcome.status == status)
  }

  @Test func reportsThatThePortIsTaken() async throws {
    let other = try MockServer.start()
    defer { other.stop() }
    let outcome = try await ServeProcess.run(["--port", "\(other.port)"], signal: nil)
    #expect(
      outcome.error.hasPrefix("ftpraw serve: cannot bind 127.0.0.1:\(other.port): Address already in use"))
    #expect(outcome.status == 3)
  }

  @Test func reportsWhichLineOfATreeFileIsWrong() async throws {
    try await withScratchFolder { folder in
      let file = folder.appending(path: "tree.txt")
      try Data("a\nb mode=9\n".utf8).write(to: file)
      let outcome = try await ServeProcess.run(["--tree", file.path], signal: nil)
      #expect(outcome.error == "ftpraw serve: \(file.path), line 2: '9' is not a mode such as 644\n")
      #expect(outcome.status == 74)
    }
  }
}
