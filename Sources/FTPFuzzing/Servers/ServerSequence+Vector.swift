import FTPConversation
import FTPProtocol
import FTPVectors

/// Why a file cannot be used as a sequence for `fuzz server`.
package struct ServerSequenceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, as a phrase in printable ASCII.
  package let description: String
}

// A sequence is the client's side of a vector. Notes express what vectors have no row for.
extension ServerSequence {
  private static let urgent = "urgent: the last byte of the next row"
  private static let atOnce = "at once: no wait for replies"
  private static let stranger = "another address connects for the data"
  private static let download = "read data to its end"
  private static let uploadPrefix = "send "
  private static let uploadSuffix = " bytes of data"
  /// The most bytes that a file may send.
  private static let mostBytes = 1 << 30

  /// The sequence as a vector without the server's side.
  package var vector: Vector {
    var vector = Vector()
    var open: [DataConnectionID] = []
    func add(_ content: VectorRow.Content) { vector.rows.append(VectorRow(content)) }
    func note(_ text: String) { add(.mark(.note(text))) }
    add(.state(ExpectedState(start == .ready ? .ready : .loggedIn)))
    for action in normalized.actions {
      switch action {
      case .write(let line, let isUrgent, let waits):
        if isUrgent { note(Self.urgent) }
        add(.command(line))
        if !waits { note(Self.atOnce) }
      case .openData:
        let connection = open.isEmpty ? DataConnectionID.first : DataConnectionID(rawValue: 2)
        open.append(connection)
        add(.mark(.dataOpened(connection, ConversationMark.Opening())))
      case .openDataByStranger: note(Self.stranger)
      case .upload(let line): add(.data(.upload, line))
      case .uploadBytes(let count): note(Self.uploadPrefix + "\(count)" + Self.uploadSuffix)
      case .download: note(Self.download)
      case .halfCloseData: if let last = open.last { add(.mark(.dataHalfClosed(last, by: .client))) }
      case .closeData, .resetData:
        guard let last = open.popLast() else { continue }
        let ending = action == .closeData ? DataEnding.closedByClient : .resetByClient
        add(.mark(.dataClosed(last, ConversationMark.Closing(ending: ending))))
      case .halfCloseControl: add(.mark(.controlHalfClosed(by: .client)))
      case .resetControl: add(.mark(.controlClosed(.lost)))
      }
    }
    return vector
  }

  /// Makes a sequence from the client's side of a vector, ignoring the server's rows and all marks about it.
  package init(_ vector: Vector) throws(ServerSequenceError) {
    start = .loggedIn
    actions = []
    var isUrgent = false
    for row in vector.rows {
      switch row.content {
      case .state(let state):
        guard actions.isEmpty else { continue }
        start = state.state == .ready ? .ready : .loggedIn
      case .command(let line):
        actions.append(.write(line, isUrgent: isUrgent, waits: true))
        isUrgent = false
      case .data(.upload, let line): actions.append(.upload(line))
      case .mark(let mark): try take(mark, isUrgent: &isUrgent)
      case .data, .reply, .meaning, .verdict, .difference, .comment, .blank: break
      }
    }
    guard !actions.isEmpty else { throw ServerSequenceError(description: "it contains no command") }
  }

  private mutating func take(_ mark: ConversationMark, isUrgent: inout Bool) throws(ServerSequenceError) {
    switch mark {
    case .dataOpened: actions.append(.openData)
    case .dataHalfClosed(_, by: .client): actions.append(.halfCloseData)
    case .dataClosed(_, let closing) where closing.ending == .resetByClient: actions.append(.resetData)
    case .dataClosed: actions.append(.closeData)
    case .controlHalfClosed(by: .client): actions.append(.halfCloseControl)
    case .controlClosed(.lost): actions.append(.resetControl)
    case .note(Self.urgent): isUrgent = true
    case .note(Self.stranger): actions.append(.openDataByStranger)
    case .note(Self.download): actions.append(.download)
    case .note(Self.atOnce):
      guard case .write(let line, let isUrgent, _)? = actions.last else { return }
      actions[actions.count - 1] = .write(line, isUrgent: isUrgent, waits: false)
    case .note(let text) where text.hasPrefix(Self.uploadPrefix) && text.hasSuffix(Self.uploadSuffix):
      let digits = text.dropFirst(Self.uploadPrefix.count).dropLast(Self.uploadSuffix.count)
      guard let count = Int(digits), (0...Self.mostBytes).contains(count) else {
        throw ServerSequenceError(
          description:
            "'\(Escaping.ascii(digits.utf8, limit: 40))' is not a number of bytes up to \(Self.mostBytes)")
      }
      actions.append(.uploadBytes(count))
    default: break
    }
  }
}

extension ServerSequence: FileCase {
  package static let fileExtension = "ftpv"

  package var size: Int { commandCount }

  /// The sequence as the rows of a vector.
  package var description: String { vector.description }

  /// Reads the text of a vector.
  package init(parsing bytes: [UInt8]) throws(ServerSequenceError) {
    let vector: Vector
    do throws(VectorSyntaxError) { vector = try Vector(parsing: bytes) } catch {
      throw ServerSequenceError(description: "\(error)")
    }
    try self.init(vector)
  }

  package func file(_ comment: [String]) -> String {
    var vector = vector
    vector.comment = comment
    return vector.description
  }

  package static var passes: [MinimizerPass<Self>] {
    [
      .shorten(\.actions) { kept, actions, _ in ServerSequence(kept.start, actions).normalized },
      .then { kept in kept.actions.indices.flatMap { [plainAction($0), plainLine($0)] } },
    ]
  }

  /// Sends a row in one segment, or not as urgent data, or waits after it.
  private static func plainAction(_ index: Int) -> MinimizerPass<Self> {
    .first { kept in
      guard case .write(let line, let isUrgent, let waits) = kept.actions[index] else { return [] }
      let whole = VectorLine(line.parts.filter { if case .cut = $0 { false } else { true } })
      let plainer: [Action] = [
        .write(whole, isUrgent: false, waits: true), .write(whole, isUrgent: isUrgent, waits: true),
        .write(whole, isUrgent: false, waits: waits), .write(whole, isUrgent: isUrgent, waits: waits),
        .write(line, isUrgent: false, waits: true),
      ]
      return plainer.filter { $0 != kept.actions[index] }.map { kept.replacing(index, with: $0) }
    }
  }

  /// Shortens the bytes of a row, up to its line end.
  private static func plainLine(_ index: Int) -> MinimizerPass<Self> {
    .then { kept in
      guard case .write(let line, let isUrgent, let waits) = kept.actions[index],
        case .bytes(let bytes)? = line.parts.first, line.parts.count == 1, bytes.count > 8
      else { return [] }
      return [
        .shorten { _ in
          bytes
        } _: { kept, bytes, _ in
          bytes.last == 0x0A
            ? kept.replacing(index, with: .write(VectorLine(bytes), isUrgent: isUrgent, waits: waits)) : nil
        }
      ]
    }
  }

  private func replacing(_ index: Int, with action: Action) -> ServerSequence {
    var sequence = self
    sequence.actions[index] = action
    return sequence
  }
}
