import FTPMockServer
import FTPProtocol
import FTPTransfers
import FTPTransport
import Foundation
import TestSupport
import Testing

@testable import ftpraw

@Suite("ls, get and put do what they say, and end with the documented status", .queueing)
struct TransferSubcommandTests {
  /// Runs the program in this process, against a server that allows everything.
  private func run(
    _ words: [String], at server: MockServer, terminals: Set<ConsoleStream> = []
  ) async -> (status: Int32, output: String, error: String) {
    let console = RecordingConsole(terminals: terminals, width: 100)
    let words = words.map { $0.replacingOccurrences(of: "URL", with: Self.url(server)) }
    let status = await Program(table: .ftpraw, console: console).run(words.map { Argument($0) })
    return (status.code, console.output, console.error)
  }

  private static func url(_ server: MockServer) -> String { "ftp://ftpraw:secret@127.0.0.1:\(server.port)" }

  @Test func theEndOfAURLSaysWhatAFileIsTakenFor() async throws {
    try await withScratchFolder { folder in
      try await withMockServer(.init()) { server in
        let out = folder.appending(path: "out").path
        let types = ["", ";type=i", ";TYPE=A", "%3Btype=a"]
        var statuses: [Int32] = []
        for type in types {
          statuses.append(
            await run(["get", "URL/pub/hello.txt\(type)", "-o", out, "--overwrite", "always"], at: server)
              .status)
        }
        #expect(statuses == [0, 0, 0, 1])
        #expect(server.receivedCommands.filter { $0.verb == .type && $0.argument == "A" }.count == 1)
        let names = await run(["get", "URL/pub/;type=d", "-o", out, "--overwrite", "always"], at: server)
        #expect(names.status == 0, "\(names.error)")
        let text = try String(contentsOfFile: out, encoding: .utf8)
        #expect(text.contains("hello.txt\n"))
      }
    }
  }

  @Test func namesThatAreNotUTF8AreDistinguished() {
    let entries = ["r\u{E4}k.txt", "r\u{F6}k.txt"].map { name in
      var entry = FTPEntry(name: name.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }, kind: .file)
      entry.size = .max
      entry.owner = [0xE4, 0x20]
      return entry
    }
    #expect(
      EntryText.json(entries[0]).text == #"""
        {"name":"r\ufffdk.txt","nameBytes":"r%E4k.txt","kind":"file","size":18446744073709551615,"owner":"\ufffd ",\#
        "ownerBytes":"%E4%20"}
        """#)
    let text = EntryText(entries)
    #expect(
      entries.map(text.line)
        == ["r\\xe4k.txt", "r\\xf6k.txt"].map { "- 18446744073709551615  -                    \($0)" })
    let plain = FTPEntry(name: Array("gr\u{FC}n \u{5C}x".utf8), kind: .directory)
    #expect(EntryText.json(plain).text == #"{"name":"gr\u00fcn \\x","kind":"directory"}"#)
    #expect(EntryText([plain]).line(plain).hasSuffix("  gr\u{FC}n \\x"))
  }

  @Test func listsEachKindOfListing() async throws {
    for without: Set<Verb> in [[], [.mlsd, .mlst]] {
      try await withMockServer(.init(disabledVerbs: without)) { server in
        let text = await run(["ls", "URL/pub"], at: server)
        #expect(text.status == 0, "\(text.error)")
        let lines = text.output.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines.first?.hasPrefix("- 67108864  2024-05-17") == true)
        #expect(lines.first?.hasSuffix("  64MiB.bin") == true)
        let json = await run(["ls", "--json", "-s", "URL", "pub"], at: server)
        #expect(json.output.contains(#"{"name":"hello.txt","kind":"file","size":6,"modified":"2024-05-17T"#))
        let empty = await run(["ls", "URL/pub/nothing"], at: server)
        #expect(empty.status == 0 && empty.output.isEmpty)
        #expect(await run(["ls", "URL/none"], at: server).status == 1)
        #expect(await run(["ls", "URL/%2Fpub"], at: server).output == text.output)
      }
    }
  }

  @Test func aNameThatLeadsOutOfTheDirectoryIsPointedAt() async throws {
    try await withMockServer(.init(faults: [Fault("listing-paths")])) { server in
      let outcome = await run(["ls", "URL/pub"], at: server)
      #expect(outcome.output.contains("here/hello.txt"))
      #expect(outcome.error.contains("ftpraw ls: the name here/hello.txt contains a slash"))
    }
  }

  @Test func getsAndPuts() async throws {
    try await withMockServer { server in
      try await withScratchFolder { folder in
        let file = folder.appending(path: "hello.txt").path
        let got = await run(["get", "URL/pub/hello.txt", "-o", folder.path], at: server)
        #expect(got.output == "downloaded \(file): 6 bytes\n", "\(got.error)")
        #expect(folder.appending(path: "hello.txt").text == "hello\n")
        let again = await run(["get", "URL/pub/hello.txt", "-o", file], at: server)
        #expect(again.status == 1 && again.error == "ftpraw get: hello.txt exists\n")
        let newer = await run(["get", "URL/pub/hello.txt", "-o", file, "--overwrite", "newer"], at: server)
        #expect(newer.status == 0 && newer.error.contains("is up to date"))
        let json = await run(["put", file, "URL/incoming/", "--json"], at: server)
        #expect(json.output.contains(#""to":"incoming/hello.txt","bytes":6,"#))
        #expect(server.tree.bytes(of: "incoming/hello.txt") == Array("hello\n".utf8))
        #expect(await run(["put", file, "URL/incoming/hello.txt"], at: server).status == 1)
        #expect(await run(["put", file, "URL/pub/x", "--direct"], at: server).status == 0)
        #expect(folder.names == ["hello.txt"])
      }
    }
  }

  /// Several files share a connection, each has its line, and the worst status counts.
  @Test func getsAndPutsSeveralFiles() async throws {
    try await withMockServer { server in
      try await withScratchFolder { folder in
        server.updateTree { $0.addFile("pub/other", FileContents([1, 2])) }
        let new = folder.appending(path: "new").path
        let got = await run(
          ["get", "URL/pub/hello.txt", "URL/pub/none", "URL/pub/other", "-o", "\(new)/"], at: server)
        #expect(got.status == 1)
        #expect(got.output == "downloaded \(new)/hello.txt: 6 bytes\ndownloaded \(new)/other: 2 bytes\n")
        #expect(got.error.hasPrefix("ftpraw get: pub/none: RETR pub/none was refused: 550 "), "\(got.error)")
        #expect(got.error.split(separator: "\n").count == 1)
        #expect(server.receivedCommands.filter { $0.verb == .pass }.count == 1)
        let put = await run(
          ["put", "\(new)/hello.txt", "\(new)/none", "\(new)/other", "URL/incoming/", "--json"], at: server)
        #expect(put.status == 74)
        #expect(
          put.output.split(separator: "\n").count == 2 && put.output.contains(#""to":"incoming/other""#))
        #expect(put.error == "ftpraw put: \(new)/none: cannot open \(new)/none: No such file or directory\n")
        #expect(server.tree.bytes(of: "incoming/other") == [1, 2])
        #expect(server.receivedCommands.filter { $0.verb == .pass }.count == 2)
      }
    }
  }

  /// Each server that is not there is told, and the others are asked.
  @Test func filesOfSeveralServers() async throws {
    let silent = try SilentPort()
    let port = silent.number
    try await withMockServer { server in
      try await withScratchFolder { folder in
        let said = folder.appending(path: "said")
        let outcome = await run(
          [
            "get", "URL/pub/hello.txt", "ftp://127.0.0.1:\(port)/x", "URL/pub/deep/er/still.txt", "-o",
            folder.path, "--transcript", said.path,
          ], at: server)
        #expect(outcome.status == 3 && outcome.error.hasPrefix("ftpraw get: x: "), "\(outcome.error)")
        #expect(folder.names == ["hello.txt", "said", "still.txt"])
        #expect(said.text.split(separator: "\n").count { $0.contains(" RETR ") } == 2)
      }
    }
    withExtendedLifetime(silent) {}
  }

  /// What was printed is not printed again.
  @Test func aFileThatWasPrintedInPartIsNotTriedAgain() async throws {
    try await withMockServer(.init(faults: [Fault("data-fail=3")])) { server in
      let outcome = try await ProcessRunner.ftpraw().run(
        ["get", "\(Self.url(server))/pub/hello.txt", "-o", "-", "--retries", "2"])
      #expect(outcome.status == 1 && outcome.output == "hel" && !outcome.error.contains("trying again"))
    }
  }

  /// Whatever number of descriptors a process may have, it says what is wrong, and is not ended by a trap.
  @Test(.enabled(if: ProcessRunner.tool("sh") != nil), arguments: ["get", "put", "mirror", "ls"])
  func fewDescriptorsAreAnErrorLikeAnyOther(subcommand: String) async throws {
    let shell = try #require(ProcessRunner.tool("sh"))
    let ftpraw = try ProcessRunner.ftpraw().executable.path
    try await withMockServer { server in
      try await withScratchFolder { folder in
        let url = Self.url(server)
        try Data([1]).write(to: folder.appending(path: "x"))
        let words: [String] =
          switch subcommand {
          case "get":
            ["\(url)/pub/hello.txt", "-o", folder.appending(path: "y").path, "--overwrite", "always"]
          case "put":
            [folder.appending(path: "x").path, "\(url)/incoming/x", "--direct", "--overwrite", "always"]
          case "mirror": ["\(url)/pub/nothing", folder.path]
          default: ["\(url)/pub"]
          }
        for limit in Thoroughness.isWhole ? Array(4...40) : [6, 10, 11, 12, 13, 14, 16, 20, 30] {
          let outcome = try await shell.run(
            ["-c", "ulimit -n \(limit); exec \"$0\" \"$@\"", ftpraw, subcommand] + words)
          #expect([0, 1, 3, 74].contains(outcome.status), "\(limit): \(outcome.status) \(outcome.error)")
          #expect((outcome.status == 0) == outcome.error.isEmpty, "\(limit): \(outcome.error)")
          if limit < 11 {
            #expect(outcome.status == 74 && outcome.error == "ftpraw: Too many open files; see 'ulimit -n'\n")
          }
        }
      }
    }
  }

  @Test func aDryRunTransfersNothing() async throws {
    try await withMockServer { server in
      try await withScratchFolder { folder in
        let file = folder.appending(path: "x").path
        let get = await run(["get", "-n", "URL/pub/hello.txt", "-o", file], at: server)
        #expect(get.output == "would download pub/hello.txt (6 bytes) to \(file)\n")
        #expect(await run(["get", "-n", "URL/pub/none", "-o", file], at: server).status == 1)
        try Data([1, 2]).write(to: folder.appending(path: "y"))
        let put = await run(["put", "-n", folder.appending(path: "y").path, "URL/"], at: server)
        #expect(put.output.hasSuffix("(2 bytes) to y\n"))
        #expect(folder.names == ["y"])
        #expect(!server.tree.contains("y"))
      }
    }
  }

  /// Faults that prevent a complete download, and the exit status.
  @Test(
    arguments: [
      (["data-short=1"], 1), (["data-fail=3"], 1), (["data-close=3"], 1), (["transfer-closed"], 3),
      (["size-wrong"], 1), (["transfer-refused=450"], 1),
    ] as [([String], Int32)])
  func whatDoesNotComeWholeIsNotThere(faults: [String], status: Int32) async throws {
    try await withMockServer(.init(faults: faults.map { try Fault($0) })) { server in
      try await withScratchFolder { folder in
        let file = folder.appending(path: "hello.txt").path
        let outcome = await run(["get", "URL/pub/hello.txt", "-o", file], at: server)
        #expect(outcome.status == status, "\(outcome.error)")
        #expect(outcome.error.hasPrefix("ftpraw get: "))
        #expect(!folder.names.contains("hello.txt"))
      }
    }
  }

  @Test func whatWasCutIsLeftAndGoneOnWith() async throws {
    try await withScratchFolder { folder in
      let file = folder.appending(path: "big").path
      try await withMockServer(.init(faults: [Fault("data-fail=1000000")])) { server in
        let cut = await run(["get", "URL/pub/64MiB.bin", "-o", file], at: server)
        #expect(cut.status == 1)
        #expect(cut.error.contains("\(file).ftpraw-part has 1000000 bytes; --resume continues from there"))
        #expect(folder.names == ["big.ftpraw-part"])
      }
      try await withMockServer { server in
        let outcome = await run(["get", "URL/pub/64MiB.bin", "-o", file, "--resume"], at: server)
        #expect(outcome.status == 0, "\(outcome.error)")
        #expect(server.receivedCommands.contains { $0.verb == .rest })
        #expect(folder.names == ["big"])
        let bytes = try ProcessRunner.bytes(of: folder.appending(path: "big"))
        #expect(bytes == FileContents.patternBytes(at: 0, count: 64 << 20))
      }
    }
  }

  @Test func eachRetryContinuesWhereItWasCut() async throws {
    // Each transfer fails after this many bytes, unless it ends before.
    try await withMockServer(.init(faults: [Fault("data-fail=400000")])) { server in
      server.updateTree { $0.addFile("file", .pattern(count: 700_000)) }
      try await withScratchFolder { folder in
        let file = folder.appending(path: "file").path
        let outcome = await run(["get", "URL/file", "-o", file, "--retries", "1"], at: server)
        #expect(outcome.status == 1)
        #expect(outcome.error.split(separator: "\n").count == 3, "\(outcome.error)")
        #expect(outcome.error.contains("; trying again in 0.5 seconds\n"))
        #expect(server.received("RETR", times: 2))
        #expect(server.received("REST", matching: "\(400_000 - 65_536)", times: 1))
        let bytes = try ProcessRunner.bytes(of: folder.appending(path: "file.ftpraw-part"))
        #expect(bytes == FileContents.patternBytes(at: 0, count: 700_000))
      }
    }
  }

  @Test func transcriptAndStrictWorkHereToo() async throws {
    try await withMockServer(.init(faults: [Fault("transfer-double-150")])) { server in
      try await withScratchFolder { folder in
        let transcript = folder.appending(path: "talk")
        let file = folder.appending(path: "x").path
        let outcome = await run(
          ["get", "URL/pub/hello.txt", "-o", file, "--strict", "--transcript", transcript.path, "-v"],
          at: server)
        #expect(outcome.status == 2)
        #expect(transcript.text.contains("C> RETR pub/hello.txt"))
        #expect(!transcript.text.contains("secret"))
        #expect(outcome.error.contains("S> 226"))
      }
    }
  }

  @Test(arguments: [
    ["put", "x", "URL/incoming/x;type=a"], ["mirror", "URL/pub;type=d", "."],
    ["get", "URL/pub/"], ["get"], ["put"], ["get", "http://x/y"], ["get", "URL/a%0D%0ADELE b"], ["put", "-"],
    ["get", "URL/x", "--overwrite", "perhaps"], ["ls", "URL/%zz"], ["put", "/", "URL/"],
    ["get", "URL/x", "URL/y", "-o", "file"], ["get", "URL/x", "URL/y", "-o", "-"], ["get", "URL/x", "URL/"],
    ["put", "x", "y", "URL/z"], ["put", "x", "-", "URL/"], ["ls", "URL/x", "URL/y"],
  ])
  func mistakesAreReported(words: [String]) async throws {
    try await withMockServer { server in
      let outcome = await run(words, at: server)
      #expect(outcome.status == 64, "\(outcome.error)")
      #expect(server.receivedCommands.isEmpty)
    }
  }

  @Test func withoutAServerTheEmbeddedOneAnswers() async throws {
    try await withScratchFolder { folder in
      let source = folder.appending(path: "new").path
      try Data([1]).write(to: folder.appending(path: "new"))
      let console = RecordingConsole()
      let words = ["put", source, "pub/"].map { Argument($0) }
      #expect(await Program(table: .ftpraw, console: console).run(words).code == 0, "\(console.error)")
    }
  }

  @Test func anInterruptLeavesWhatCanBeResumed() async throws {
    try await withMockServer(.init(faults: [Fault("data-stall=500000")])) { server in
      try await withScratchFolder { folder in
        let file = folder.appending(path: "big").path
        let outcome = try await ProcessRunner.ftpraw().run(
          ["get", "\(Self.url(server))/pub/64MiB.bin", "-o", file, "--timeout", "600s"]
        ) { child in
          try await server.waitForCommand("RETR")
          while (try? ProcessRunner.bytes(of: folder.appending(path: "big.ftpraw-part")).count) != 500_000 {
            await Task.yield()
          }
          child.kill(SIGINT)
        }
        #expect(outcome.status == 130)
        #expect(outcome.error.contains("big.ftpraw-part has 500000 bytes; --resume continues from there"))
        #expect(outcome.error.contains("ftpraw get: interrupted"))
        #expect(folder.names == ["big.ftpraw-part"])
      }
    }
  }

  /// `--data-host` has the same meaning as for `send`: the server announces a port of 127.0.0.2, on which nothing
  /// listens.
  @Test(arguments: [["ls", "URL/pub"], ["get", "URL/pub/hello.txt", "-o"], ["mirror", "URL/pub/deep"]])
  func theHostOfA227IsFollowedOnRequest(words: [String]) async throws {
    try await withMockServer(.init(faults: [Fault("address-foreign=127.0.0.2")])) { server in
      try await withScratchFolder { folder in
        let target = words[0] == "ls" ? [] : [folder.appending(path: "new").path]
        for (host, status) in [("announced", 3), ("peer", 0)] as [(String, Int32)] {
          let outcome = await run(words + target + ["--data", "pasv", "--data-host", host], at: server)
          #expect(outcome.status == status, "\(outcome.error)")
          #expect(outcome.error.contains("127.0.0.2:") == (host == "announced"))
        }
      }
    }
  }

  @Test func aMirrorTellsItsFailuresOnStandardErrorToo() async throws {
    let rules = "RETR *still.txt -> 550\n"
    try await withMockServer(.init(script: try Script(parsing: rules))) { server in
      try await withScratchFolder { folder in
        for json in [[], ["--json"]] {
          let outcome = await run(["mirror", "URL/pub/deep", folder.path] + json, at: server)
          #expect(outcome.status == 1)
          #expect(
            outcome.error.hasPrefix(
              "ftpraw mirror: er/still.txt: RETR pub/deep/er/still.txt was refused: 550"))
        }
      }
    }
  }

  /// What cannot be copied is reported, and is a failure.
  @Test(arguments: [
    "type=file;size=6; /pub/hello.txt", "type=file;size=6; here/hello.txt", "size=6; hello.txt",
    "6 hello.txt",
  ])
  func aListingThatLeadsToNothingIsAFailure(line: String) async throws {
    let rules = "MLSD * -> 150, data \"\(line)\\r\\n\", close data, 226\n"
    try await withMockServer(.init(script: try Script(parsing: rules))) { server in
      try await withScratchFolder { folder in
        try Data([1]).write(to: folder.appending(path: "mine"))
        let outcome = await run(["mirror", "URL/pub", folder.path, "--delete"], at: server)
        #expect(outcome.status == 1 && outcome.error.contains("hello.txt"), "\(outcome.error)")
        #expect(folder.names == ["mine"] || line.hasPrefix("size="))
        let list = await run(["ls", "URL/pub"], at: server)
        #expect(list.output.isEmpty == line.hasPrefix("6 "))
      }
    }
  }

  @Test func aTerminalShowsABar() async throws {
    try await withMockServer { server in
      try await withScratchFolder { folder in
        let file = folder.appending(path: "big").path
        let outcome = await run(["get", "URL/pub/64MiB.bin", "-o", file], at: server, terminals: [.error])
        #expect(outcome.error.hasPrefix("\r\u{1B}[Kpub/64MiB.bin [--------------------] "))
        #expect(outcome.error.hasSuffix("\r\u{1B}[K"))
      }
    }
  }
}
