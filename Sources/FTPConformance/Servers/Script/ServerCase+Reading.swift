import FTPProtocol
import FTPRequirements

extension ServerCase {
  /// Reads the cases of one document; throws at the first line that is not in the form, or whose case lacks something.
  ///
  /// ``FieldedText`` describes the form, and ``CaseField`` the fields. A case without steps is computed under its id.
  static func cases(
    of document: String, in text: some Collection<UInt8>
  ) throws(CatalogueProblem) -> [ServerCase] {
    try FieldedText<CaseField>.entries(of: document, in: text).map(ServerCase.init(_:))
  }

  private init(_ entry: FieldedText<CaseField>.Entry) throws(CatalogueProblem) {
    let fields = entry.fields
    let id = CaseID(rawValue: entry.id.text)
    var steps = try CaseStep.steps(entry.own.all.filter { $0.indentation > 2 || !$0.name.isShared }[...])
    if steps.isEmpty {
      guard let body = CaseCatalogue.bodies[id.rawValue] else {
        throw entry.id.problem("the case has no steps, and is not computed either")
      }
      steps = [.compute(body)]
    }
    if fields.lines(.finds).isEmpty { throw entry.id.problem("the case has no 'finds'") }
    self.init(
      id, entry.title,
      fields.has(.rules) ? try fields.words(.rules).map { RequirementID(rawValue: $0) } : nil,
      needs: fields.has(.needs) ? try fields.values(.needs, Need.init(ofServers:)) : [.login],
      start: try fields.values(.start) { Start(rawValue: $0) }.last,
      scope: try fields.values(.scope) { ConformanceCase.Scope(rawValue: $0) }.last ?? .own,
      tags: try fields.words(.tags), failsWith: try fields.words(.finds),
      traffic: try fields.values(.traffic) { ConformanceCase.Traffic(rawValue: $0) }.last ?? .fair,
      countsReplies: try fields.values(.replies) { $0 == "counted" ? true : nil }.last ?? false,
      given: try fields.words(.given).map { CaseID(rawValue: $0) },
      playing: steps)
  }
}

extension Need {
  /// The need of a server with this description; nil if there is none.
  fileprivate init?(ofServers text: String) {
    let all = [
      Self.login, .password, .anonymous, .secondLogin, .data, .activeMode, .scratch, .writeAccess, .ipv4,
      .ipv6,
      .tls, .clear, .secured, .auth,
    ]
    if text.hasPrefix("feature ") {
      self = .feature(String(text.dropFirst(8)))
    } else if let need = all.first(where: { $0.name == text }) {
      self = need
    } else {
      return nil
    }
  }
}
