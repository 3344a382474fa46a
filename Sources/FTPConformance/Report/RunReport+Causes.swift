import FTPProtocol
import FTPRequirements
import FTPText

/// The findings, described once for each ``Cause``.
extension RunReport {
  /// One thing that is wrong, and the cases that found it.
  package struct CommonCause: Sendable {
    /// The case that describes it: the first of those where it matters most.
    package let chief: CaseReport
    /// The others, in the order of the catalogue.
    package let others: [CaseReport]
  }

  /// The problems of these cases, each once, with every case that found nothing else; the worst comes first.
  ///
  /// What is certain comes before what is flaky or could not be judged, and what more than a tenth of the cases met before all
  /// else: until it is mended, they show nothing more. Then harm decides, then the force of the rule, then the number of cases that
  /// met it, then the order of the catalogue.
  ///
  /// Findings that recur in every run and flaky ones are kept apart.
  package func causes(of problems: [CaseReport]) -> [CommonCause] {
    struct Group {
      let place: Int
      let causes: Set<Cause>
      /// What refuses with the wrong codes, if that is all it is about.
      let codes: Set<Cause>
      /// The rules that it breaks: what a model finds broken is no news if a case that is about it says so.
      let rules: Set<Cause>
      var others: [Int] = []
    }
    var groups: [Group] = []
    var found: [Cause: [Int]] = [:]
    // The more important case comes first, and then the order of the catalogue.
    let causesOfAll = problems.map { problem in
      problem.causes { Cause.all(of: $0, about: problem.entry, in: $1) }
    }
    // Codes decide only where everything is about them.
    let codesOfAll = problems.map { problem in
      problem.findings.allSatisfy(\.isOfRefusalCode)
        ? problem.causes { Cause.ofCode($0, in: $1).map { [$0] } ?? [] } : []
    }
    let weights = zip(problems, causesOfAll).map { $0.weight(showing: $1.count) }
    let order = problems.indices.sorted { left, right in
      let (first, second) = (weights[left], weights[right])
      return first == second ? left < right : second.lexicographicallyPrecedes(first)
    }
    /// The groups of the cases that are about a rule.
    var owners: [RequirementID: Int] = [:]
    let foreignRules = problems.map(\.foreignRule)
    for place in order.filter({ foreignRules[$0] == nil }) + order.filter({ foreignRules[$0] != nil }) {
      let (problem, causes, foreignRule) = (problems[place], causesOfAll[place], foreignRules[place])
      let codes = codesOfAll[place]
      let known = [causes.first, codes.first].compactMap { $0.flatMap { found[$0] } }.joined().filter {
        index in
        let (group, chief) = (groups[index], problems[groups[index].place])
        guard (chief.verdict == .flaky) == (problem.verdict == .flaky) else { return false }
        return group.causes.isSuperset(of: causes)
          || !codes.isEmpty && group.codes.isSuperset(of: codes)
          || problem.entry.isOfModel && chief.certainty >= problem.certainty
            && group.rules.isSuperset(of: causes)
      }
      let owner = foreignRule.flatMap { owners[$0] }.flatMap { index in
        (problems[groups[index].place].verdict == .flaky) == (problem.verdict == .flaky) ? index : nil
      }
      if let group = known.first ?? owner {
        groups[group].others.append(place)
      } else {
        let rules = Set(problem.findings.map { Cause(breaking: $0.requirement) })
        for cause in causes.union(rules).union(codes) { found[cause, default: []].append(groups.count) }
        if problem.entry.scope == .own, !problem.entry.isOfModel, foreignRule == nil {
          owners[problem.entry.mainRequirement] = groups.count
        }
        groups.append(Group(place: place, causes: causes, codes: codes, rules: rules))
      }
    }
    // What is no news where another case finds something comes with that.
    for index in groups.indices.reversed() {
      // What others were merged into is the group as it is now.
      let group = groups[index]
      let given = CaseCatalogue.entry(problems[group.place].entry.id)?.given ?? []
      let root =
        given.isEmpty
        ? nil
        : groups.indices.first { other in
          let members = [groups[other].place] + groups[other].others
          return other != index && members.contains { given.contains(problems[$0].entry.id) }
        }
      guard let root else { continue }
      groups[root].others += [group.place] + group.others
      groups.remove(at: index)
    }
    let many = max(10, cases.count { !$0.attempts.isEmpty } / 10)
    return groups.sorted { $0.place < $1.place }.map { group in
      CommonCause(chief: problems[group.place], others: group.others.sorted().map { problems[$0] })
    }.enumerated().sorted { left, right in
      let (first, second) = (left.element.gravity(many), right.element.gravity(many))
      return first == second ? left.offset < right.offset : first.lexicographicallyPrecedes(second)
    }.map(\.element)
  }

  /// Each problem once; see ``causes(of:)``.
  package var causes: [CommonCause] { causes(of: cases.filter(\.verdict.isProblem)) }

  /// The cases without findings of their own, each with the case that describes its finding.
  public var chiefs: [CaseID: CaseID] {
    var chiefs: [CaseID: CaseID] = [:]
    for cause in causes {
      for other in cause.others { chiefs[other.entry.id] = cause.chief.entry.id }
    }
    return chiefs
  }
}

extension RunReport.CommonCause {
  /// What it costs someone; nil if there is no finding.
  package var harm: Requirement.Harm? { chief.harm }

  /// What decides its place among others: the smaller, the further in front.
  fileprivate func gravity(_ many: Int) -> [Int] {
    let isCertain = [.fail, .broken, .warn].contains(chief.verdict)
    let kinds = Requirement.Harm.Kind.allCases
    let harm = harm.flatMap { kinds.firstIndex(of: $0.kind) } ?? kinds.count
    let force = chief.severity.flatMap(CaseLevel.allCases.firstIndex) ?? CaseLevel.allCases.count
    return [isCertain ? 0 : 1, others.count < many ? 1 : 0, harm, force, -others.count]
  }

  /// How many cases are named.
  private static let mostNames = 6

  /// `also met by 2 cases: a, b`; nil if no other case found it.
  package var words: String? {
    guard !others.isEmpty else { return nil }
    let names = others.prefix(Self.mostNames).map(\.entry.id.rawValue).joined(separator: ", ")
    let rest = others.count > Self.mostNames ? " and \(others.count - Self.mostNames) more" : ""
    return "also met by \(others.count.counted("case")): \(names)\(rest)"
  }
}

extension CaseReport {
  /// What the first finding costs someone; nil if there is none.
  ///
  /// The rule about first digits is about every command: it can be worse to break it, depending on what the case is about.
  package var harm: Requirement.Harm? {
    guard let finding = findings.first, let harm = finding.harm else { return nil }
    guard finding.requirement == "959:4.2:first-digit",
      let kind = RequirementCatalogue.requirement(id: entry.mainRequirement.rawValue)?.harm?.kind
    else { return harm }
    return Requirement.Harm(kind: max(kind, harm.kind), sentence: harm.sentence)
  }

  /// The only rule that is broken, if another case is about it; nil otherwise, and for a model, which is about all.
  fileprivate var foreignRule: RequirementID? {
    let rules = Set(findings.map(\.requirement))
    guard rules.count == 1, let rule = rules.first, rule != entry.mainRequirement, !entry.isOfModel else {
      return nil
    }
    return rule
  }

  /// The causes of each finding, which `causes` finds in the conversations that show it.
  fileprivate func causes(_ causes: (Finding, [CaseAttempt.Conversation]) -> [Cause]) -> Set<Cause> {
    let own = (tellingAttempt?.conversations ?? [])
    return Set(
      findings.flatMap { finding in
        let witness = witnesses.first {
          $0.verdict.requirement == finding.requirement && $0.verdict.received == finding.received
        }
        let isOwn = tellingAttempt?.findings.contains(finding) ?? false
        return causes(finding, isOwn || witness == nil ? own : witness.map { [$0.conversation] } ?? [])
      })
  }

  /// How certain the problem is, and how much it matters.
  fileprivate var certainty: Int {
    (verdict == .fail || verdict == .broken ? 4 : verdict == .warn ? 1 : 0) + (severity == .must ? 2 : 0)
  }

  /// The weight of the problem among problems with the same cause: first a case that is about it, then certainty, the force, the
  /// harm, how many causes it shows, and how few commands show it.
  fileprivate func weight(showing causes: Int) -> [Int] {
    let commands = (tellingAttempt?.conversations ?? []).flatMap(\.transcript.events).count {
      $0.lineSent != nil
    }
    let harm = harm.flatMap { Requirement.Harm.Kind.allCases.firstIndex(of: $0.kind) } ?? .max
    return [entry.isOfModel ? 0 : 1, certainty, -harm, causes, -commands]
  }
}
