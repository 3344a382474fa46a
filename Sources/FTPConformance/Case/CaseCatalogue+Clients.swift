import EmbeddedTexts

extension CaseCatalogue {
  /// The scenarios for clients, by group: the order of every report.
  ///
  /// A test reads each text by itself, so that a mistake in one has a message there.
  public static let clients: [ClientScenario] = scenarioTexts.flatMap { group, text in
    (try? ClientScenario.scenarios(of: group, in: text)) ?? []
  }

  /// The texts of `EmbeddedTexts/Scenarios`, by group.
  static let scenarioTexts = Array(
    zip(
      ["good", "robust", "honest", "safe", "resource", "ftps"], embedded_scenarios().bytes.split(separator: 0)
    ))
}
