import FTPConformance

extension Invocation {
  /// The entries of a catalogue that operands and `--exclude` choose.
  ///
  /// - Parameters:
  ///   - words: The operands that name cases, requirements or tags.
  ///   - catalogue: The available entries.
  ///   - noun: The name of an entry in messages: `case`, `scenario`.
  ///   - profile: The default selection.
  /// - Returns: the chosen entries, and why the others were left out.
  /// - Throws: ``UsageError`` if a word names no entry.
  func selection<Entry: RunnableCase>(
    _ words: [String], of catalogue: [Entry], called noun: String, profile: Profile = .all
  ) throws(UsageError) -> CaseSelection {
    let excluded = values(.excludeCases)
    for word in words + excluded
    where !catalogue.contains(where: { CaseSelector(word).matches($0.entry) }) {
      throw usageError(
        "no \(noun) matches '\(word)'",
        suggestion: Suggestion.nearest(to: word, among: catalogue.map(\.entry.id.rawValue)))
    }
    var selection = CaseSelection(
      words.map(CaseSelector.init), excluded: excluded.map(CaseSelector.init), profile: profile,
      shard: try value(.shard, as: "I/N with I from 1 to N") { CaseSelection.Shard($0) })
    selection.durations = try durations()
    return selection
  }

  /// The options that a run of either role has.
  func runOptions(jobs: OptionSpecification, seed: OptionSpecification) throws(UsageError) -> RunOptions {
    var options = RunOptions()
    if let jobs = number(jobs) { options.jobs = jobs }
    if let count = number(.repetitions) { options.repetitions = count }
    options.seed = number(seed).map { UInt64($0) }
    options.failsFast = flag(.failFast)
    options.level = value(.level).flatMap(CaseLevel.init) ?? .must
    options.flaky = value(.flaky).flatMap(FlakyPolicy.init)
    options.timeoutScale = try timeoutScale()
    return options
  }

  /// The factor for all limits of time; 1 if none is given.
  ///
  /// - Throws: if the value is not such a factor.
  func timeoutScale() throws(UsageError) -> Double {
    try value(.timeoutScale, as: "a number above 0 and at most 1000") { text in
      Double(text).flatMap { $0 > 0 && $0 <= 1_000 ? $0 : nil }
    } ?? 1
  }

  /// How long each case took in the report that `--durations` names; nothing without it.
  ///
  /// - Throws: if the file is no such report, or balances nothing.
  private func durations() throws(UsageError) -> [CaseID: Duration] {
    guard let path = value(.durations) else { return [:] }
    guard value(.shard) != nil else { throw usageError("option '--durations' goes with '--shard'") }
    do {
      guard let bytes = try ReportFiles.read(path, self) else { return [:] }
      let report = try RunReport(json: bytes)
      let times = report.cases.map { ($0.entry.id, $0.attempts.map(\.duration).reduce(.zero, +)) }
      return Dictionary(times, uniquingKeysWith: +)
    } catch {
      throw usageError("option '--durations': \(InputFile.display(path)): \(error)")
    }
  }
}
