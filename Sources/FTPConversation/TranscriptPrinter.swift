import FTPProtocol

/// Writes the events of a conversation as rows of vector notation.
///
/// Pass the events in order, then call ``finish()``. Data is shown line by line, so the printer holds an unfinished
/// line until its end arrives or something else happens.
public struct TranscriptPrinter: Sendable {
  /// One row of text.
  public struct Row: Hashable, Sendable {
    /// The kind of a row.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
      /// A line of the client on the control connection.
      case command = "C>"
      /// A line of the server on the control connection.
      case reply = "S>"
      /// Data from the server.
      case download = "D>"
      /// Data from the client.
      case upload = "D<"
      /// The meaning of the reply before it.
      case meaning = "=>"
      /// A broken requirement.
      case verdict = "!!"
      /// An event of a connection.
      case mark = "--"
    }

    /// The kind of the row.
    public let kind: Kind
    /// The whole row in printable ASCII, without a line end.
    public let text: String

    init(_ kind: Kind, _ content: String) {
      self.kind = kind
      text = content.isEmpty ? kind.rawValue : "\(kind.rawValue) \(Self.printable(content))"
    }

    /// Events read from a file have the words of the file, which may not be escaped.
    private static func printable(_ text: String) -> String {
      if text.utf8.allSatisfy({ 0x20...0x7E ~= $0 }) { return text }
      var bytes: [UInt8] = []
      for byte in text.utf8 {
        if 0x20...0x7E ~= byte { bytes.append(byte) } else { Escaping.append(byte, to: &bytes) }
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// What to show in addition to the conversation itself.
  public struct Options: Hashable, Sendable {
    /// Meanings with times (`=>`), the marks of the control connection, and where segments were cut (`\|`).
    public var isVerbose = false
    /// The bytes of downloads, line by line; without them, only the marks show how many there were.
    public var showsDownloads = true
    /// The bytes of uploads, in the same way.
    public var showsUploads = true

    /// Shows the conversation, its verdicts and the marks of data connections.
    public init() {}

    func shows(_ direction: DataDirection) -> Bool {
      switch direction {
      case .download: showsDownloads
      case .upload: showsUploads
      }
    }
  }

  /// The most bytes of data in one row; a longer line continues in the next row.
  package static let longestRow = 128

  private let options: Options
  private var data: (connection: DataConnectionID, direction: DataDirection, bytes: [UInt8])?
  private var shownBytes: [DataConnectionID: Int] = [:]
  private var sentTimes: [Int: Duration] = [:]

  /// Makes a printer for a conversation from its beginning.
  public init(options: Options = Options()) { self.options = options }

  /// The rows that an event completes.
  public mutating func rows(for event: ConversationEvent) -> [Row] {
    if case .data(let connection, let direction, let bytes, _) = event.content {
      return options.shows(direction) ? dataRows(connection, direction, bytes) : []
    }
    return finish() + otherRows(for: event)
  }

  /// The held part of an unfinished line of data.
  public mutating func finish() -> [Row] {
    guard let held = data.take(), !held.bytes.isEmpty else { return [] }
    return [Row(held.direction.rowKind, VectorText.escape(held.bytes))]
  }

  private mutating func otherRows(for event: ConversationEvent) -> [Row] {
    switch event.content {
    case .command(let line, let judgement):
      if let ordinal = judgement?.ordinal { sentTimes[ordinal] = event.time }
      let cuts = options.isVerbose ? line.cuts : []
      return ControlRows.split(line.bytes, cuts: cuts).map { Row(.command, $0) }
    case .reply(let reply, let cuts, let judgement):
      let cuts = options.isVerbose ? cuts : []
      let rows = ControlRows.split(reply.bytes, cuts: cuts).map { Row(.reply, $0) }
      return options.isVerbose ? rows + [meaning(of: judgement, at: event.time)] : rows
    case .unfinishedReply(let bytes, let omitted):
      let rows = ControlRows.split(bytes).map { Row(.reply, $0) }
      return omitted == 0 ? rows : rows + [Row(.mark, "\(omitted) more bytes of it were not kept")]
    case .verdict(let verdict):
      return [Row(.verdict, verdict.description)]
    case .mark(.controlOpened) where !options.isVerbose, .mark(.controlClosed) where !options.isVerbose:
      return []
    case .mark(.dataClosed(let connection, var closing)):
      if let shown = shownBytes.removeValue(forKey: connection), shown < closing.byteCount ?? 0 {
        closing.shownCount = shown
      }
      return [Row(.mark, ConversationMark.dataClosed(.first, closing).description)]
    case .mark(.note(let text)):
      return [Row(.mark, VectorText.escape(Array(text.utf8)))]
    case .mark(let mark):
      return [Row(.mark, mark.moved { _ in .first }.description)]
    case .stateChanged, .data:
      return []
    }
  }

  private mutating func meaning(of judgement: Judgement, at time: Duration) -> Row {
    guard let ordinal = judgement.ordinal, let sent = sentTimes[ordinal] else {
      return Row(.meaning, judgement.description)
    }
    if judgement.isFinal { sentTimes[ordinal] = nil }
    return Row(.meaning, "\(judgement) \((time - sent).milliseconds)")
  }

  private mutating func dataRows(
    _ connection: DataConnectionID, _ direction: DataDirection, _ bytes: [UInt8]
  ) -> [Row] {
    var rows: [Row] = []
    var held: [UInt8] = []
    if let data, data.connection == connection, data.direction == direction {
      held = data.bytes
    } else {
      rows = finish()
    }
    shownBytes[connection, default: 0] += bytes.count
    for byte in bytes {
      held.append(byte)
      if byte == 0x0A || held.count == Self.longestRow {
        rows.append(Row(direction.rowKind, VectorText.escape(held)))
        held.removeAll(keepingCapacity: true)
      }
    }
    data = (connection, direction, held)
    return rows
  }
}

extension DataDirection {
  fileprivate var rowKind: TranscriptPrinter.Row.Kind {
    switch self {
    case .download: .download
    case .upload: .upload
    }
  }
}

extension ControlEnd {
  /// How the control connection ended, in words.
  package var phrase: String {
    switch self {
    case .byServer: "closed by the server"
    case .byClient: "closed by the client"
    case .lost: "lost"
    }
  }
}

extension Duration {
  /// The duration in milliseconds with a tenth, or with a hundredth below a tenth: `0.4ms`, `0.04ms`.
  package var milliseconds: String {
    let (seconds, attoseconds) = components
    let hundredths = seconds * 100_000 + attoseconds / 10_000_000_000_000
    guard hundredths >= 10 else { return "0.0\(max(0, hundredths))ms" }
    return "\(hundredths / 100).\(hundredths / 10 % 10)ms"
  }
}
