import FTPConversation
import FTPProtocol
import Synchronization
import Testing

@Suite("A recording keeps what happened, in order and within its limits")
struct ConversationRecorderTests {
  private func text(_ recorder: ConversationRecorder) -> [String] {
    recorder.transcript.description.split(separator: "\n").map(String.init)
  }

  @Test func commandsGetTheNumbersOfTheLinesTheyComplete() {
    let recorder = ConversationRecorder()
    #expect(recorder.commandBytes(Array("SYST\r\n".utf8)) == [0])
    #expect(recorder.commandBytes(Array("NO".utf8)) == [])
    #expect(recorder.commandBytes(Array("OP\r\nPWD\r\nCW".utf8)) == [1, 2])
    #expect(recorder.commandBytes("D x\r\n".utf8) == [3])
    #expect(text(recorder).filter { $0.hasPrefix("C>") } == ["C> SYST", "C> NOOP", "C> PWD", "C> CWD x"])
    #expect(recorder.counters.controlSent == "SYST\r\nNOOP\r\nPWD\r\nCWD x\r\n".utf8.count)
  }

  @Test func theShortFormsRecordTheSame() {
    let long = ConversationRecorder()
    let short = ConversationRecorder()
    for segment in ["USER joe\r\n", "PA", "SS secret\r\nNOOP\r\n", "", "SYST\r\nQU", "\r\n", "PWD\n"] {
      let bytes = Array(segment.utf8)
      #expect(short.lastCommand(in: bytes) == long.commandBytes(bytes).last)
      let reply = Reply(331, "Not secret.")
      #expect(short.answeredCommand(by: reply, cuts: [2]) == long.reply(reply, cuts: [2]).ordinal)
    }
    #expect(text(short) == text(long))
    #expect(short.counters == long.counters && short.verdicts == long.verdicts)
  }

  @Test func aReplyInTheMiddleOfALineStandsWhereItCame() {
    let recorder = ConversationRecorder()
    recorder.reply(Reply(220, "Ready."))
    recorder.commandBytes(Array("SY".utf8))
    recorder.reply(Reply(426, "Late."))
    #expect(recorder.commandBytes(Array("ST\r\n".utf8)) == [0])
    let judgement = recorder.reply(Reply(215, "UNIX"))
    #expect(judgement.ordinal == 0)
    #expect(
      text(recorder).filter { !$0.hasPrefix("!!") } == [
        "S> 220 Ready.", "C> SY\\", "S> 426 Late.", "C> ST", "S> 215 UNIX",
      ])
  }

  @Test func statesAreReportedWhenTheyChange() {
    let recorder = ConversationRecorder()
    recorder.reply(Reply(220, "Ready."))
    recorder.commandBytes(Array("USER joe\r\n".utf8))
    recorder.reply(Reply(230, "In."))
    recorder.commandBytes(Array("NOOP\r\n".utf8))
    recorder.reply(Reply(200, "OK"))
    recorder.controlClosed(.byClient)
    let changes: [ConversationEvent.Content] = recorder.transcript.events.map(\.content).filter {
      if case .stateChanged = $0 { true } else { false }
    }
    #expect(
      changes == [
        .stateChanged(from: .awaitingGreeting, to: .ready), .stateChanged(from: .ready, to: .loggedIn),
        .stateChanged(from: .loggedIn, to: .closed),
      ])
  }

  private func data(
    _ recorder: ConversationRecorder, _ connection: DataConnectionID, _ direction: DataDirection,
    _ bytes: [UInt8]
  ) {
    recorder.data(connection, direction, bytes.span)
  }

  @Test func dataIsCountedInFullAndKeptInPart() {
    let recorder = ConversationRecorder(limits: RecordingLimits(dataBytes: 4))
    let first = recorder.dataOpened(ConversationMark.Opening(isPassive: true, local: "a:1", peer: "b:2"))
    let second = recorder.dataOpened(ConversationMark.Opening(isPassive: false, local: "a:3", peer: "b:4"))
    for byte in UInt8(0x61)...0x66 { data(recorder, first, .download, [byte]) }
    data(recorder, second, .upload, Array("uvwxyz".utf8))
    data(recorder, second, .upload, [])
    recorder.dataClosed(first, .endOfFile)
    recorder.dataClosed(first, .endOfFile)
    recorder.dataClosed(second, .closedByClient)
    data(recorder, second, .upload, Array("late".utf8))
    #expect(
      text(recorder).filter { !$0.hasPrefix("!!") } == [
        "-- open data to b:2", "-- open data from b:4", "D> abcd", "D< uvwx",
        "-- close data (6 bytes, first 4 shown, end of file)",
        "-- close data (6 bytes, first 4 shown, closed by the client)",
      ])
    #expect(recorder.counters.downloaded == 6)
    #expect(recorder.counters.uploaded == 6)
  }

  @Test func limitsOfEventsAndBytesBoundTheMemory() {
    let recorder = ConversationRecorder(limits: RecordingLimits(events: 10, totalBytes: 100_000))
    for _ in 0..<50 { recorder.note("x") }
    #expect(recorder.transcript.events.count == 10)
    #expect(recorder.transcript.omittedEvents == 40)
    let bytes = ConversationRecorder(
      limits: RecordingLimits(totalBytes: 10 * (100 + RecordingLimits.eventOverhead)))
    for _ in 0..<100 { bytes.commandBytes([UInt8](repeating: 0x41, count: 98) + [0x0D, 0x0A]) }
    let kept = bytes.transcript.events.count {
      if case .command = $0.content { true } else { false }
    }
    // Each has its own verdict, which is kept as well.
    #expect(kept == 5)
    #expect(bytes.counters.controlSent == 10_000)
    #expect(bytes.transcript.omittedEvents >= 90)
    #expect(bytes.transcript.description.hasSuffix(" later events were not kept\n"))
  }

  @Test func verdictsOfAFloodAreBoundedToo() {
    let recorder = ConversationRecorder(limits: RecordingLimits(events: 10))
    for _ in 0..<100 { recorder.reply(Reply(226, "Stray.")) }
    #expect(recorder.verdicts.count <= 10)
  }

  @Test func listenersEndWithTheConversationAndNoSooner() async {
    let recorder = ConversationRecorder()
    let streams = (0..<3).map { _ in recorder.events() }
    recorder.note("one")
    recorder.controlClosed(.byServer)
    recorder.controlClosed(.byClient)
    recorder.note("afterwards")
    for stream in streams {
      var events: [ConversationEvent] = []
      for await event in stream { events.append(event) }
      #expect(events.first?.content == .mark(.note("one")))
      #expect(!events.contains { $0.content == .mark(.note("afterwards")) })
    }
    for await event in recorder.events() { Issue.record("\(event)") }
    #expect(recorder.transcript.events.last?.content == .mark(.note("afterwards")))
  }

  @Test func aListenerThatDoesNotKeepUpLosesTheOldest() async {
    let recorder = ConversationRecorder()
    let stream = recorder.events()
    for number in 0..<5_000 { recorder.note("\(number)") }
    recorder.controlClosed(.byClient)
    var notes: [String] = []
    for await event in stream {
      if case .mark(.note(let text)) = event.content { notes.append(text) }
    }
    #expect(notes.count < 5_000)
    #expect(notes.last == "4999")
    #expect(recorder.transcript.events.count > 5_000)
  }

  @Test func aReleasedRecorderEndsItsListeners() async {
    func stream() -> AsyncStream<ConversationEvent> { ConversationRecorder().events() }
    for await _ in stream() {}
  }

  @Test func bytesThatNeverBecameAReplyAreKeptInPartWithoutSecrets() {
    let recorder = ConversationRecorder(limits: RecordingLimits(dataBytes: 12))
    recorder.commandBytes(Array("PASS hunter2\r\n".utf8))
    recorder.unfinishedReply(Array("53 hunter2 and more".utf8))
    recorder.unfinishedReply([])
    #expect(
      text(recorder).filter { !$0.hasPrefix("!!") } == [
        "C> PASS ****", "S> 53 **** a\\", "-- 7 more bytes of it were not kept",
      ])
    #expect(recorder.counters.controlReceived == 19)
  }

  @Test func timesNeverRunBackwards() async {
    let recorder = ConversationRecorder()
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask { for number in 0..<200 { recorder.note("\(task) \(number)") } }
      }
    }
    let times = recorder.transcript.events.map(\.time)
    #expect(times.count == 1_600)
    #expect(times == times.sorted())
    for task in 0..<8 {
      let notes = recorder.transcript.events.compactMap { event -> String? in
        guard case .mark(.note(let text)) = event.content, text.hasPrefix("\(task) ") else { return nil }
        return text
      }
      #expect(notes == (0..<200).map { "\(task) \($0)" })
    }
  }

  @Test func anAbandonedCommandIsNotOwedItsReply() {
    let recorder = ConversationRecorder()
    recorder.reply(Reply(220, "Ready."))
    let numbers = recorder.commandBytes(Array("NOOP\r\nSYST\r\n".utf8))
    recorder.abandon(numbers[0])
    #expect(recorder.reply(Reply(215, "UNIX")).ordinal == numbers[1])
    #expect(recorder.verdicts.map(\.requirement) == ["959:4.2:every-command-answered"])
  }

  @Test func theObserverIsToldBeforeAnythingElseHappens() {
    let seen = Seen()
    let recorder = ConversationRecorder { event in seen.events.withLock { $0.append(event) } }
    recorder.controlOpened(local: "a:1", peer: "b:2")
    recorder.reply(Reply(220, "Ready."))
    recorder.controlClosed(.lost)
    #expect(seen.events.withLock { $0 } == recorder.transcript.events)
  }

  private final class Seen: Sendable {
    let events = Mutex<[ConversationEvent]>([])
  }
}
