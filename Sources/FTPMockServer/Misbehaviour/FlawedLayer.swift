import FTPTransport

/// What is wrong with the TLS of a connection.
struct LayerFlaws: Hashable, Sendable {
  /// What happens to a handshake.
  enum Handshake: Hashable, Sendable {
    /// It is performed correctly.
    case sound
    /// It is not answered.
    case stalled
    /// Half of the first flight is sent, and then nothing.
    case half
    /// Half of the first flight is sent, and the connection is closed.
    case cut
    /// It is answered by a fatal alert.
    case alert
    /// It is answered by a line of text.
    case text
    /// A line of text precedes the first flight.
    case disturbed
  }

  var handshake = Handshake.sound
  /// A line in the clear after the handshake.
  var clearLine: [UInt8] = []
  /// How many bytes a record contains; nil for the maximum.
  var recordSize: Int?
  /// Something inserted once among the records.
  enum Interjection: Hashable, Sendable {
    /// A fatal alert, after which nothing follows.
    case alert
    /// A record that cannot be decrypted, after which nothing follows.
    case damage
    /// A request for another handshake (TLS 1.2).
    case handshake
    /// A request for another handshake; nothing follows until it is done.
    case awaitedHandshake
    /// A ticket (TLS 1.3).
    case ticket
  }

  /// The insertions, and the number of bytes after which each is sent.
  var interjections: [Interjection: UInt64] = [:]
  /// Whether the end has no close alert.
  var omitsClose = false
}

/// TLS with flaws: the tampered record layer of a server.
struct FlawedLayer: RecordLayer {
  private var sound: TLSLayer
  private let flaws: LayerFlaws
  /// The insertions that were not sent yet.
  private var interjections: [LayerFlaws.Interjection: UInt64]
  /// How many bytes have been sealed.
  private var sealed: UInt64 = 0
  private var isSilent = false
  private var awaitsHandshake = false
  private var hasBegun = false

  init(_ sound: TLSLayer, _ flaws: LayerFlaws) {
    self.sound = sound
    self.flaws = flaws
    interjections = flaws.interjections
  }

  var isEstablished: Bool {
    !isSilent && sound.isEstablished && !(awaitsHandshake && sound.isRenegotiating)
  }
  var hasPeerClosed: Bool { sound.hasPeerClosed }

  mutating func begin(_ output: inout [UInt8]) { sound.begin(&output) }

  mutating func open(
    _ bytes: Span<UInt8>, into plain: inout [UInt8], answering output: inout [UInt8]
  ) throws(RecordLayerError) -> Int {
    if isSilent { return bytes.count }
    guard !sound.isEstablished else { return try sound.open(bytes, into: &plain, answering: &output) }
    var flight: [UInt8] = []
    switch flaws.handshake {
    case .stalled:
      isSilent = true
      return bytes.count
    case .alert:
      // handshake_failure, fatal
      output += [21, 3, 3, 0, 2, 2, 40]
      throw RecordLayerError("a fault wants the handshake to fail")
    case .text:
      output += Array("500 Command not understood.\r\n".utf8)
      throw RecordLayerError("a fault wants the handshake to fail")
    case .half, .cut:
      let taken = try sound.open(bytes, into: &plain, answering: &flight)
      output += flight.prefix(flight.count / 2)
      guard flight.isEmpty else {
        isSilent = true
        if flaws.handshake == .cut { throw RecordLayerError("a fault wants the handshake to be cut") }
        return taken
      }
      return taken
    case .sound, .disturbed:
      // An alert is sent too if the handshake fails.
      defer {
        if !flight.isEmpty, !hasBegun {
          hasBegun = true
          if flaws.handshake == .disturbed { output += Array("220 One moment.\r\n".utf8) }
        }
        output += flight
        if sound.isEstablished { output += flaws.clearLine }
      }
      return try sound.open(bytes, into: &plain, answering: &flight)
    }
  }

  mutating func seal(
    _ bytes: Span<UInt8>, into output: inout [UInt8]
  ) throws(RecordLayerError) -> Int {
    guard isEstablished else { return 0 }
    let size = flaws.recordSize ?? bytes.count
    var taken = 0
    while taken < bytes.count {
      let place = sealed + UInt64(taken)
      var end = min(taken + size, bytes.count)
      for (kind, offset) in interjections {
        if offset <= place {
          interjections[kind] = nil
          try interject(kind, &output)
        } else {
          end = min(end, taken + Int(clamping: offset - place))
        }
      }
      guard isEstablished else { break }
      let count = try sound.seal(bytes.extracting(taken..<end), into: &output)
      if count == 0 { break }
      taken += count
    }
    sealed += UInt64(taken)
    return taken
  }

  mutating func close(_ output: inout [UInt8]) {
    if !flaws.omitsClose { sound.close(&output) }
  }

  private mutating func interject(
    _ kind: LayerFlaws.Interjection, _ output: inout [UInt8]
  ) throws(RecordLayerError) {
    let broken: [UInt8] = [23, 3, 3, 0, 32] + Array(repeating: 0xA5, count: 32)
    switch kind {
    case .handshake: return sound.askForHandshake(&output)
    case .awaitedHandshake:
      sound.askForHandshake(&output)
      awaitsHandshake = true
      return
    case .ticket: return sound.giveTicket(&output)
    case .damage: output += broken
    case .alert:
      // The library itself reports such a record.
      var nothing: [UInt8] = []
      _ = try? sound.open(broken.span, into: &nothing, answering: &output)
    }
    throw RecordLayerError("a fault wants the connection to fail")
  }
}
