import FTPConversation
import FTPMockServer
import FTPSystem
import FTPTransport

/// One attempt at a scenario: each step has its own server and process, and all share a folder.
struct ClientTrial {
  let client: TestedClient
  let scenario: ClientScenario
  /// How long a client may take; three times as long while a session is active.
  let limit: Duration
  /// How long the server waits for a client.
  let patience: Duration
  let wakeUp = WakeUp()

  /// Runs all steps; throws if a folder, a server or a process cannot be made.
  func play() async throws -> ClientObservation {
    var observation = ClientObservation()
    let folder = try ClientFolder()
    var port: UInt16 = 0
    var tree: VirtualTree?
    for step in scenario.steps {
      let output = GuardedOutput()
      let stage = try ClientStage(
        step, in: folder, port: port, tree: tree, patience: patience * step.server.patienceFactor,
        print: { output.add($0) })
      port = stage.server.port
      var run = ClientObservation.Run(step: step)
      run.before = stage.before
      run.serving = step.server.command
      let start = ContinuousClock.now
      switch client.way {
      case .program(let driver): try await play(driver, stage, &run)
      case .function(let body): await play(body, stage, output, &run)
      }
      run.duration = .now - start
      await finish(stage, &run)
      tree = run.after
      observation.runs.append(run)
    }
    return observation
  }

  private func play(
    _ body: @escaping @Sendable (ClientTask) async throws -> Void, _ stage: ClientStage,
    _ output: GuardedOutput,
    _ run: inout ClientObservation.Run
  ) async {
    let task = stage.task
    let ending = FirstEnding()
    let work = Task {
      do {
        try await body(task)
        ending.set(.exited(0))
      } catch {
        task.print("\(error)")
        ending.set(.exited(1))
      }
    }
    let watch = Task { [limit] in
      try? await Task.sleep(for: limit * 3)
      ending.set(.late)
    }
    let interruption = stage.step.interruption.map { verb in
      Task { [limit] in
        await BlockingThread.run { () -> ContinuousClock.Instant? in
          guard (try? stage.server.waitUntil(within: limit) { $0.received(verb) && $0.hasMisbehaved }) != nil
          else {
            return nil
          }
          work.cancel()
          return .now
        }
      }
    }
    // A function that ignores cancellation is abandoned, because nothing can end it.
    run.ending = await withTaskCancellationHandler {
      await ending.value
    } onCancel: {
      ending.set(.late)
    }
    work.cancel()
    watch.cancel()
    let end = ContinuousClock.now
    run.interruptionDelay = await interruption?.value.map { end - $0 }
    run.output = output.bytes
  }

  private func play(
    _ driver: ClientDriver, _ stage: ClientStage, _ run: inout ClientObservation.Run
  ) async throws {
    var words = stage.words
    words[.driver] = driver.folder ?? "."
    let command = driver.commands[stage.step.job] ?? []
    let step = stage.step
    let program = step.prefix + ClientWord.fill(Self.absolute(command), words)
    var shown = words
    shown[.port] = "2121"
    if shown[.ca] != nil { shown[.ca] = ScenarioServer.authorities }
    for key in [ClientWord.url, .server] {
      shown[key] = words[key]?.replacing(":\(stage.server.port)", with: ":2121")
    }
    for key in [ClientWord.out, .file, .dir] {
      shown[key] = words[key]?.replacing(stage.folder.path + "/", with: "")
    }
    run.command = step.shown(ClientWord.fill(command, shown))
    let environment = Environment.variables(home: stage.folder.home, folder: stage.folder.path)
    let (folder, server, limit, wakeUp) = (stage.folder.path, stage.server, limit, wakeUp)
    let seen = try await BlockingThread.run(waitingWith: wakeUp) { () throws(SystemError) in
      let process = try WatchedProcess.start(program, in: folder, environment: environment)
      let interrupted = process.interrupt(after: step.interruption, at: server, within: limit, wakeUp)
      let isLate = process.isLate(limit, at: server, wakeUp)
      let ending = isLate ? nil : process.ending
      let delay = interrupted.map { .now - $0 }
      process.stop()
      process.waitForOutput(within: .milliseconds(300))
      return (ending: ending, output: process.output(after: 0), memory: process.peakMemory, delay: delay)
    }
    switch seen.ending {
    case .exited(let status): run.ending = .exited(status)
    // The status that a shell shows.
    case let ending? where seen.delay != nil && ending == .interrupted: run.ending = .exited(130)
    case .signalled?: run.ending = .signalled(seen.ending.map { "\($0)" } ?? "")
    case nil: run.ending = .late
    }
    run.output = seen.output
    run.peakMemory = seen.memory
    run.interruptionDelay = seen.delay
  }

  /// Makes the relative path of a program absolute, starting from this process's working folder.
  private static func absolute(_ command: [String]) -> [String] {
    guard let program = command.first, program.contains("/"), !program.hasPrefix("/"),
      !program.hasPrefix("{"),
      let folder = Environment.workingFolder
    else { return command }
    return ["\(folder)/\(program)"] + command.dropFirst()
  }

  private func finish(_ stage: ClientStage, _ run: inout ClientObservation.Run) async {
    let server = stage.server
    await BlockingThread.run {
      // Bytes that the client sent before it ended are still read, and the replies recorded.
      _ = try? server.waitUntil(within: .milliseconds(300)) { $0.sessionCount == 0 }
      server.stop()
    }
    run.transcripts = server.transcripts
    run.hasMetFault = server.hasMisbehaved
    run.after = server.tree
    run.files = stage.folder.files()
    run.escape = stage.folder.changeOutside()
    run.trapVisits = stage.trap?.visitCount ?? 0
  }
}

/// Whether a client function ended or exceeded its time first.
private final class FirstEnding: Sendable {
  private struct State {
    var ending: ClientObservation.Ending?
    var waiting: CheckedContinuation<ClientObservation.Ending, Never>?
  }

  private let state = Guarded(State())

  func set(_ ending: ClientObservation.Ending) {
    let waiting = state.withLock { state in
      guard state.ending == nil else { return nil as CheckedContinuation<ClientObservation.Ending, Never>? }
      state.ending = ending
      return state.waiting.take()
    }
    waiting?.resume(returning: ending)
  }

  /// How the function ended, or that it was late, whichever came first; may be read once.
  var value: ClientObservation.Ending {
    get async {
      await withCheckedContinuation { continuation in
        let ending = state.withLock { state in
          if state.ending == nil { state.waiting = continuation }
          return state.ending
        }
        if let ending { continuation.resume(returning: ending) }
      }
    }
  }
}

/// The output of a client function.
final class GuardedOutput: Sendable {
  private let state = Guarded<[UInt8]>([])

  var bytes: [UInt8] { state.withLock { $0 } }

  func add(_ text: String) { state.withLock { $0 += Array((text + "\n").utf8) } }
}
