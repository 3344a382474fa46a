// What build servers read.
extension XMLText {
  /// A test, which other elements say more about unless it has passed.
  package static func test(_ className: String, _ name: String, taking time: Duration? = nil) -> XMLText {
    XMLText("testcase", [.init("classname", className), .init("name", name)] + attributes(time))
  }

  /// Tests with the number of those that have not passed.
  package static func suite(
    _ name: String, _ tests: [XMLText], failures: Int = 0, errors: Int = 0, skipped: Int = 0,
    taking time: Duration? = nil
  ) -> XMLText {
    let counts = [("tests", tests.count), ("failures", failures), ("errors", errors), ("skipped", skipped)]
    return XMLText(
      "testsuite",
      [.init("name", name)] + counts.map { .init($0.0, "\($0.1)") } + attributes(time),
      tests.map { .element($0) })
  }

  private static func attributes(_ time: Duration?) -> [Attribute] {
    time.map { [.init("time", $0.threePlaces)] } ?? []
  }
}

extension Duration {
  /// Seconds with three decimal places, as the schema of JUnit requires.
  package var threePlaces: String {
    let (seconds, attoseconds) = components
    let thousandths = "\(1_000 + attoseconds / 1_000_000_000_000_000)".dropFirst()
    return "\(seconds).\(thousandths)"
  }
}
