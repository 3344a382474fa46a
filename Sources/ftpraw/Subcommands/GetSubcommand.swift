import FTPConversation
import FTPProtocol
import FTPSystem
import FTPText
import FTPTransfers

extension Subcommand {
  /// `ftpraw get [options] URL...`.
  static let get = Subcommand(
    name: "get",
    operands: [OperandSpecification("URL", .serverOr(.text), isRepeatable: true)],
    options: OptionSpecification.ofEachTransfer + [
      .target, .segments, .resume, .wait, .overwrite, .dryRun, .transferJSON,
    ],
    environment: [.password, .keyLog, .noColor],
    exitStatuses: ExitStatus.all,
    action: .plan(GetPlan.init) { await $0.get() })
}

/// What `get` was asked to do.
private struct GetPlan: Sendable {
  let run: TransferRun
  /// The local file for each URL; `-` for standard output.
  let files: [String]
  private var invocation: Invocation { run.invocation }
  private var segments: Int { invocation.number(.segments) ?? 1 }

  init(_ invocation: Invocation) throws(UsageError) {
    let words = invocation.operands
    run = try TransferRun(invocation, on: words, as: [.image, .text, .names])
    let target = invocation.value(.target) ?? "."
    let isFolder = target.hasSuffix("/") || (try? DirectoryRoot.open(target)) != nil
    guard isFolder || words.count == 1 else {
      throw invocation.usageError(
        "for several URLs, -o must name a folder; end it with a slash to have it made")
    }
    files = try zip(words, run.remotes).map { (word, remote) throws(UsageError) in
      let name = remote.path.name
      let isName = !FTPEntry(name: name, kind: .file).leavesFolder
      guard isName || !remote.isFolder || remote.representation == .names else {
        throw invocation.usageError(
          word.text.contains("/")
            ? "the URL names a directory; 'ftpraw ls' lists it"
            : "'\(word.text)' is taken for a host; './\(word.text)' is a file at the embedded server")
      }
      guard isFolder else { return target }
      guard isName else {
        throw invocation.usageError("the URL has no file name to write to; name one with -o FILE")
      }
      let file = String(decoding: name, as: UTF8.self)
      return target == "." ? file : DirectoryRoot.path(of: file, in: target)
    }
  }

  func get() async -> ExitStatus {
    let status = await run.run(connections: segments, get)
    if status != .fine { files.forEach(tellWhatIsLeft) }
    return status
  }

  @Sendable private func get(_ queue: FTPQueue, _ index: Int) async throws {
    let (remote, file) = (run.remotes[index], files[index])
    if invocation.flag(.dryRun) { return try await tell(queue, remote.path, file) }
    let start = ContinuousClock.now
    try await run.withProgress(of: remote.path.text) { progress in
      guard file != "-" else { return try await print(queue, remote) }
      // A failure shows when the file is created.
      _ = try? DirectoryRoot.openOrMake(DirectoryRoot.parent(of: file))
      var options = FTPFileOptions(invocation)
      options.representation = remote.representation ?? .image
      options.progress = progress
      return try await queue.download(
        remote.path, to: file, segments: segments, options: options)
    } then: { count in
      guard file != "-" else { return }
      invocation.reportTransfer(
        "downloaded", from: remote.path.text, to: file, count, in: start.duration(to: .now))
    }
  }

  /// What was printed cannot be taken back, so nothing is tried again after it.
  private func print(_ queue: FTPQueue, _ remote: RemotePath) async throws -> UInt64 {
    let hasPrinted = Guarded(false)
    return try await queue.run(unless: { hasPrinted.withLock { $0 } }) { session in
      try await session.download(remote.path, as: remote.representation ?? .image) { pieces in
        try await pieces.forEach { piece in
          hasPrinted.withLock { $0 = true }
          try StandardStream.output.write(piece)
        }
        return pieces.received
      }
    }
  }

  private func tell(_ queue: FTPQueue, _ path: FTPPath, _ file: String) async throws {
    guard let entry = try await queue.run({ try await $0.entry(at: path) }) else {
      throw ConversationFailure("there is no \(path) on the server", .negative)
    }
    let size = entry.size.map { " (\($0) bytes)" } ?? ""
    invocation.console.print("would download \(path)\(size) to \(Escaping.ascii(file.utf8))")
  }

  private func tellWhatIsLeft(_ file: String) {
    // What another process still writes is not left.
    guard file != "-", let target = try? SegmentTarget(path: file), !target.isLocked else { return }
    if let state = try? target.readState(), state.done > 0 {
      invocation.report(
        "\(state.done) of \(state.size) bytes of \(file) have arrived; --resume continues from there")
      return
    }
    let part = file + FTPSession.temporarySuffix
    guard let size = try? LocalFile.open(part).size(), size > 0 else { return }
    invocation.report("\(part) has \(size) bytes; --resume continues from there")
  }
}

extension FTPFileOptions {
  /// What the options that `get` and `put` share say.
  init(_ invocation: Invocation) {
    self.init()
    overwriting = .chosen(invocation)
    resumes = invocation.flag(.resume)
    waits = invocation.flag(.wait)
  }
}

extension FTPOverwriting {
  /// What `--overwrite` says.
  static func chosen(_ invocation: Invocation) -> FTPOverwriting {
    switch invocation.value(.overwrite) {
    case "always": return .always
    case "never": return .never
    case "newer": return .newer
    default:
      guard invocation.console.isTerminal(.input), invocation.console.isTerminal(.error) else {
        return .never
      }
      return .asking { entry in
        let size = entry.size.map { ", \($0) bytes" } ?? ""
        let time = entry.modified.map { ", \($0.iso8601)" } ?? ""
        invocation.console.printError(
          "\(Escaping.ascii(entry.name)) exists\(size)\(time). Overwrite it? [y/N] ", terminator: "")
        var lines = InputLines()
        let answer = try lines.next() ?? []
        return answer.first.map { $0 | 0x20 == UInt8(ascii: "y") } ?? false
      }
    }
  }
}

extension Invocation {
  /// Prints what was transferred: a line, or with `--json` an object.
  func reportTransfer(
    _ what: String, from source: String, to target: String, _ count: UInt64, in span: Duration
  ) {
    let seconds = span / .seconds(1)
    guard flag(.transferJSON) else {
      // For a small file, the rate would measure the commands.
      let isLarge = count >= 1 << 20 && seconds > 0
      let rate = isLarge ? ", \(ByteCount.text(UInt64(Double(count) / seconds)))/s" : ""
      console.print(PrintableText.line("\(what) \(target): \(count) bytes\(rate)"))
      return
    }
    console.print(
      JSONText.of(["from": source, "to": target, "bytes": Int64(clamping: count), "seconds": seconds]).text
    )
  }
}
