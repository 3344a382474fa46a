import FTPConversation

/// Checks that each row is valid at its place: data only while a connection is open, names only once
/// bound.
struct VectorChecker {
  typealias Problem = LineReader.Problem

  private var bound: [String: Int] = [:]
  private var openConnections: Set<DataConnectionID> = []
  private var current: DataConnectionID?
  private var hasControl = false
  private var isClosed = false
  /// The last row that was not a remark.
  private var lastEvent: VectorRow.Content?

  /// Takes the next row; `text` is its line, for the columns of problems.
  mutating func check(_ content: VectorRow.Content, line: Int, text: ArraySlice<UInt8>) throws(Problem) {
    try checkPlaceholders(content, line: line, text: text)
    let start = text.startIndex
    switch content {
    case .command, .reply:
      if isClosed { throw Problem(offset: start, message: "the control connection is already closed") }
    case .data:
      guard current != nil else {
        throw Problem(offset: start, message: "no data connection is open; `-- open data` opens one")
      }
    case .meaning(let meaning):
      guard case .reply = lastEvent else {
        throw Problem(offset: start, message: "the meaning of a reply must follow its last row S>")
      }
      try checkNames(in: meaning.words.joined(separator: " "), text: text)
    case .verdict where lastEvent == nil:
      throw Problem(offset: start, message: "no row above can be wrong")
    case .difference where lastEvent == nil:
      throw Problem(
        offset: start,
        message: "there is no reply above; for the whole conversation, use the header differs:")
    case .mark(let mark): try check(mark, at: start)
    default: break
    }
    if !content.isRemark { lastEvent = content }
  }

  private mutating func check(_ mark: ConversationMark, at start: Int) throws(Problem) {
    switch mark {
    case .controlOpened:
      guard !hasControl, lastEvent == nil else {
        throw Problem(
          offset: start, message: "the control connection is opened once, before everything else")
      }
      hasControl = true
    case .controlClosed:
      guard !isClosed else {
        throw Problem(offset: start, message: "the control connection is already closed")
      }
      isClosed = true
    case .controlHalfClosed where isClosed, .tls(nil, _) where isClosed, .noReply where isClosed:
      throw Problem(offset: start, message: "the control connection is already closed")
    case .dataOpened(let connection, _):
      guard openConnections.insert(connection).inserted else {
        throw Problem(
          offset: start,
          message: "\(connection.label) is already open; a second connection at the same time is data2")
      }
      current = connection
    case .dataRefused(let connection):
      guard !openConnections.contains(connection) else {
        throw Problem(offset: start, message: "\(connection.label) is open, so it was not refused")
      }
    case .dataClosed(let connection, _):
      try checkOpen(connection, at: start)
      openConnections.remove(connection)
      if current == connection { current = openConnections.count == 1 ? openConnections.first : nil }
    case .use(let connection):
      try checkOpen(connection, at: start)
      current = connection
    case .dataHalfClosed(let connection, _): try checkOpen(connection, at: start)
    case .tls(let connection?, _): try checkOpen(connection, at: start)
    default: break
    }
  }

  private func checkOpen(_ connection: DataConnectionID, at start: Int) throws(Problem) {
    guard !openConnections.contains(connection) else { return }
    throw Problem(
      offset: start, message: "\(connection.label) is not open; `-- open \(connection.label)` opens it")
  }

  private mutating func checkPlaceholders(
    _ content: VectorRow.Content, line: Int, text: ArraySlice<UInt8>
  ) throws(Problem) {
    var placeholders = content.line?.placeholders ?? []
    if case .mark(let mark) = content, let address = mark.address {
      placeholders = PlaceholderScanner.placeholders(in: address)
    }
    for placeholder in placeholders where !placeholder.name.isEmpty {
      let offset = text.firstOffset(of: placeholder.description)
      if placeholder.kind == nil {
        try checkBound(placeholder.name, at: offset)
      } else if let first = bound[placeholder.name] {
        throw Problem(
          offset: offset,
          message:
            "'\(placeholder.name)' is already bound in line \(first); {\(placeholder.name)} means the same "
            + "again, and something else needs another name")
      } else {
        bound[placeholder.name] = line
      }
    }
  }

  private func checkNames(in words: String, text: ArraySlice<UInt8>) throws(Problem) {
    for placeholder in PlaceholderScanner.placeholders(in: words) {
      let offset = text.firstOffset(of: placeholder.description)
      guard placeholder.kind == nil else {
        throw Problem(offset: offset, message: "a fact can only name what a row above has bound: {data}")
      }
      try checkBound(placeholder.name, at: offset)
    }
  }

  private func checkBound(_ name: String, at offset: Int) throws(Problem) {
    guard bound[name] == nil else { return }
    throw Problem(
      offset: offset,
      message:
        "nothing has bound '\(name)'; {\(name):hostport}, {\(name):port} and the like bind it, before its use"
    )
  }
}

extension ArraySlice<UInt8> {
  /// Where a text first occurs; the start if it does not.
  fileprivate func firstOffset(of text: String) -> Int {
    let needle = Array(text.utf8)
    return indices.first { self[$0...].starts(with: needle) } ?? startIndex
  }
}
