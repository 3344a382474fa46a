import Foundation
import Testing

/// An action of the composite kind, whose steps run as GitHub's runner runs them: with nothing in the environment but
/// what the runner provides and the step asks for.
struct CompositeAction {
  /// One step, with the expressions in its values.
  struct Step {
    var fields: [String: String] = [:]
    /// The variables of `env`, and the inputs of `with`.
    var maps: [String: [String: String]] = [:]
  }

  /// What became of a run.
  struct Outcome {
    var output = ""
    var error = ""
    var status: Int32 = 0
    /// The job summary.
    var summary = ""
    /// The outputs of the steps, as `ID.NAME`.
    var outputs: [String: String] = [:]
    /// The folders that were uploaded, by the name of the artifact.
    var artifacts: [String: String] = [:]
  }

  /// The names of the inputs with their defaults.
  private(set) var inputs: [String: String] = [:]
  /// The steps in their order.
  private(set) var steps: [Step] = []
  private let folder: URL

  /// Reads `action.yml` of a folder.
  init(in folder: URL) {
    self.folder = folder
    var path: [String] = []
    for line in folder.appending(path: "action.yml").text.split(separator: "\n") {
      var words = line.drop { $0 == " " }
      guard !words.hasPrefix("#") else { continue }
      var depth = (line.count - words.count) / 2
      if words.hasPrefix("- ") {
        steps.append(Step())
        words = words.dropFirst(2)
        depth += 1
      }
      guard let colon = words.firstIndex(of: ":") else { continue }
      let name = String(words[..<colon])
      let value = Self.plain(words[words.index(after: colon)...])
      path = Array(path.prefix(depth)) + [name]
      if path.count == 3, path[0] == "inputs", name == "default" { inputs[path[1]] = value }
      guard path.first == "runs", let last = steps.indices.last else { continue }
      if depth == 3 { steps[last].fields[name] = value }
      if depth == 4 { steps[last].maps[path[3], default: [:]][name] = value }
    }
  }

  /// A value without its quotation marks, and without a comment.
  private static func plain(_ text: Substring) -> String {
    let text = text.trimmingCharacters(in: .whitespaces)
    guard let mark = text.first, mark == "\"" || mark == "'" else {
      return text.components(separatedBy: " #")[0].trimmingCharacters(in: .whitespaces)
    }
    return String(text.dropFirst().prefix { $0 != mark })
  }

  /// Copies a folder with another process: a file that this one has open for writing cannot be run while a test that
  /// runs at the same time starts a process.
  private static func copy(_ folder: String, to target: String) async throws {
    let outcome = try await #require(ProcessRunner.tool("cp")).run(["-R", folder, target])
    #expect(outcome.status == 0, "\(outcome.error)")
  }

  /// Runs all steps, up to the first that fails and then those that always run.
  ///
  /// `work` is a folder for the workspace, the files of the runner, and what the cache keeps; `github` the context of that
  /// name, as far as the action reads it; `path` the folders of programs, and `server` the URL of GitHub.
  func run(
    in work: URL, _ given: [String: String], github: [String: String] = [:], path: String = "/usr/bin:/bin",
    server: String = "https://github.invalid"
  ) async throws -> Outcome {
    let files = work.appending(path: "runner")
    let cache = work.appending(path: "cache")
    for folder in [files, cache] {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    var outcome = Outcome()
    var saved: [(from: String, to: URL)] = []
    for (index, step) in steps.enumerated() {
      func value(_ text: String) -> String {
        text.replacing(/\$\{\{ ([^}]+) \}\}/) { match in
          let parts = match.output.1.split(separator: ".").map(String.init)
          return switch (parts.first, parts.count) {
          case ("inputs", 2): given[parts[1]] ?? inputs[parts[1]] ?? ""
          case ("github", 2): github[parts[1]] ?? ""
          case ("steps", 4): outcome.outputs["\(parts[1]).\(parts[3])"] ?? ""
          default: "?"
          }
        }
      }
      let terms = (step.fields["if"] ?? "").components(separatedBy: " && ")
      let isWanted = terms.allSatisfy { term in
        guard let end = term.range(of: " != ''") else { return true }
        return !value("${{ \(term[..<end.lowerBound]) }}").isEmpty
      }
      guard isWanted, outcome.status == 0 || terms.contains("always()") else { continue }
      let maps = step.maps.mapValues { $0.mapValues(value) }
      if let uses = step.fields["uses"] {
        let target = maps["with"]?["path"] ?? ""
        if uses.hasPrefix("actions/cache@") {
          let kept = cache.appending(path: maps["with"]?["key"] ?? "")
          if FileManager.default.fileExists(atPath: kept.path) {
            try await Self.copy(kept.path, to: target)
          } else {
            saved.append((target, kept))
          }
        } else if uses.hasPrefix("actions/upload-artifact@") {
          outcome.artifacts[maps["with"]?["name"] ?? ""] = target
        } else {
          Issue.record("\(uses) is unknown to this test")
        }
        continue
      }
      let script = files.appending(path: "step-\(index).sh")
      try Data((step.fields["run"] ?? "").utf8).write(to: script)
      let output = files.appending(path: "output-\(index)")
      try Data().write(to: output)
      let summary = files.appending(path: "summary")
      // Empty as the runner leaves them in the steps of composite actions.
      var environment = [
        "GITHUB_ACTION_REPOSITORY": "", "GITHUB_ACTION_REF": "", "GITHUB_ACTION": "__step_\(index)",
        "GITHUB_ACTION_PATH": folder.path, "GITHUB_ACTIONS": "true", "CI": "true",
        "GITHUB_OUTPUT": output.path, "GITHUB_STEP_SUMMARY": summary.path,
        "GITHUB_ENV": files.appending(path: "env").path, "GITHUB_PATH": files.appending(path: "path").path,
        "GITHUB_WORKSPACE": work.path, "GITHUB_REPOSITORY": "someone/project", "GITHUB_SERVER_URL": server,
        "GITHUB_REF": "refs/heads/main", "GITHUB_SHA": String(repeating: "0", count: 40),
        "GITHUB_EVENT_NAME": "push", "GITHUB_JOB": "ftp", "GITHUB_ACTOR": "someone",
        "RUNNER_OS": "Linux", "RUNNER_ARCH": "X64", "RUNNER_TEMP": files.path, "HOME": files.path,
        "PATH": path,
      ]
      environment.merge(maps["env"] ?? [:]) { own, _ in own }
      let bash = try #require(ProcessRunner.tool("bash")).executable.path
      let ended = try await #require(ProcessRunner.tool("env")).run(
        ["-i"] + environment.map { "\($0.key)=\($0.value)" }
          + [
            bash, "-c",
            "cd '\(work.path)' && exec '\(bash)' --noprofile --norc -e -o pipefail '\(script.path)'",
          ])
      outcome.output += ended.output
      outcome.error += ended.error
      if outcome.status == 0 { outcome.status = ended.status }
      for line in output.text.split(separator: "\n") {
        let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(
          String.init)
        outcome.outputs["\(step.fields["id"] ?? "").\(parts[0])"] = parts.last
      }
      outcome.summary = summary.text
    }
    for (folder, kept) in saved where outcome.status == 0 {
      try await Self.copy(folder, to: kept.path)
    }
    return outcome
  }
}
