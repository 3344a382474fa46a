extension CaseCatalogue {
  /// The scenarios about clients by groups, which is the order of every report.
  public static let clients: [ClientScenario] = [
    GoodScenarios.all,
    RobustScenarios.all,
    HonestScenarios.all,
    SafeScenarios.all,
    ResourceScenarios.all,
    FTPSScenarios.all,
  ].flatMap(\.self)
}
