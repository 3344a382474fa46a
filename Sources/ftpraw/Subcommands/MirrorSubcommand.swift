import FTPText
import FTPTransfers

extension Subcommand {
  /// `ftpraw mirror [options] SOURCE TARGET`.
  static let mirror = Subcommand(
    name: "mirror",
    operands: [
      OperandSpecification("SOURCE", .serverOr(.file)),
      OperandSpecification("TARGET", .serverOr(.file)),
    ],
    options: OptionSpecification.ofEachTransfer + [
      .upload, .delete, .include, .exclude, .transferJobs, .segments, .wait, .dryRun, .mirrorJSON,
    ],
    environment: [.password, .keyLog, .noColor],
    exitStatuses: ExitStatus.all,
    action: .plan(MirrorCommand.init, endsSlowly: true) { await $0.mirror() })
}

/// What `mirror` was asked to do.
private struct MirrorCommand: Sendable {
  let run: TransferRun
  /// The folder of this machine.
  private let folder: String
  private let isUpload: Bool
  private var invocation: Invocation { run.invocation }

  init(_ invocation: Invocation) throws(UsageError) {
    guard invocation.operands.count == 2 else {
      throw invocation.usageError(
        "TARGET is missing: where to copy \(invocation.operands[0].text)?")
    }
    let areURLs = invocation.operands.map { $0.text.contains("://") }
    guard areURLs != [true, true] else {
      throw invocation.usageError("SOURCE or TARGET must be a local folder")
    }
    guard !(areURLs[0] && invocation.flag(.upload)) else {
      throw invocation.usageError("with --upload, SOURCE must be a local folder, not a URL")
    }
    isUpload = areURLs[1] || invocation.flag(.upload)
    folder = invocation.operands[isUpload ? 0 : 1].text
    run = try TransferRun(invocation, on: [invocation.operands[isUpload ? 1 : 0]])
  }

  func mirror() async -> ExitStatus {
    let jobs = invocation.number(.transferJobs) ?? 1
    return await run.run(connections: jobs * (invocation.number(.segments) ?? 1), mirror)
  }

  @Sendable private func mirror(_ queue: FTPQueue, _ index: Int) async throws {
    var options = FTPMirrorOptions()
    options.deletes = invocation.flag(.delete)
    options.isDryRun = invocation.flag(.dryRun)
    options.including = invocation.values(.include)
    options.excluding = invocation.values(.exclude)
    options.segments = invocation.number(.segments) ?? 1
    options.jobs = invocation.number(.transferJobs) ?? 1
    options.waits = invocation.flag(.wait)
    options.progress = { path, progress in run.progress.show(progress, of: path.text) }
    options.step = { step in
      run.progress.end()
      tell(step)
    }
    let remote = withoutSlash(run.remotes[index].path)
    let report =
      isUpload
      ? try await queue.mirror(fromFolder: folder, to: remote, options: options)
      : try await queue.mirror(from: remote, toFolder: folder, options: options)
    for clash in report.clashes {
      invocation.report(
        "names that some systems cannot tell apart: \(clash.map(\.description).joined(separator: ", "))")
    }
    sum(report)
    guard report.failures.isEmpty, !report.steps.contains(where: \.leavesGap) else {
      throw ConversationFailure(nil, .negative)
    }
  }

  /// The path without a slash at its end, except for the root.
  private func withoutSlash(_ path: FTPPath) -> FTPPath {
    path.bytes.count > 1 && path.bytes.last == UInt8(ascii: "/")
      ? FTPPath(bytes: path.bytes.dropLast()) : path
  }

  private func tell(_ step: FTPMirrorStep) {
    let path = step.path.bytes.isEmpty ? "." : step.path.text
    let slash = step.kind == .makeDirectory || step.kind == .deleteDirectory ? "/" : ""
    let reason = step.failure?.description ?? step.reason
    let text = "\(path)\(slash)" + (reason.isEmpty ? "" : ": \(reason)")
    if invocation.flag(.mirrorJSON) {
      invocation.console.print(json(step).text)
    } else if step.kind != .same || step.failure != nil {
      invocation.console.print(PrintableText.line("\(step.failure == nil ? step.kind.sign : "!") \(text)"))
    }
    if step.failure != nil || step.leavesGap { invocation.report(text) }
  }

  private func json(_ step: FTPMirrorStep) -> JSONText {
    JSONText(
      .of(["step": step.kind.rawValue, "path": step.path.text]),
      step.reason.isEmpty ? [] : .of(["reason": step.reason]),
      step.size.map { .of(["bytes": $0]) } ?? [],
      step.failure.map { .of(["failure": $0.description]) } ?? [])
  }

  private func sum(_ report: FTPMirrorReport) {
    guard !invocation.flag(.mirrorJSON) else { return }
    let counts = [
      (report.count(.transfer), "transferred"), (report.count(.same), "the same"),
      (report.count(.makeDirectory), "made"),
      (report.count(.delete) + report.count(.deleteDirectory), "deleted"),
      (report.count(.skip), "left"), (report.failures.count, "failed"),
    ]
    let words = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let text = words.isEmpty ? "nothing to do" : words.joined(separator: ", ")
    invocation.console.print(invocation.flag(.dryRun) ? "would be: \(text)" : text)
  }
}

extension FTPMirrorStep.Kind {
  /// What a line of it begins with.
  fileprivate var sign: String {
    switch self {
    case .makeDirectory: "+"
    case .transfer: ">"
    case .delete, .deleteDirectory: "-"
    case .skip: "~"
    case .same: "="
    }
  }
}
