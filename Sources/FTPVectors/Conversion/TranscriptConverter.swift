import FTPConversation
import FTPProtocol

extension Vector {
  /// Converts a recording to a vector: everything that differs between recordings becomes a placeholder, and the
  /// meanings are those of the judge.
  ///
  /// Replaced are the addresses and ports of both connections, passwords, times and dates, and the numbers of
  /// processes. Violations that only the recording side could see, such as an address that its policy
  /// refused, become comments. The vector still needs its own comment: what it shows and why that
  /// matters.
  ///
  /// - Parameters:
  ///   - transcript: the recording.
  ///   - id: the name: the path below `Vectors/` without `.ftpv`.
  ///   - origin: the recorded software: `vsftpd 3.0.5 and curl 8.14`.
  ///   - side: the recording side; an end of file on a data connection comes from the other side.
  public init(
    _ transcript: Transcript, id: String = "", origin: String = "",
    recordedBy side: ConversationMark.Side = .client
  ) {
    var converter = TranscriptConverter(side: side)
    self = converter.convert(transcript)
    self.id = id
    self.origin = origin
  }
}

/// Makes rows of the events of a recording.
struct TranscriptConverter {
  let side: ConversationMark.Side
  private var names = AddressNames()
  private var rows: [VectorRow] = []
  /// The number of the current event, instead of the line of its rows.
  private var number = 0
  private var places: [DataConnectionID: DataConnectionID] = [:]
  private var current: DataConnectionID?
  private var shown: [DataConnectionID: Int] = [:]
  private var held: (connection: DataConnectionID, direction: DataDirection, bytes: [UInt8], event: Int)?
  /// The verdicts of the recording, by event.
  private var verdicts: [Int: [Verdict]] = [:]
  private var commands: [Int: Verb] = [:]
  private var transfer: Verb = ""

  init(side: ConversationMark.Side) { self.side = side }

  mutating func convert(_ transcript: Transcript) -> Vector {
    for (index, event) in transcript.events.enumerated() {
      if case .verdict(let verdict) = event.content {
        verdicts[number, default: []].append(verdict)
        continue
      }
      if case .stateChanged = event.content { continue }
      number = index + 1
      take(event.content)
    }
    flushData()
    if transcript.omittedEvents > 0 {
      add(.comment("\(transcript.omittedEvents) later events were not kept."))
    }
    var vector = Vector()
    vector.rows = rows
    return reconcile(vector)
  }

  private mutating func take(_ content: ConversationEvent.Content) {
    if case .data(let connection, let direction, let bytes, _) = content {
      return take(bytes, direction, place(of: connection))
    }
    flushData()
    switch content {
    case .command(let line, let judgement):
      if let judgement, let verb = judgement.command?.verb {
        if let ordinal = judgement.ordinal { commands[ordinal] = verb }
        if judgement.step == .transfer || judgement.step == .restarted { transfer = verb }
      }
      add(names.commandParts(line.bytes), cuts: line.cuts, isReply: false)
    case .reply(let reply, let cuts, _): add(names.replyParts(reply), cuts: cuts, isReply: true)
    case .unfinishedReply(let bytes, let omitted):
      add([.bytes(bytes)], cuts: [], isReply: true)
      if omitted > 0 { add(.comment("\(omitted) more bytes of it were not kept.")) }
    case .mark(let mark): take(mark)
    case .verdict, .stateChanged, .data: break
    }
  }

  private mutating func add(_ content: VectorRow.Content) { rows.append(VectorRow(content, line: number)) }

  private mutating func take(_ mark: ConversationMark) {
    switch mark {
    case .controlOpened(let peer, let local):
      names.open(local: local, peer: peer, side: side)
      add(.mark(.controlOpened(to: names.serverAddress)))
    case .dataOpened(let connection, let opening):
      let place = place(of: connection)
      current = place
      shown[place] = 0
      add(.mark(.dataOpened(place, names.opening(opening, side: side))))
    // A refused connection has no number of its own: the next one gets it.
    case .dataRefused: add(.mark(.dataRefused(freePlace)))
    case .dataClosed(let connection, let closing): close(connection, closing)
    case .note(let text): add(.comment(VectorText.escape(Array(text.utf8))))
    default: add(.mark(mark.moved { place(of: $0) }))
    }
  }

  /// The place of a data connection among those that are open, which is its number in the vector.
  private mutating func place(of connection: DataConnectionID) -> DataConnectionID {
    if let place = places[connection] { return place }
    let place = freePlace
    places[connection] = place
    return place
  }

  /// The first place that no open connection has.
  private var freePlace: DataConnectionID {
    let taken = Set(places.values.map(\.rawValue))
    return DataConnectionID(rawValue: (1...).first { !taken.contains($0) } ?? 1)
  }

  private mutating func close(_ connection: DataConnectionID, _ closing: ConversationMark.Closing) {
    let place = place(of: connection)
    places[connection] = nil
    let seen = shown.removeValue(forKey: place) ?? 0
    var closing = closing
    if closing.ending == .endOfFile { closing.ending = side == .client ? .closedByServer : .closedByClient }
    if seen < closing.byteCount ?? 0 { closing.shownCount = seen }
    if current == place { current = places.count == 1 ? places.values.first : nil }
    add(.mark(.dataClosed(place, closing)))
  }

  private mutating func take(_ bytes: [UInt8], _ direction: DataDirection, _ place: DataConnectionID) {
    if let held, held.connection != place || held.direction != direction { flushData() }
    if current != place {
      current = place
      add(.mark(.use(place)))
    }
    shown[place, default: 0] += bytes.count
    var line = held?.bytes ?? []
    for byte in bytes {
      line.append(byte)
      guard byte == 0x0A || line.count == TranscriptPrinter.longestRow else { continue }
      addData(direction, line)
      line.removeAll(keepingCapacity: true)
    }
    held = (place, direction, line, number)
  }

  private mutating func flushData() {
    guard let held = held.take(), !held.bytes.isEmpty else { return }
    addData(held.direction, held.bytes, event: held.event)
  }

  private mutating func addData(_ direction: DataDirection, _ bytes: [UInt8], event: Int? = nil) {
    let isListing = direction == .download && transfer.row?.data == .listing
    let line = VectorLine(isListing ? names.mask.parts(of: bytes) : [.bytes(bytes)])
    rows.append(VectorRow(.data(direction, line), line: event ?? number))
  }

  /// Adds rows of the control connection, one for each line, with the ends of segments at offsets of the
  /// original.
  private mutating func add(_ parts: [VectorLine.Part], cuts: [Int], isReply: Bool) {
    for line in LineSplitter.split(parts, cuts: names.moved(cuts)) {
      add(isReply ? .reply(line) : .command(line))
    }
  }

  /// Adds the judge's results, and corrects what the recording side knew better: that the server had closed
  /// the data connection before its reply, and violations that only that side could see.
  private func reconcile(_ vector: Vector) -> Vector {
    var vector = vector
    var annotator = VectorAnnotator(vector, addsStates: true)
    var annotated = annotator.run()
    if let repaired = withHalfCloses(annotated, vector) {
      vector = repaired
      annotator = VectorAnnotator(vector, addsStates: true)
      annotated = annotator.run()
    }
    var rows: [VectorRow] = []
    var missing = verdicts
    for (index, row) in annotated.rows.enumerated() {
      rows.append(VectorRow(row.content))
      let event = annotated.event(of: index)
      if case .verdict(let verdict) = row.content,
        let found = missing[event]?.firstIndex(where: { verdict.accepts($0) })
      {
        missing[event]?.remove(at: found)
      }
      let next = annotated.rows.indices.contains(index + 1) ? annotated.event(of: index + 1) : 0
      guard event != next, let left = missing.removeValue(forKey: event) else { continue }
      rows += left.map(Self.comment)
    }
    for event in missing.keys.sorted() { rows += (missing[event] ?? []).map(Self.comment) }
    vector.rows = rows
    return vector
  }

  private static func comment(_ verdict: Verdict) -> VectorRow {
    VectorRow(.comment("Seen only by the recording side: \(verdict)"))
  }

  /// The rows with a half-close before each final reply that the judge considers early but the recording
  /// did not; nil if there is none.
  private func withHalfCloses(_ annotated: Vector, _ vector: Vector) -> Vector? {
    let early: RequirementID = "959:5.2:final-after-close"
    var events: Set<Int> = []
    for (index, row) in annotated.rows.enumerated() {
      guard case .verdict(let verdict) = row.content, verdict.requirement == early else { continue }
      let event = annotated.event(of: index)
      if !(verdicts[event] ?? []).contains(where: { $0.requirement == early }) { events.insert(event) }
    }
    guard !events.isEmpty else { return nil }
    var result = vector
    result.rows = []
    var open = DataConnectionID(rawValue: 1)
    for row in vector.rows {
      if case .mark(.dataOpened(let connection, _)) = row.content { open = connection }
      if case .reply = row.content, events.remove(row.line) != nil {
        result.rows.append(VectorRow(.mark(.dataHalfClosed(open, by: .server)), line: row.line))
      }
      result.rows.append(row)
    }
    return result
  }
}

extension Vector {
  /// The number of the event that a row came from, or that it is about.
  fileprivate func event(of index: Int) -> Int {
    rows[...index].last { $0.line != 0 }?.line ?? 0
  }
}
