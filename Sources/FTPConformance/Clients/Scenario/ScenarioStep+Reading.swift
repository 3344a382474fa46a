import FTPProtocol
import FTPRequirements

extension ScenarioStep {
  init(_ job: ClientJob, _ path: String, _ fields: Fields<ScenarioField>) throws(CatalogueProblem) {
    self.init(job, try fields.word(.path) ?? path)
    guard let local = FieldedLine.files(try fields.words(.has)) else {
      throw fields.lines(.has)[0].problem("'has' names files, each with its contents")
    }
    self.local = local
    server = try ScenarioServer(fields)
    if let name = try fields.word(.user) { user = name.isEmpty ? nil : name }
    password = try fields.word(.password) ?? password
    urlPath = try fields.word(.url)
    begun = try fields.number(.begun)
    environment = try fields.words(.environment)
    diskLimit = try fields.number(.disk)
    interruption = try fields.word(.interrupt).map { Verb($0) }
  }
}

extension ScenarioServer {
  fileprivate init(_ fields: Fields<ScenarioField>) throws(CatalogueProblem) {
    for line in fields.lines(.server) {
      for word in try line.words() {
        switch word {
        case "ipv6": isIPv6 = true
        case "patient": isPatient = true
        case "trapped": hasTrap = true
        case "untrusted": isTrusted = false
        default: throw line.problem("not one of ipv6, patient, trapped and untrusted: \(word)")
        }
      }
    }
    tls = try fields.word(.tls)
    without = try fields.words(.without)
    dialect = try fields.word(.dialect)
    tree = fields.lines(.tree).flatMap { FieldedLine.numbered([$0.text]) }
    faults = try fields.words(.faults)
    rules = fields.lines(.script).map(\.text)
  }
}
