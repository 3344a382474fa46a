import FTPProtocol

/// Something other than bytes that happened, or is to happen, in a conversation: the row `--`.
///
/// It happens to the control connection or a data connection, by TLS, or in time. Recordings and vectors carry these
/// values, and only this type writes them: as a row of vector notation (``description``), and as the members of a JSON
/// object. `Judge.observe(_:byteCount:)` passes them to the judge. In a recording, data connections have the numbers of
/// the conversation; in a vector, those of its places.
public enum ConversationMark: Hashable, Sendable {
  /// The control connection is open; the other end and this end as `host:port`, if known.
  case controlOpened(to: String?, from: String? = nil)
  /// One side has closed its half of the control connection.
  case controlHalfClosed(by: Side)
  /// The control connection is closed.
  case controlClosed(ControlEnd)
  /// A data connection is open.
  case dataOpened(DataConnectionID, Opening)
  /// A data connection could not be opened.
  case dataRefused(DataConnectionID)
  /// One side has closed its half of a data connection.
  case dataHalfClosed(DataConnectionID, by: Side)
  /// A data connection is closed.
  case dataClosed(DataConnectionID, Closing)
  /// The data in the rows that follow goes over another connection.
  case use(DataConnectionID)
  /// Something of TLS, on the control connection for nil.
  case tls(DataConnectionID?, TLSEvent)
  /// Nothing is sent for a time.
  case wait(Duration)
  /// The client no longer waits for the reply to a command.
  case noReply(Verb)
  /// Bytes that were sent are not in the recording, on the control connection for nil; 0 is an unknown number of them.
  case missing(DataConnectionID?, byteCount: Int, from: Side)
  /// The recording ends before the conversation does.
  case cutShort
  /// Something else, in words for people.
  case note(String)

  /// The acting side.
  public enum Side: String, Hashable, Sendable, CaseIterable {
    /// The side that sends commands.
    case client
    /// The side that sends replies.
    case server
  }

  /// How a data connection was opened.
  public struct Opening: Hashable, Sendable {
    /// Which side connected, if the mark says so: `to` is the client (PASV), `from` the server (PORT).
    public var connector: Side?
    /// The other end, `host:port`; in a vector as the client sees it, and perhaps with names in braces.
    public var address: String?
    /// This end in a recording, `host:port`.
    public var local: String?

    /// Makes a description.
    public init(connector: Side? = nil, address: String? = nil, local: String? = nil) {
      self.connector = connector
      self.address = address
      self.local = local
    }

    /// Makes the description of a connection in a recording.
    package init(isPassive: Bool, local: String, peer: String) {
      self.init(connector: isPassive ? .client : .server, address: peer, local: local)
    }

    /// Whether the client connected (PASV, EPSV, LPSV), as it does if the mark does not say.
    public var isPassive: Bool { connector != .server }
  }

  /// How a data connection ended.
  public struct Closing: Hashable, Sendable {
    /// How many bytes it carried, if the mark says so.
    public var byteCount: Int?
    /// How many of them the rows show, if not all.
    public var shownCount: Int?
    /// Which side closed it and how, if the mark says so.
    public var ending: DataEnding?

    /// Makes a description.
    public init(byteCount: Int? = nil, shownCount: Int? = nil, ending: DataEnding? = nil) {
      self.byteCount = byteCount
      self.shownCount = shownCount
      self.ending = ending
    }
  }

  /// An event of TLS.
  public enum TLSEvent: Hashable, Sendable {
    /// The handshake is complete.
    case established
    /// The handshake failed.
    case failed
    /// TLS was shut down by close_notify; the connection may continue in clear.
    case ended
    /// A record that cannot be read without the keys.
    case record(Record, byteCount: Int, from: Side)
  }

  /// The type of a TLS record (RFC 8446, section 5.1).
  public enum Record: String, Hashable, Sendable, CaseIterable {
    /// Type 20.
    case changeCipherSpec = "change-cipher-spec"
    /// Type 21.
    case alert
    /// Type 22.
    case handshake
    /// Type 23.
    case applicationData = "data"
  }
}

extension ConversationMark {
  /// The address that the mark names.
  package var address: String? {
    switch self {
    case .controlOpened(let address, _): address
    case .dataOpened(_, let opening): opening.address
    default: nil
    }
  }
}

extension ConversationMark {
  /// The same at another place, if it is about a data connection.
  package func moved(_ place: (DataConnectionID) -> DataConnectionID) -> ConversationMark {
    switch self {
    case .dataOpened(let connection, let opening): .dataOpened(place(connection), opening)
    case .dataRefused(let connection): .dataRefused(place(connection))
    case .dataClosed(let connection, let closing): .dataClosed(place(connection), closing)
    case .dataHalfClosed(let connection, let side): .dataHalfClosed(place(connection), by: side)
    case .tls(let connection, let event): .tls(connection.map(place), event)
    case .missing(let connection, let count, let side):
      .missing(connection.map(place), byteCount: count, from: side)
    default: self
    }
  }
}

extension DataConnectionID {
  /// The first connection of a conversation, and the first place in a vector.
  package static let first = DataConnectionID(rawValue: 1)

  /// The connection's name in marks: `data` for the first place, `data2` for the second.
  ///
  /// A place is free again once its connection is closed, so that a conversation with one data connection at
  /// a time has nothing but `data`.
  package var label: String { rawValue == 1 ? "data" : "data\(rawValue)" }

  /// Reads a connection's name in marks.
  package init?(label: some StringProtocol) {
    guard label.hasPrefix("data") else { return nil }
    let digits = label.dropFirst(4)
    if digits.isEmpty {
      self.init(rawValue: 1)
    } else {
      guard let number = Int(digits), (2...99).contains(number), "\(number)" == digits else { return nil }
      self.init(rawValue: number)
    }
  }
}

extension ConversationMark: CustomStringConvertible {
  /// The row after `-- `.
  public var description: String {
    switch self {
    case .controlOpened(let address, _): "open control" + (address.map { " to \($0)" } ?? "")
    case .controlHalfClosed(let side): "half-close control (by the \(side.rawValue))"
    case .controlClosed(let end): "close control (\(end.phrase))"
    case .dataOpened(let connection, let opening): "open \(connection.label)\(opening)"
    case .dataRefused(let connection): "refuse \(connection.label)"
    case .dataHalfClosed(let connection, let side):
      "half-close \(connection.label) (by the \(side.rawValue))"
    case .dataClosed(let connection, let closing): "close \(connection.label)\(closing)"
    case .use(let connection): "use \(connection.label)"
    case .tls(let connection, let event): "tls \(connection?.label ?? "control") \(event)"
    case .wait(let duration): "wait \(duration.inVectorUnits)"
    case .noReply(let verb): "no reply to \(Escaping.ascii(verb.name.utf8))"
    case .missing(let connection, let count, let side):
      "missing \(connection?.label ?? "control") \(count == 0 ? "some" : "\(count)") bytes from the \(side.rawValue)"
    case .cutShort: "cut short"
    case .note(let text): text
    }
  }
}

extension ConversationMark.Opening: CustomStringConvertible {
  /// The text after the name of the connection, with a leading space; may be empty.
  public var description: String {
    guard let address else { return "" }
    return " \(connector == .server ? "from" : "to") \(address)"
  }
}

extension ConversationMark.Closing: CustomStringConvertible {
  /// The text after the name of the connection, with a leading space; may be empty.
  public var description: String {
    var words: [String] = []
    if let byteCount { words.append("\(byteCount) bytes") }
    if let shownCount { words.append("first \(shownCount) shown") }
    if let ending { words.append(ending.rawValue) }
    return words.isEmpty ? "" : " (\(words.joined(separator: ", ")))"
  }
}

extension ConversationMark.TLSEvent: CustomStringConvertible {
  /// The text after the name of the connection.
  public var description: String {
    switch self {
    case .established: "established"
    case .failed: "failed"
    case .ended: "ended"
    case .record(let record, let count, let side):
      "record \(record.rawValue) \(count) bytes from the \(side.rawValue)"
    }
  }
}
