extension RunReport {
  /// The command line that repeats the finding: it runs the case in the same way or, if the finding was seen in the
  /// traffic of another case, runs that case and judges it by the requirement.
  public func command(rerunning report: CaseReport) -> String {
    var words = ["ftpraw", party.command.subcommand] + party.command.operands
    if let witness = report.tellingWitness {
      words += [witness.seenIn.rawValue, "--judge", witness.verdict.requirement.rawValue]
    } else if let script = report.tellingAttempt?.walkScript {
      words += ["--walk", script]
    } else {
      words.append(report.entry.id.rawValue)
      // A walk without a script is identified by its number.
      if report.entry.tags.contains("walk") {
        words += ["--walks", "\(report.entry.id.slug.drop { !$0.isNumber })"]
      }
    }
    if let seed = options.seed { words += ["--seed", "\(seed)"] }
    words += party.command.options
    if options.timeoutScale != 1 { words += ["--timeout-scale", "\(options.timeoutScale)"] }
    words += party.command.trailing
    return words.map(ShellWord.quoted).joined(separator: " ")
  }
}
