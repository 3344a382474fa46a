import EmbeddedTexts
import FTPRequirements

extension CaseCatalogue {
  /// The scenarios for clients, by group: the order of every report.
  public static let clients: [ClientScenario] = {
    let groups = ["good", "robust", "honest", "safe", "resource", "ftps"]
    do throws(CatalogueProblem) {
      var scenarios: [ClientScenario] = []
      for (group, text) in zip(groups, embedded_scenarios().bytes.split(separator: 0)) {
        scenarios += try ScenarioParser.scenarios(of: group, in: text)
      }
      return scenarios
    } catch { fatalError("EmbeddedTexts/Scenarios/\(error)") }
  }()
}
