import FTPProtocol
import FTPSystem
import FTPTransfers

extension Subcommand {
  /// `ftpraw put [options] FILE [URL]`.
  static let put = Subcommand(
    name: "put",
    summary: "Upload a file",
    operands: [
      OperandSpecification("FILE", .file, help: "The local file. `-` is standard input."),
      .remote(
        "The target, with a slash at the end if it is a directory; by default the directory after login",
        isRequired: false),
    ],
    options: OptionSpecification.ofEachTransfer + [
      .resume, .wait, .overwrite, .direct, .dryRun, .transferJSON,
    ],
    environment: [.password, .keyLog, .noColor],
    details: [
      """
      Uploads go to NAME.TOKEN.ftpraw-part, with a TOKEN of their own, which is renamed once the server has confirmed \
      the transfer and SIZE agrees; `--direct` writes to NAME itself, for servers that cannot rename. If the server has \
      MFMT, the file keeps its local modification time.
      """,
      """
      `--resume` continues what the last `put` on this machine has left for the same server, user and path, or else \
      NAME.ftpraw-part. If another process of this user uploads there, a `put` with `--resume` or `--direct` exits with \
      74 or, with `--wait`, waits. Processes on different machines do not see each other; Documentation/transfers.md \
      in the sources says what that means.
      """,
    ],
    examples: [
      Example("ftpraw put README.md incoming/", "Upload a file to the embedded server:"),
      Example(
        "ftpraw put notes.txt ftp://marta@localhost/notes.txt --overwrite newer --password-file secret",
        "Upload a file if it is newer than the one there:"),
    ],
    exitStatuses: ExitStatus.all,
    action: .asynchronous { invocation async throws(UsageError) in
      let plan = try PutPlan(invocation)
      return await Interruption.cancels { await plan.run.run(plan.put) }
    })
}

/// What `put` was asked to do.
private struct PutPlan: Sendable {
  let run: TransferRun
  /// The local file; `-` for standard input.
  let file: String
  let path: FTPPath
  private var invocation: Invocation { run.invocation }

  init(_ invocation: Invocation) throws(UsageError) {
    file = invocation.operands[0].text
    run = try TransferRun(invocation, on: invocation.operands.dropFirst().first)
    guard run.remote.isFolder else {
      path = run.remote.path
      return
    }
    let name = FTPPath(bytes: invocation.operands[0].bytes).name
    guard !name.isEmpty, file != "-" else {
      throw invocation.usageError("there is no file name to upload to; name one in the URL")
    }
    path = FTPPath(bytes: run.remote.path.bytes + name)
  }

  @Sendable func put(_ session: FTPSession, _ attempt: Int) async throws -> ExitStatus {
    if invocation.flag(.dryRun) {
      let size = try LocalFile.open(file == "-" ? "/dev/stdin" : file).size()
      invocation.console.print("would upload \(Escaping.ascii(file.utf8)) (\(size) bytes) to \(path)")
      return .fine
    }
    let start = ContinuousClock.now
    return try await run.withProgress(of: file) { progress in
      var options = FTPFileOptions()
      options.overwriting = .chosen(invocation)
      options.resumes = attempt > 0 || invocation.flag(.resume)
      options.isRetry = attempt > 0 && !invocation.flag(.resume)
      options.waits = invocation.flag(.wait)
      options.remark = { invocation.report($0) }
      options.usesTemporaryName = !invocation.flag(.direct)
      options.progress = { progress.show($0) }
      // What was read from a stream is gone.
      if file == "-", attempt > 0 { throw FTPError.unsupported("read standard input a second time") }
      return try await session.upload(
        file: file == "-" ? "/dev/stdin" : file, to: path, options: options)
    } then: { count in
      invocation.reportTransfer("uploaded", from: file, to: path.text, count, in: start.duration(to: .now))
    }
  }
}
