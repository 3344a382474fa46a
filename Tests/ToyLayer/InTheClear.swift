import TestSupport
import Testing

/// Tests in suites with ``UnderToyLayer`` that do not run a second time, and why.
package enum InTheClear {
  private static let urgent = "urgent data out of band, which no layer knows"
  private static let greetings = "faults garble or leave out the greeting, at which both ends switch"
  private static let ownProcess =
    "the test runs in a process of its own, which knows nothing of the values of a task"
  private static let ownWire = "the test looks at what is on the wire itself"

  /// The reasons, by the name of a suite, or of a suite and a test.
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

  /// Tests that run a second time only if everything is tried, because they take more than half a second.
  private static let costly: Set<String> = [
    "ConcurrencyTests/statIsAnsweredWhileAMockServerSends", "EveryReplyTests/withManyArguments",
    "FolderConfinementTests/swappedLink", "FolderTests/largeFiles", "FolderTroubleTests/removedWhileSent",
    "HashAndRangeTests/hashes", "InterruptionTests/aFloodOfCommandsIsHeldBackNotLost",
    "InterruptionTests/otherCommandsWait", "InterruptionTests/quitWaitsForTheTransfer",
    "TranscriptTests/limitsBoundWhatIsKeptAndNotWhatIsDone", "VectorScriptTests/nearlyAllOfThemCanBePlayed",
  ]

  /// Whether a test does not run a second time, now or ever.
  static func holds(_ test: Test) -> Bool {
    // An id consists of the module, the suite, the test and its place in the source.
    let id = "\(test.id)"
    let names = id.split(separator: "/", maxSplits: 2)
    guard names.count > 1, let suite = names[0].split(separator: ".").last else { return false }
    let name = "\(suite)/\(names[1].prefix { $0 != "(" })"
    return reasons[String(suite)] != nil || reasons[name] != nil
      || (costly.contains(name) && !Thoroughness.isWhole)
  }
}
