import FTPConversation
import FTPProtocol
import FTPTransport
import TestSupport
import ToyLayer

@testable import FTPMockServer
@testable import FTPVectors

/// Plays the client's side of a vector, and reports where the server differs from the vector.
struct VectorClient: ~Copyable {
  private var control: TCPConnection
  private var layers = LayerSchedule(ofTest: .client)
  private var data: TCPConnection?
  private var listener: TCPListener?
  private var unread: [UInt8] = []
  private var dataUnread: [UInt8] = []
  private var hasUpload = false
  private var bindings = PlaceholderBindings()
  private let patience = Deadline.after(.patience)
  private(set) var differences: [String] = []

  init(_ address: SocketAddress) throws {
    var control = try TCPConnection.connect(to: address, deadline: patience)
    try layers?.begin(&control)
    self.control = control
  }

  /// Plays all rows, up to the first that differs.
  mutating func play(_ vector: Vector) -> [String] {
    for row in vector.rows {
      do {
        try play(row)
      } catch {
        differences.append("line \(row.line): \(row): \(error)")
      }
      if !differences.isEmpty { break }
    }
    return differences
  }

  private mutating func play(_ row: VectorRow) throws {
    switch row.content {
    case .command(let line):
      try bind(line)
      try control.write(line.rendered(bindings).bytes, deadline: patience)
    case .reply(let line): try expect(line, row)
    case .data(.download, let line):
      let count = line.rendered(bindings).bytes.count
      while dataUnread.count < count, try readData() > 0 {}
      let found = Array(dataUnread.prefix(count))
      dataUnread.removeFirst(found.count)
      if !line.matches(found, &bindings), found != line.rendered(PlaceholderBindings()).bytes {
        differences.append("line \(row.line): \(row): found \(VectorText.escape(found))")
      }
    case .data(.upload, let line):
      hasUpload = true
      try writeData(line.rendered(bindings).bytes)
    case .mark(let mark): try play(mark, row)
    default: break
    }
  }

  /// Reads the available data; 0 if there is no data connection.
  private mutating func readData() throws(TransportError) -> Int {
    guard let connection = data.take() else { return 0 }
    let count: Int
    do throws(TransportError) {
      count = try connection.read(appendingTo: &dataUnread, deadline: patience)
    } catch {
      data = consume connection
      throw error
    }
    data = consume connection
    return count
  }

  /// Writes to the data connection.
  ///
  /// The server may cut the upload before all is written.
  private mutating func writeData(_ bytes: [UInt8]) throws(TransportError) {
    guard let connection = data.take() else { return }
    do throws(TransportError) {
      try connection.write(bytes, deadline: patience)
    } catch {
      if !error.isPeerGone { throw error }
    }
    data = consume connection
  }

  private mutating func accept() throws {
    guard let waiting = listener.take() else { return }
    data = try waiting.acceptData(as: .client, deadline: patience)
    listener = consume waiting
  }

  /// Listens if a command names a port.
  private mutating func bind(_ line: VectorLine) throws {
    for placeholder in line.placeholders where bindings[placeholder.name] == nil {
      guard let kind = placeholder.kind, [.port, .hostport, .extended, .long].contains(kind) else { continue }
      let new = try TCPListener(on: control.localAddress.with(port: 0))
      let address = new.localAddress.dataAddress
      let text =
        switch kind {
        case .port: "\(new.localAddress.port)"
        case .hostport: try HostPort.argument(for: address)
        case .extended: try ExtendedAddress.argument(for: address)
        default: try LongAddress.argument(for: address)
        }
      bindings[placeholder.name] = .init(wireText: text, shownText: "\(new.localAddress)")
      listener = consume new
    }
  }

  private mutating func expect(_ line: VectorLine, _ row: VectorRow) throws {
    let sample = line.rendered(bindings).bytes
    let lines = sample.count { $0 == 0x0A }
    while true {
      var end = unread.startIndex
      if sample.last == 0x0A {
        var left = lines
        while left > 0, let next = unread[end...].firstIndex(of: 0x0A) {
          end = next + 1
          left -= 1
        }
        if left > 0 { end = 0 }
      } else if unread.count >= sample.count {
        end = sample.count
      }
      if end > 0 {
        let found = Array(unread[..<end])
        unread.removeFirst(end)
        try layers?.pass(found, on: &control)
        if !line.matches(found, &bindings) {
          differences.append("line \(row.line): \(row): found \(VectorText.escape(found))")
        }
        return
      }
      guard try control.read(appendingTo: &unread, deadline: patience) > 0 else {
        differences.append("line \(row.line): \(row): the connection ended")
        return
      }
    }
  }

  private mutating func play(_ mark: ConversationMark, _ row: VectorRow) throws {
    switch mark {
    case .dataOpened(_, let opening) where opening.connector == .server: try accept()
    case .dataOpened(_, let opening):
      let shown = bindings.replacingNames(in: opening.address ?? "{data}")
      guard let port = shown.split(separator: ":").last.flatMap({ UInt16($0) }) else { return }
      try connect(port)
    case .dataClosed(_, let closing):
      let isByServer = closing.ending == .closedByServer || closing.ending == .resetByServer
      if isByServer { try readToEnd(row) }
      data = nil
    case .controlClosed(.byClient): try control.shutdownWrite()
    case .controlClosed: try readReplies(row)
    default: break
    }
  }

  /// Opens the data connection.
  ///
  /// A server that resets it may do so before the client notices the connection.
  private mutating func connect(_ port: UInt16) throws {
    do {
      data = try TCPConnection.connectData(
        to: control.peerAddress.with(port: port), as: .client, deadline: patience)
    } catch let error as TransportError {
      if !error.isPeerGone { throw error }
    }
  }

  private mutating func readToEnd(_ row: VectorRow) throws(TransportError) {
    do throws(TransportError) {
      while try readData() > 0 {}
    } catch {
      if !error.isPeerGone { throw error }
    }
    if !dataUnread.isEmpty { differences.append("line \(row.line): \(dataUnread.count) bytes more") }
  }

  private mutating func readReplies(_ row: VectorRow) throws(TransportError) {
    do throws(TransportError) {
      while try control.read(appendingTo: &unread, deadline: patience) > 0 {}
    } catch {
      if !error.isPeerGone { throw error }
    }
    if !unread.isEmpty {
      differences.append("line \(row.line): more was said: \(VectorText.escape(unread))")
    }
  }
}
