import CYardstick
import FTPSystem
import FTPText

/// A load on a running server.
///
/// The client is plain C, so that mostly the server is measured.
struct LoadBenchmark {
  let plan: LoadPlan

  /// Does the job of the plan and prints the result.
  ///
  /// - Throws: if the server cannot be reached. Sessions that fail are only counted.
  func run() throws {
    DescriptorLimit.raise()
    switch plan.job {
    case .sessions(let count): try sessions(count)
    case .download: try transfer { yardstick_download($0, plan.path) }
    case .upload: try transfer { yardstick_upload($0, plan.path, UInt64(plan.bytes)) }
    }
  }

  private func sessions(_ count: Int) throws {
    var load = yardstick_load()
    guard
      let sessions = yardstick_sessions_open(
        plan.port, plan.user, plan.password, count, plan.pending, &load)
    else { throw BenchmarkFailure("no memory, or a system without epoll") }
    defer { yardstick_sessions_free(sessions) }
    try show("login", count, load)
    if plan.holds {
      var line = [UInt8](repeating: 0, count: 64)
      _ = try StandardStream.input.read(into: &line)
    }
    yardstick_sessions_retrieve(sessions, plan.path, UInt64(plan.bytes), &load)
    try show("retrieve", count, load)
  }

  private func show(_ step: String, _ count: Int, _ load: yardstick_load) throws {
    var reason = load.reason
    let text = withUnsafeBytes(of: &reason) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    try show([
      "step": step, "sessions": count, "failures": Int(load.failures), "seconds": load.seconds,
      "reason": text,
    ])
  }

  private func transfer(_ body: (Int32) -> Int64) throws {
    let control = yardstick_connect(plan.port)
    guard control >= 0 else { throw BenchmarkFailure("cannot connect to port \(plan.port)") }
    defer { yardstick_close(control) }
    for (verb, argument, code) in [
      ("", "", 220), ("USER", plan.user, 331), ("PASS", plan.password, 230), ("TYPE", "I", 200),
    ] where yardstick_command(control, verb, argument) != Int32(code) {
      throw BenchmarkFailure("\(verb.isEmpty ? "the greeting" : verb) is not answered \(code)")
    }
    let clock = ContinuousClock()
    let start = clock.now
    guard body(control) == Int64(plan.bytes) else { throw BenchmarkFailure("the transfer was cut short") }
    let seconds = start.duration(to: clock.now) / .seconds(1)
    try show([
      "bytes": plan.bytes, "seconds": seconds, "MB/s": Double(plan.bytes) / 1e6 / seconds,
    ])
  }

  private func show(_ members: KeyValuePairs<String, any JSONValue>) throws {
    try StandardStream.output.write(JSONText.of(members).text + "\n")
  }
}
