extension RunReport {
  /// The command line that runs a case again in the same way.
  public func command(rerunning entry: ConformanceCase) -> String {
    var words = ["ftpraw", party.command.subcommand] + party.command.operands + [entry.id.rawValue]
    if let seed = options.seed { words += ["--seed", "\(seed)"] }
    words += party.command.options
    if options.timeoutScale != 1 { words += ["--timeout-scale", "\(options.timeoutScale)"] }
    return words.map(Self.quoted).joined(separator: " ")
  }

  /// A word as a POSIX shell takes it.
  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "@%+=:,./-_".utf8.contains(byte)
      }
    }
    return isPlain && !word.isEmpty
      ? word
      : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
