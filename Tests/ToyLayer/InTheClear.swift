import Testing

/// The tests of the suites with ``UnderToyLayer`` that have no second run, and why.
package enum InTheClear {
  private static let urgent = "urgent data out of band, which no layer knows"
  private static let greetings = "faults garble or leave out the greeting, at which both ends switch"
  private static let ownWire = "the test looks at what is on the wire itself"

  /// The reason, by the name of a suite, or the names of suite and test.
  static let reasons: [String: String] = [
    "FaultTests": greetings,
    "AbortTests/theSynchIsUrgentOnTheWire": urgent,
    "ScriptTests/aSegmentLeavesByItself": ownWire,
  ]

  /// Why a test runs in the clear only; nil where it runs twice.
  static func reason(for test: Test) -> String? {
    // An id is the module, the suite, the test and where it stands.
    let id = "\(test.id)"
    let names = id.split(separator: "/", maxSplits: 2)
    guard names.count > 1, let suite = names[0].split(separator: ".").last else { return nil }
    return reasons[String(suite)] ?? reasons["\(suite)/\(names[1].prefix { $0 != "(" })"]
  }
}
