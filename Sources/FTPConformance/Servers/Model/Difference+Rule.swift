import FTPProtocol

/// The command after which a difference began.
struct Culprit: Sendable {
  /// The command with its replies.
  let exchange: Exchange
  let isRefused: Bool
  /// Whether it was sent in the session in which the difference is seen.
  let isOfSameSession: Bool
  /// What was in force when it was sent.
  var form = Form()

  /// How a transfer sends or stores a file.
  struct Form {
    var isText = false
    /// From an offset that REST has set, or may have set.
    var isRestarted = false
  }
}

// Which rule a difference breaks: that of the command after which it began or, if only the command that shows it says
// so, the rule of the latter.
extension Difference {
  /// The rule that the difference breaks.
  ///
  /// - Parameters:
  ///   - culprit: The command after which the difference began; nil if unknown, or if no command was sent.
  ///   - isReporterAlone: Whether other commands show what was expected, so that the command that shows something else
  ///     is wrong.
  /// - Returns: The id of the rule.
  func requirement(since culprit: Culprit?, isReporterAlone: Bool) -> RequirementID {
    if let rule { return rule }
    if isImpossible { return impossibleRule }
    if isReporterAlone { return reporterRule }
    guard let culprit else { return reporterRule }
    let verb = culprit.exchange.command.verb.modern
    if verb == .noop { return "959:4.1.3:noop-ok-only" }
    switch subject {
    case .directory: return directoryRule(culprit, verb)
    case .type: return typeRule(culprit, verb)
    case .restart: return restartRule(culprit, verb)
    case .rename: return "959:4.1.3:rnto-after-rnfr"
    case .presence: return Self.presenceRules[verb] ?? Self.general
    case .contents, .size:
      if culprit.isRefused { return Self.refusal }
      let hasLines = culprit.exchange.data.map(TextForms.differs) ?? true
      if verb == .type || (verb == .stor && culprit.form.isText && hasLines) {
        return culprit.form.isText ? "959:3.1.1.1:ascii-round-trip" : "959:3.1.1.3:image-round-trip"
      }
      return contentRule(culprit, verb)
    case .time, .facts, .access:
      return verb == reporter.verb ? reporterRule : Self.presenceRules[verb] ?? Self.general
    }
  }

  /// A 2yz reply is sent only if the action was done.
  static let general: RequirementID = "959:4.2:success-means-done"

  /// The first digit says whether something was done.
  static let refusal: RequirementID = "959:4.2:first-digit"
  /// STOR replaces a file in full.
  static let replacement: RequirementID = "959:4.1.3:stor-replaces"
  /// After OPTS MLST, only what it names is sent.
  static let selection: RequirementID = "3659:7.9:opts-mlst-selects"
  /// Nobody gets in with a wrong password.
  static let wrongPassword: RequirementID = "959:4.1.1:pass-wrong-530"
  /// PASS comes directly after a USER that was accepted.
  static let unnamedUser: RequirementID = "959:4.1.1:pass-after-user"

  /// The rule for the command that shows the difference.
  private var reporterRule: RequirementID {
    switch (reporter.verb.modern, subject) {
    case (.mlsd, .size), (.mlst, .size): "3659:7.5.7:size-fact"
    case (.mlsd, .time), (.mlst, .time): "3659:2.3:time-one-base"
    case (.mlsd, _): "3659:7.1:mlsd-directory"
    case (.mlst, _): "3659:7.5.1:type-values"
    case (.nlst, _): "959:4.1.3:nlst-current-directory"
    case (.list, _): "959:4.1.3:list-current-directory"
    case (.size, _): "3659:4:size-transfer-octets"
    case (.mdtm, _): "3659:3.1:mdtm-213"
    case (.pwd, _): "959:appendix-ii:pwd-name-round-trip"
    case (.retr, .type): "959:4.1.2:parameters-persist"
    case (.retr, .restart): "3659:5.3:rest-retr"
    case (.retr, _): "959:3.1.2:same-parameters-identical"
    default: Self.presenceRules[reporter.verb.modern] ?? Self.general
    }
  }

  /// The rule that a command breaks by claiming to have done something impossible.
  private var impossibleRule: RequirementID {
    switch reporter.verb.modern {
    case .cwd, .cdup: "959:4.1.1:cwd-missing"
    case .dele: "959:4.1.3:dele-missing"
    case .rmd: "959:4.1.3:rmd-missing-or-file"
    case .rnto: "959:4.1.3:rnto-after-rnfr"
    default: Self.general
    }
  }

  private func directoryRule(_ culprit: Culprit, _ verb: Verb) -> RequirementID {
    if !culprit.isOfSameSession { return "959:4.1.1:cwd-only-directory" }
    switch verb {
    case .cwd: return culprit.isRefused ? "959:4.1.1:cwd-missing" : Self.general
    case .cdup: return "959:4.1.1:cdup-parent"
    default: return Self.presenceRules[verb] ?? Self.general
    }
  }

  private func typeRule(_ culprit: Culprit, _ verb: Verb) -> RequirementID {
    switch verb {
    case .cwd, .cdup: "959:4.1.1:cwd-only-directory"
    case .mlsd: "3659:7.2:mlsd-own-parameters"
    case .type where culprit.isRefused: "959:4.1.2:type-unknown"
    case .rein: "959:4.1.1:rein-defaults"
    case .user, .pass: "959:4.1.1:user-keeps-parameters"
    default: "959:4.1.2:parameters-persist"
    }
  }

  private func restartRule(_ culprit: Culprit, _ verb: Verb) -> RequirementID {
    if verb == .rest, culprit.isOfSameSession { return "3659:5.3:rest-retr" }
    return "3659:5.3:rest-one-transfer"
  }

  private func contentRule(_ culprit: Culprit, _ verb: Verb) -> RequirementID {
    if verb == .stor, culprit.form.isRestarted { return "3659:5.3:rest-stor" }
    // A size that is wrong after STOR shows what was there before.
    if verb == .stor, subject == .size { return Self.replacement }
    guard verb == .stor, let data = culprit.exchange.data else {
      return Self.presenceRules[verb] ?? Self.general
    }
    return data.isEmpty ? "959:4.1.3:stor-empty" : "959:3.1.1.3:image-round-trip"
  }

  /// What each command must do, or must not do, to files.
  private static let presenceRules: [Verb: RequirementID] = [
    .stor: "959:4.1.3:stor-creates", .appe: "959:4.1.3:appe-appends", .stou: "959:4.1.3:stou-unique-name",
    .retr: "959:4.1.3:retr-leaves-file", .dele: "959:4.1.3:dele-removes", .rmd: "959:4.1.3:rmd-removes",
    .mkd: "959:4.1.3:mkd-relative", .rnfr: "959:4.1.3:rnfr-350", .rnto: "959:4.1.3:rnto-renames",
    .nlst: "959:4.1.3:nlst-current-directory", .list: "959:4.1.3:list-current-directory",
    .mlsd: "3659:7.1:mlsd-directory", .cwd: "959:4.1.1:cwd-only-directory", .cdup: "959:4.1.1:cdup-parent",
    .size: "3659:4:size-transfer-octets", .mdtm: "3659:3.1:mdtm-213", .rest: "959:4.1.3:rest-no-transfer",
    .type: "959:4.1.2:parameters-persist", .abor: "959:4.1.3:abor-idle",
  ]

  /// Every rule that a difference may break.
  static let requirements: [RequirementID] =
    [
      general, "959:4.1.1:cwd-missing", "959:4.1.3:dele-missing", "959:4.1.3:rmd-missing-or-file",
      "959:4.1.3:rnto-after-rnfr", "959:4.1.3:noop-ok-only",
      "959:3.1.1.1:ascii-round-trip", "959:3.1.1.3:image-round-trip", "959:3.1.2:same-parameters-identical",
      "3659:7.5.7:size-fact", "3659:2.3:time-one-base", "3659:7.5.1:type-values",
      "959:appendix-ii:pwd-name-round-trip", "3659:5.3:rest-retr", "3659:5.3:rest-stor",
      "3659:5.3:rest-one-transfer", "3659:7.2:mlsd-own-parameters", "959:4.1.2:type-unknown",
      "959:4.1.1:rein-defaults", "959:4.1.1:user-keeps-parameters", "959:4.1.3:stor-empty",
      "3659:7.8:starred-facts-sent", "3659:7.3:mlst-name", "3659:4:size-reply-form", "3659:2.3:time-form",
      refusal, replacement, selection, unnamedUser, wrongPassword, "959:4.1.1:user-drops-login",
      "959:4.1.1:rein-keeps-control",
    ] + presenceRules.values.sorted { $0.rawValue < $1.rawValue }.filter { $0 != "959:4.1.1:cwd-missing" }
}
