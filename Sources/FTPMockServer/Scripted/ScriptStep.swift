extension ScriptedServer {
  /// One thing that a scripted server does.
  ///
  /// In what is sent on the control connection, `{data:hostport}` stands for the six numbers of the port that
  /// ``listenData`` took, and `{data:port}` for its number.
  public enum Step: Hashable, Sendable {
    /// Writes each segment by itself.
    case send([[UInt8]])
    /// Reads one line, which has to begin with these bytes.
    case expect([UInt8])
    /// Reads this many bytes, whatever they are.
    case expectBytes(Int)
    /// Listens for a data connection.
    case listenData
    /// Waits for the client to connect there.
    case acceptData
    /// Connects to what the last PORT or EPRT line named.
    case connectData
    /// Writes each segment by itself on the data connection.
    case sendData([[UInt8]])
    /// Reads the data connection to its end.
    case receiveData
    /// Closes the data connection, and stops listening for one.
    case closeData
    /// Resets the data connection.
    case resetData
    /// Closes the control connection.
    case closeControl
    /// Resets the control connection.
    case resetControl
    /// Does nothing until the client closes or the server stops; what the client sends is kept.
    case silence

    /// Writes text, each piece by itself; line ends are not added.
    public static func send(_ segments: String...) -> Step { .send(segments.map { Array($0.utf8) }) }

    /// Writes one line after another, CRLF added to each.
    public static func reply(_ lines: String...) -> Step { .send(lines.map { Array(($0 + "\r\n").utf8) }) }

    /// Reads one line, which has to begin with this text; any line without it.
    public static func expect(_ beginning: String = "") -> Step { .expect(Array(beginning.utf8)) }

    /// Writes text on the data connection, each piece by itself.
    public static func sendData(_ segments: String...) -> Step { .sendData(segments.map { Array($0.utf8) }) }
  }
}
