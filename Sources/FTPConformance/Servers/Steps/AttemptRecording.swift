import FTPConversation
import FTPProtocol
import FTPText

/// What is needed to judge an attempt again, besides its case, its conversations and the facts about the server.
struct AttemptRecording: Sendable {
  /// What the steps called, and what came of it.
  let calls: [StepLog.Call]
  /// The seed of the random bytes.
  let seed: UInt64
  /// The name of the case's own directory; nil if it had none.
  let directory: String?
  /// How long to wait for each kind of event.
  let patience: Patience
  /// The walk that was taken; nil for any other case.
  let walk: Walk?
  /// Whether the steps came to an end by themselves.
  let isComplete: Bool

  /// Takes what a probe has done.
  init(of probe: Probe, _ walk: Walk?) {
    calls = probe.log.calls
    seed = probe.seed
    directory = probe.directory
    patience = probe.patience
    self.walk = walk
    isComplete = !probe.log.isCut
  }
}

extension AttemptRecording {
  /// The recording as JSON.
  var json: JSONText {
    .object(
      [.init("seed", .string("\(seed)"))] + (directory.map { [.init("directory", .string($0))] } ?? [])
        + (isComplete ? [] : [.init("complete", .boolean(false))])
        + (walk.map { [.init("walk", $0.json)] } ?? []) + [
          .init("patience", .array(Self.limits.map { .seconds(patience[keyPath: $0]) })),
          .init("calls", .array(calls.map(\.json))),
        ])
  }

  /// Reads ``json``.
  ///
  /// - Throws: ``ReportError`` for anything else.
  init(_ json: JSONText, _ name: String) throws(ReportError) {
    guard let seed = json["seed"]?.string.flatMap(UInt64.init), let elements = json["calls"]?.elements,
      let limits = json["patience"]?.elements, limits.count == Self.limits.count
    else { throw ReportError("\(name): the recording of an attempt lacks a member") }
    self.seed = seed
    directory = json["directory"]?.string
    isComplete = json["complete"]?.boolean ?? true
    walk = try json["walk"].map { json throws(ReportError) in try Walk(json, name) }
    var patience = Patience()
    for (limit, json) in zip(Self.limits, limits) {
      guard let duration = json.duration else { throw ReportError("\(name): a limit is not a time") }
      patience[keyPath: limit] = duration
    }
    self.patience = patience
    var calls: [StepLog.Call] = []
    for element in elements {
      guard let call = StepLog.Call(json: element) else {
        throw ReportError("\(name): a call cannot be read")
      }
      calls.append(call)
    }
    self.calls = calls
  }

  private static let limits: [WritableKeyPath<Patience, Duration> & Sendable] = [
    \.connecting, \.reply, \.refusal, \.data, \.closing, \.quiet, \.wholeCase,
  ]
}

extension Walk {
  fileprivate var json: JSONText {
    .object([
      .init("steps", steps.map { .integer(Int64($0)) } ?? .null),
      .init("script", .optional(script?.description)), .init("minimal", .boolean(isMinimal)),
    ])
  }

  fileprivate init(_ json: JSONText, _ name: String) throws(ReportError) {
    var script: WalkScript?
    if let text = json["script"]?.string {
      do throws(WalkScriptError) { script = try WalkScript(parsing: text) } catch {
        throw ReportError("\(name): a walk cannot be read: \(error)")
      }
    }
    self.init(
      steps: json["steps"]?.wholeNumber.flatMap { (1...100_000).contains($0) ? Int($0) : nil },
      script: script,
      isMinimal: json["minimal"]?.boolean ?? false)
  }
}
