extension CaseCatalogue {
  /// The scenarios for clients, by group: the order of every report.
  public static let clients: [ClientScenario] = [
    GoodScenarios.all,
    RobustScenarios.all,
    HonestScenarios.all,
    SafeScenarios.all,
    ResourceScenarios.all,
    FTPSScenarios.all,
  ].flatMap(\.self)
}
