import FTPClient
import FTPProtocol
import FTPSystem

extension Subcommand {
  /// `ftpraw send [options] COMMAND...`.
  static let send = Subcommand(
    name: "send",
    operands: [OperandSpecification("COMMAND", .command, isRepeatable: true)],
    options: [
      .server, .passwordFile, .raw, .verbose, .output, .input, .dataHost, .dataConnect, .recordFile, .expect,
      .timeout, .strict, .json, .full, .keepGoing, .color,
    ] + OptionSpecification.ofTLS,
    environment: [.password, .keyLog, .noColor],
    exitStatuses: ExitStatus.all,
    action: .asynchronous { invocation in
      let plan = try SendPlan(invocation)
      // A short conversation needs no pool of threads, and starting one takes longer than many of them.
      return try await Interruption.cancels(on: ProcessExit.waitingThread) { try await plan.run() }
    })
}

/// What `send` was asked to do.
private struct SendPlan: Sendable {
  let invocation: Invocation
  let commands: [[UInt8]]
  let isRaw: Bool
  let style: ConversationView.Style
  let sink: DataSink?
  let source: DataSource?

  init(_ invocation: Invocation) throws(UsageError) {
    self.invocation = invocation
    commands = invocation.operands.map(\.bytes)
    isRaw = invocation.flag(.raw)
    sink = invocation.value(.output).map(DataSink.init)
    source = invocation.value(.input).map(DataSource.init)
    style = Self.style(invocation)
    try checkOperands()
  }

  private static func style(_ invocation: Invocation) -> ConversationView.Style {
    var style = ConversationView.Style()
    style.isJSON = invocation.flag(.json)
    style.isVerbose = invocation.flag(.verbose)
    style.stream = invocation.value(.output) == "-" ? .error : .output
    style.isColored = !style.isJSON && invocation.usesColor(on: style.stream)
    style.showsDownloads = invocation.value(.output) == nil
    // A user who names a file knows what is in it.
    style.showsUploads = style.isVerbose || invocation.flag(.full)
    return style
  }

  private func checkOperands() throws(UsageError) {
    if invocation.value(.input) == "-", commands.contains([UInt8(ascii: "-")]) {
      throw invocation.usageError("standard input cannot be both the commands and the data")
    }
    for command in commands where command != [UInt8(ascii: "-")] {
      let line = isRaw ? try raw(command).command : command
      if let line, source == nil, Verb(bytes: line.prefix { $0 != 0x20 }).sendsData {
        throw invocation.usageError("an upload needs --input FILE, the data to send")
      }
      if !isRaw, command.contains(where: { $0 == 0x0D || $0 == 0x0A }) {
        throw invocation.usageError(
          "a command is one line; --raw 'SYST\\r\\nNOOP\\r\\n' sends line breaks")
      }
    }
  }

  private func raw(_ text: [UInt8]) throws(UsageError) -> RawText {
    do throws(ArgumentValueError) { return try RawText(text) } catch {
      throw invocation.usageError("COMMAND: \(error.message)")
    }
  }

  func run() async throws -> ExitStatus {
    let view = ConversationView(console: invocation.console, style: style)
    var run = ConversationRun(view: view)
    run.expected = invocation.value(.expect).flatMap { try? ReplyCodeList($0) }
    run.isStrict = invocation.flag(.strict)
    run.keepsGoing = invocation.flag(.keepGoing)
    run.isRaw = isRaw
    var client: RawFTPClient?
    var status: ExitStatus
    let files = try invocation.value(.recordFile).map { try RecordedFiles($0, console: invocation.console) }
    do {
      let target = try ServerTarget(invocation)
      defer { target.end() }
      let connected = try await target.connect(
        .shown(by: view, invocation, showsData: style.showsDownloads || style.showsUploads))
      client = connected
      var dialogue = Dialogue(client: connected, sink: sink, source: source)
      dialogue.connectsAtOnce = invocation.value(.dataConnect) == "at-once"
      status = try await run.run(PendingCommands(commands), through: dialogue, loggingInAt: target)
      connected.close()
      view.finish()
    } catch {
      view.finish()
      status = invocation.report(ConversationFailure(error))
    }
    // A conversation that failed is worth keeping all the more.
    if let client, let files {
      client.close()
      do throws(LocalFileError) {
        try files.write(RecordedVector(transcript: client.transcript, origin: .recorded(by: "ftpraw send")))
      } catch {
        invocation.report(error.description)
        if status == .fine { status = .localFile }
      }
    }
    return status
  }
}

extension OptionSpecification {
  static let output = OptionSpecification("output", of: "send", short: "o", value: Value("FILE", .file))
  static let input = OptionSpecification("input", value: Value("FILE", .file))
  static let raw = OptionSpecification("raw")
  static let recordFile = OptionSpecification("record", value: Value("FILE", .file))
  static let expect = OptionSpecification("expect", value: Value("CODES", .replyCodes))
  static let strict = OptionSpecification("strict")
  static let json = OptionSpecification("json", of: "send")
  static let keepGoing = OptionSpecification("keep-going")
}
