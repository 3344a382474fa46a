import FTPConversation
import FTPProtocol
import FTPVectors

/// Why a file cannot be used as a sequence for `fuzz server`.
package struct ServerSequenceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, as a phrase in printable ASCII.
  package let description: String
}

// A sequence is the client's side of a vector.
extension ServerSequence {
  /// The most bytes that a file may send.
  private static let mostBytes = 1 << 30

  /// The sequence as a vector without the server's side.
  package var vector: Vector {
    var vector = Vector()
    vector.rows = [VectorRow(.state(ExpectedState(start == .ready ? .ready : .loggedIn)))]
    var open = 0
    for action in normalized.actions {
      if action == .openData { open += 1 }
      var row = action
      if case .mark(let mark) = action { row = .mark(mark.moved { _ in DataConnectionID(rawValue: open) }) }
      vector.rows.append(VectorRow(row))
      if action == .closeData || action == .resetData { open -= 1 }
    }
    return vector
  }

  /// Makes a sequence from the client's side of a vector, ignoring the server's rows and all marks about it.
  package init(_ vector: Vector) throws(ServerSequenceError) {
    start = .loggedIn
    actions = []
    for row in vector.rows {
      switch row.content {
      case .state(let state): if actions.isEmpty { start = state.state == .ready ? .ready : .loggedIn }
      case .mark(.dataOpened): actions.append(.openData)
      case .mark(.dataHalfClosed(_, by: .client)): actions.append(.halfCloseData)
      case .mark(.dataClosed(_, let closing)):
        actions.append(closing.ending == .resetByClient ? .resetData : .closeData)
      case .command, .data(.upload, _), .urgent, .atOnce, .openDataByStranger, .download, .halfCloseControl,
        .resetControl:
        actions.append(row.content)
      default:
        guard let digits = row.content.uploadCount else { continue }
        guard let count = Int(digits), (0...Self.mostBytes).contains(count) else {
          throw ServerSequenceError(
            description:
              "'\(Escaping.ascii(digits.utf8, limit: 40))' is not a number of bytes up to \(Self.mostBytes)")
        }
        actions.append(.uploadBytes(count))
      }
    }
    guard !actions.isEmpty else { throw ServerSequenceError(description: "it contains no command") }
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
      .then { kept in kept.actions.indices.flatMap { [uncut($0), plainLine($0)] } },
    ]
  }

  /// Sends a row in one segment.
  private static func uncut(_ index: Int) -> MinimizerPass<Self> {
    .first { kept in
      guard case .command(let line) = kept.actions[index] else { return [] }
      let whole = VectorLine(line.parts.filter { if case .cut = $0 { false } else { true } })
      return whole == line ? [] : [kept.replacing(index, with: .command(whole))]
    }
  }

  /// Shortens the bytes of a row, up to its line end.
  private static func plainLine(_ index: Int) -> MinimizerPass<Self> {
    .then { kept in
      guard case .command(let line) = kept.actions[index], case .bytes(let bytes)? = line.parts.first,
        line.parts.count == 1, bytes.count > 8
      else { return [] }
      return [
        .shorten { _ in
          bytes
        } _: { kept, bytes, _ in
          bytes.last == 0x0A ? kept.replacing(index, with: .command(VectorLine(bytes))) : nil
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
