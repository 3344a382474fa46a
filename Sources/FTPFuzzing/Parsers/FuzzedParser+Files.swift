import FTPCaptures
import FTPConformance
import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPText
import FTPVectors

/// Readers of files: those of the project, and those that other people provide.
extension FuzzedParser {
  /// Vectors, and what is made from them: the lint, the replay, a capture, a script.
  static let vectors = FuzzedParser(
    "vectors",
    "`.ftpv` files, which are read, printed, linted, replayed, exported as a capture and compiled to a script",
    oracles: [.printing, .messages],
    seeds: [sample.description, whole].map { Array($0.utf8) }, longest: 1_024, sampleRuns: 60,
    harvest: { [$0.file] },
    check: { input throws(ParserFault) in
      let vector: Vector
      do throws(VectorSyntaxError) { vector = try Vector(parsing: input.bytes) } catch {
        return try ReadingCheck.message(error, line: error.line, column: error.column, of: input.bytes)
      }
      try FileCheck.printing(vector)
      let printed = vector.description
      try ParserOracle.printing.expect(
        (try? Vector(parsing: printed)) == vector, "\(printed) is read as another vector")
      for finding in (try? VectorLinter().lint(printed)) ?? [] { try ReadingCheck.message("\(finding)") }
      var replay = VectorReplay()
      // Long inputs take long, and short ones are enough to show what depends on the cuts.
      replay.triesSegmentations = input.bytes.count <= 512
      replay.randomSegmentations = 1
      replay.cutEverywhere = 16
      replay.fewestCuts = 4
      _ = replay.run(vector)
      try FileCheck.printing(vector.annotated(addsStates: true))
      if case let error? = scriptError(playing: vector) { try ReadingCheck.message(error.description) }
      var importer = CaptureImporter()
      do throws(CaptureError) {
        try importer.append(vector.capture())
        try importer.finish()
      } catch {
        throw ParserFault(.printing, "its capture cannot be read: \(error)")
      }
      for conversation in importer.conversations { try FileCheck.transcript(conversation.transcript) }
    })

  private static func scriptError(playing vector: Vector) -> ScriptError? {
    do throws(ScriptError) { _ = try Script(playing: vector) } catch { return error }
    return nil
  }

  /// A vector with everything that one can contain.
  private static let whole = """
    # A comment.
    id: a/b
    rfc: 959:4.2:multiline-end
    from: hand-made
    reading: any-code
    differs: mock: for a reason
    S> 220-Welcome to {:text}
    S>  220 padded
    S> 221 Ready.
    => 220 greeting success lines=3
    @@ awaiting user
    C> PASV
    S> 227 Use {data:hostport}
    => 227 simple success addr={data}
    -- open data to {data}
    C> RETR notes.txt
    S> 15\\|(200ms)0 Opening.
    ~~ mock: another reason
    D> line one\\r\\n\\xe9
    !! 959:4.2:one-preliminary

    -- close data (closed by the server)
    S> 226 Done.
    -- close control (by the server)

    """

  /// The rules of a scripted server.
  static let scripts = FuzzedParser(
    "scripts", "the rules of `serve --script`", oracles: [.messages],
    longest: 512, sampleRuns: 200,
    check: { input throws(ParserFault) in
      do throws(ScriptError) { _ = try Script(parsing: input.bytes) } catch {
        try ReadingCheck.message(error.description)
        let lines = input.bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        try ParserOracle.messages.expect(
          1...lines.count ~= error.line && 1...(lines[error.line - 1].count + 1) ~= error.column,
          "'\(error)' in \(lines.count) lines")
      }
    })

  /// The files that describe what an embedded server serves.
  static let trees = FuzzedParser(
    "trees", "the tree files of `serve --tree`", oracles: [.messages],
    longest: 512, sampleRuns: 200,
    check: { input throws(ParserFault) in
      do throws(TreeFileError) {
        let tree = try VirtualTree(treeFile: input.bytes)
        for name in tree.names(in: "/") ?? [] { _ = tree.names(in: name) }
      } catch {
        try ReadingCheck.message(error, line: error.line, of: input.bytes)
      }
    })

  /// The drivers of `check-client`.
  static let drivers = FuzzedParser(
    "drivers", "the driver files of `check-client`", oracles: [.messages],
    longest: 512, sampleRuns: 200,
    check: { input throws(ParserFault) in
      do throws(ClientDriverError) { _ = try ClientDriver(parsing: input.bytes, path: "/a/driver") } catch {
        try ReadingCheck.message(error, line: error.line, of: input.bytes)
      }
    })

  /// The baselines of `check`.
  static let baselines = FuzzedParser(
    "baselines", "the baselines of `check`", oracles: [.printing, .messages],
    longest: 512, sampleRuns: 200,
    check: { input throws(ParserFault) in
      let baseline: Baseline
      do throws(BaselineError) { baseline = try Baseline(parsing: input.bytes) } catch {
        return try ReadingCheck.message(error, line: error.line, column: error.column, of: input.bytes)
      }
      let printed = baseline.description
      guard let again = try? Baseline(parsing: printed.utf8) else {
        throw ParserFault(.printing, "what is printed cannot be read: \(printed)")
      }
      try ParserOracle.printing.expect(again.description == printed, "printed \(printed), and then \(again)")
      func sorted(_ baseline: Baseline) -> [Baseline.Entry] {
        baseline.entries.sorted { $0.id.rawValue < $1.id.rawValue }
      }
      try ParserOracle.printing.expect(
        sorted(again) == sorted(baseline) && again.comment == baseline.comment,
        "printed \(printed), read as \(again.entries) with \(again.comment)")
    })

  /// JSON as such.
  static let json = FuzzedParser(
    "json-text", "JSON", oracles: [.printing, .messages, .memory],
    longest: 512, harvest: { vector in Self.events(of: vector).map { Array($0.json.text.utf8) } },
    check: { input throws(ParserFault) in
      let value: JSONText
      do throws(JSONSyntaxError) { value = try JSONText(parsing: input.bytes) } catch {
        try ReadingCheck.message(error.description)
        try ParserOracle.messages.expect(
          0...input.bytes.count ~= error.offset, "'\(error)' at \(error.offset)")
        return
      }
      let text = value.text
      try ParserOracle.printing.expect(
        text.utf8.allSatisfy { 0x20...0x7E ~= $0 }, "\(text) is not on a line of ASCII")
      try ParserOracle.printing.expect(
        (try? JSONText(parsing: text.utf8)) == value, "\(text) is read as another value")
      try ParserOracle.memory.expect(
        value.depth <= JSONText.deepest, "\(value.depth) values within each other")
      var lines: [UInt8] = []
      value.append(to: &lines, breakingLinesTo: 3)
      try ParserOracle.printing.expect(
        (try? JSONText(parsing: lines)) == value, "\(Escaping.ascii(lines)) is read as another value")
    })

  /// The events of a recording in JSON.
  static let events = FuzzedParser(
    "events", "the events of a recording in JSON", oracles: [.printing],
    seeds: FuzzedParser.sampleEvents, longest: 1_024, sampleRuns: 150,
    harvest: { vector in Self.events(of: vector).map { Array($0.json.text.utf8) } },
    check: { input throws(ParserFault) in
      guard let value = try? JSONText(parsing: input.bytes), let event = ConversationEvent(json: value) else {
        return
      }
      let json = event.json
      guard let again = ConversationEvent(json: json) else {
        throw ParserFault(.printing, "\(json.text) cannot be read")
      }
      try ParserOracle.printing.expect(
        again.json == json, "written as \(json.text), and then as \(again.json.text)")
      try FileCheck.events(Transcript(events: [event]))
    })

  private static func events(of vector: HarvestedVector) -> [ConversationEvent] {
    var importer = CaptureImporter()
    try? importer.append(vector.vector.capture())
    try? importer.finish()
    return importer.conversations.flatMap(\.transcript.events)
  }

  private static let sampleEvents: [[UInt8]] = {
    guard let vector = try? HarvestedVector(Array(sample.description.utf8)) else { return [] }
    return events(of: vector).map { Array($0.json.text.utf8) }
  }()

  /// The reports that `check` writes as JSON, and that `merge` and `matrix` read.
  static let reports = FuzzedParser(
    "reports", "the reports of `check` in JSON, and every form made from them",
    oracles: [.printing, .messages],
    longest: 65_536, sampleRuns: 60,
    check: { input throws(ParserFault) in
      let report: RunReport
      do throws(ReportError) { report = try RunReport(json: input.bytes) } catch {
        try ReadingCheck.message(error.description)
        return
      }
      for form in ReportForm.allCases { _ = report.bytes(as: form, program: "ftpraw") }
      let printed = report.bytes(as: .json, program: "ftpraw")
      guard let again = try? RunReport(json: printed) else {
        throw ParserFault(
          .printing, "what is written cannot be read: \(Escaping.ascii(printed, limit: 400))")
      }
      try ParserOracle.printing.expect(
        again.bytes(as: .json, program: "ftpraw") == printed,
        "written again, \(Escaping.ascii(printed, limit: 400)) is another")
    })

  /// The commands of a walk, as reports contain them.
  static let walks = FuzzedParser(
    "walks", "the scripts of random walks", oracles: [.printing, .messages],
    longest: 256, sampleRuns: 150,
    check: { input throws(ParserFault) in
      let script: WalkScript
      do throws(WalkScriptError) {
        script = try WalkScript(parsing: String(decoding: input.bytes, as: UTF8.self))
      } catch {
        return try ReadingCheck.message(error.description)
      }
      try ParserOracle.printing.expect(
        (try? WalkScript(parsing: script.description)) == script, "\(script) is read as another script")
    })
}

extension JSONText {
  /// How deeply the values are nested.
  fileprivate var depth: Int {
    switch self {
    case .array(let values): 1 + (values.map(\.depth).max() ?? 0)
    case .object(let members): 1 + (members.map(\.value.depth).max() ?? 0)
    default: 0
    }
  }
}
