import TestSupport
import Testing

/// The tests of the suites with ``UnderToyLayer`` that have no second run, and why.
package enum InTheClear {
  private static let urgent = "urgent data out of band, which no layer knows"
  private static let greetings = "faults garble or leave out the greeting, at which both ends switch"
  private static let ownProcess =
    "the test runs in a process of its own, which knows nothing of the values of a task"
  private static let ownWire = "the test looks at what is on the wire itself"

  /// The reason, by the name of a suite, or the names of suite and test.
  static let reasons: [String: String] = [
    "FaultTests": greetings,
    "ScriptTests/greetsAsTheRuleSays": greetings,
    "ConcurrencyTests/nothingLeaks": ownProcess,
    "ConcurrencyTests/aLongConversationHoldsNoDescriptorsOfPastTransfers": ownProcess,
    "FolderTroubleTests/noDescriptor": ownProcess,
    "FolderTroubleTests/denied": ownProcess,
    "AbortTests/theSynchIsUrgentOnTheWire": urgent,
    "ScriptTests/aSegmentLeavesByItself": ownWire,
  ]

  /// Those that have a second run only where everything is tried, because it costs more than half a second.
  private static let costly: Set<String> = [
    "ConcurrencyTests/statIsAnsweredWhileAMockServerSends", "EveryReplyTests/withManyArguments",
    "FolderConfinementTests/swappedLink", "FolderTests/largeFiles", "FolderTroubleTests/removedWhileSent",
    "HashAndRangeTests/hashes", "InterruptionTests/aFloodOfCommandsIsHeldBackNotLost",
    "InterruptionTests/otherCommandsWait", "InterruptionTests/quitWaitsForTheTransfer",
    "TranscriptTests/limitsBoundWhatIsKeptAndNotWhatIsDone", "VectorScriptTests/nearlyAllOfThemCanBePlayed",
  ]

  /// Whether a test has no second run, or none this time.
  static func holds(_ test: Test) -> Bool {
    // An id is the module, the suite, the test and where it stands.
    let id = "\(test.id)"
    let names = id.split(separator: "/", maxSplits: 2)
    guard names.count > 1, let suite = names[0].split(separator: ".").last else { return false }
    let name = "\(suite)/\(names[1].prefix { $0 != "(" })"
    return reasons[String(suite)] != nil || reasons[name] != nil
      || (costly.contains(name) && !Thoroughness.isWhole)
  }
}
