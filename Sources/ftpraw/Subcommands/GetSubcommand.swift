import FTPConversation
import FTPProtocol
import FTPSystem
import FTPText
import FTPTransfers

extension Subcommand {
  /// `ftpraw get [options] URL`.
  static let get = Subcommand(
    name: "get",
    summary: "Download a file",
    operands: [.remote("The file")],
    options: OptionSpecification.ofEachTransfer + [
      .target, .segments, .resume, .wait, .overwrite, .dryRun, .transferJSON,
    ],
    environment: [.password, .keyLog, .noColor],
    details: [
      """
      Downloads go to NAME.ftpraw-part, which is renamed once the server has confirmed the transfer and the size \
      matches SIZE, so a file called NAME is always complete. An interrupted download, including one stopped by ^C, \
      leaves the part file for `--resume`, which compares its last bytes with the server's file before it continues.
      """,
      """
      While a download runs, NAME.ftpraw-lock contains the number of its process. A second one to the same NAME, with \
      or without `--segments`, exits with 74 or, with `--wait`, waits.
      """,
      """
      With `--segments`, downloads go to NAME.ftpraw-segments, and NAME.ftpraw-state records which parts are there. \
      Both survive even if ftpraw is killed, and `--resume` continues from them. Some bytes are downloaded twice where \
      parts meet, and compared; size and time of the file are checked before and after. If the file changed during the \
      download, it is downloaded again.
      """,
      """
      A URL that ends with `;type=a` is downloaded as text, with the line ends of this machine; one that ends with \
      `;type=d` names a directory, of which the names are downloaded (RFC 1738). `%3B` is a semicolon of a name.
      """,
      """
      On a terminal, standard error shows a progress bar with the rate and the time left.
      """,
    ],
    examples: [
      Example("ftpraw get pub/hello.txt -o hello.txt", "Download a file of the embedded server:"),
      Example(
        "ftpraw get ftp://localhost/pub/64MiB.bin --resume --retries 5 --overwrite always",
        "Download a large file over an unreliable connection:"),
      Example(
        "ftpraw get ftp://localhost/pub/64MiB.bin --segments 4 --overwrite always",
        "Download it over four connections at once:"),
    ],
    exitStatuses: ExitStatus.all,
    action: .asynchronous { invocation async throws(UsageError) in
      let plan = try GetPlan(invocation)
      return await Interruption.cancels {
        let status = await plan.run.run(plan.get)
        if status != .fine { plan.tellWhatIsLeft() }
        return status
      }
    })
}

/// What `get` was asked to do.
private struct GetPlan: Sendable {
  let run: TransferRun
  /// The local file; `-` for standard output.
  let file: String
  private var invocation: Invocation { run.invocation }
  private var path: FTPPath { run.remote.path }
  private var representation: FTPRepresentation { run.remote.representation ?? .image }

  init(_ invocation: Invocation) throws(UsageError) {
    run = try TransferRun(invocation, on: invocation.operands.first, as: [.image, .text, .names])
    let name = run.remote.path.name
    let isName = !FTPEntry(name: name, kind: .file).leavesFolder
    guard isName || !run.remote.isFolder || run.remote.representation == .names else {
      let word = invocation.operands.first?.text ?? ""
      throw invocation.usageError(
        word.contains("/")
          ? "the URL names a directory; 'ftpraw ls' lists it"
          : "'\(word)' is taken for a host; './\(word)' is a file at the embedded server")
    }
    let target = invocation.value(.target) ?? "."
    let isFolder = target.hasSuffix("/") || (try? DirectoryRoot.open(target)) != nil
    guard isFolder else {
      file = target
      return
    }
    guard isName else {
      throw invocation.usageError("the URL has no file name to write to; name one with -o FILE")
    }
    let folder = target == "." ? "" : target.hasSuffix("/") ? target : target + "/"
    file = folder + String(decoding: name, as: UTF8.self)
  }

  @Sendable func get(_ session: FTPSession, _ attempt: Int) async throws -> ExitStatus {
    if invocation.flag(.dryRun) { return try await tell(session) }
    let start = ContinuousClock.now
    return try await run.withProgress(of: path.text) { progress in
      file == "-" ? try await print(session) : try await save(session, progress, attempt)
    } then: { count in
      report(count, in: start.duration(to: .now))
    }
  }

  private func save(
    _ session: FTPSession, _ progress: TransferProgress, _ attempt: Int
  ) async throws -> UInt64 {
    // A failure shows when the file is created.
    _ = try? DirectoryRoot.openOrMake(DirectoryRoot.parent(of: file))
    var options = FTPFileOptions()
    options.overwriting = .chosen(invocation)
    // The part from the earlier attempt is of the same file.
    options.resumes = attempt > 0 || invocation.flag(.resume)
    options.progress = { progress.show($0) }
    options.representation = representation
    options.waits = invocation.flag(.wait)
    options.remark = { invocation.report($0) }
    let segments = invocation.number(.segments) ?? 1
    let hasState = options.resumes && (try? SegmentTarget(path: file).readState()) != nil
    guard segments > 1 || hasState, representation == .image else {
      return try await session.download(path, to: file, options: options)
    }
    return try await session.download(
      path, to: file, segments: segments, retries: invocation.number(.retries) ?? 0, options: options,
      opened: { run.others.add($0) }, remark: { invocation.report($0) })
  }

  private func print(_ session: FTPSession) async throws -> UInt64 {
    try await session.download(path, as: representation) { pieces in
      try await pieces.forEach { piece in try StandardStream.output.write(piece) }
      return pieces.received
    }
  }

  private func tell(_ session: FTPSession) async throws -> ExitStatus {
    guard let entry = try await session.entry(at: path) else {
      throw ConversationFailure("there is no \(path) on the server", .negative)
    }
    let size = entry.size.map { " (\($0) bytes)" } ?? ""
    invocation.console.print("would download \(path)\(size) to \(Escaping.ascii(file.utf8))")
    return .fine
  }

  private func report(_ count: UInt64, in span: Duration) {
    guard file != "-" else { return }
    invocation.reportTransfer("downloaded", from: path.text, to: file, count, in: span)
  }

  func tellWhatIsLeft() {
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
      JSONText(.of(["from": source, "to": target, "bytes": Int64(clamping: count), "seconds": seconds])).text
    )
  }
}
