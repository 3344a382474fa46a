import FTPProtocol
import FTPSystem
import FTPTransfers

extension Subcommand {
  /// `ftpraw put [options] FILE... [URL]`.
  static let put = Subcommand(
    name: "put",
    operands: [
      OperandSpecification("FILE", .file, isRepeatable: true),
      OperandSpecification("URL", .serverOr(.text), isRequired: false),
    ],
    options: OptionSpecification.ofEachTransfer + [
      .resume, .wait, .overwrite, .direct, .dryRun, .transferJSON,
    ],
    environment: [.password, .keyLog, .noColor],
    exitStatuses: ExitStatus.all,
    action: .plan(PutPlan.init) { await $0.run.run($0.put) })
}

/// What `put` was asked to do.
private struct PutPlan: Sendable {
  let run: TransferRun
  /// The local files, each with its target; `-` for standard input.
  let files: [(file: String, path: FTPPath)]
  private var invocation: Invocation { run.invocation }

  init(_ invocation: Invocation) throws(UsageError) {
    let words = invocation.operands
    let sources = words.count > 1 ? words.dropLast() : words
    run = try TransferRun(
      invocation, on: [words.count > 1 ? words[words.count - 1] : Argument("")], files: Array(sources))
    files = try zip(sources, run.remotes).map { (word, remote) throws(UsageError) in
      guard remote.isFolder else {
        guard sources.count == 1 else {
          throw invocation.usageError(
            "for several files, the URL must name a directory, with a slash at its end")
        }
        return (word.text, remote.path)
      }
      let name = FTPPath(bytes: word.bytes).name
      guard !name.isEmpty, word.text != "-" else {
        throw invocation.usageError("there is no file name to upload to; name one in the URL")
      }
      return (word.text, remote.path.appending(name))
    }
  }

  @Sendable func put(_ queue: FTPQueue, _ index: Int) async throws {
    let (file, path) = files[index]
    let source = file == "-" ? "/dev/stdin" : file
    if invocation.flag(.dryRun) {
      let size = try LocalFile.open(source).size()
      invocation.console.print("would upload \(Escaping.ascii(file.utf8)) (\(size) bytes) to \(path)")
      return
    }
    let start = ContinuousClock.now
    try await run.withProgress(of: file) { progress in
      var options = FTPFileOptions(invocation)
      options.usesTemporaryName = !invocation.flag(.direct)
      options.progress = progress
      return try await queue.upload(file: source, to: path, options: options)
    } then: { count in
      invocation.reportTransfer("uploaded", from: file, to: path.text, count, in: start.duration(to: .now))
    }
  }
}
