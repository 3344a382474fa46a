import FTPConversation
import FTPProtocol
import FTPVectors

/// Converts the server's side of a vector to steps of a session.
struct VectorCompiler {
  /// The steps before the first command.
  private(set) var greeting: [ServerStep] = []
  private(set) var exchanges: [VectorExchange] = []
  private var commands: [VectorLine] = []
  private var partialCommand = VectorLine([])
  private var steps: [ServerStep] = []
  /// Whether the data connection is open in the vector.
  private var isOpen = false
  /// Whether the steps so far have opened it.
  private var isInUse = false
  private var hasUpload = false

  /// Takes the rows of a vector; throws at the first that cannot be played.
  init(_ vector: Vector) throws(ScriptError) {
    for row in vector.namingPorts.rows { try take(row) }
    finishExchange()
  }

  private mutating func take(_ row: VectorRow) throws(ScriptError) {
    switch row.content {
    case .command(let line): take(command: line)
    case .reply(let line):
      // Consecutive replies of the server are sent as one segment.
      if case .line(let before)? = steps.last {
        steps[steps.count - 1] = .line(VectorLine(before.parts + line.parts))
      } else {
        steps.append(.line(line))
      }
    case .data(.download, let line):
      useData()
      take(data: line)
    case .data(.upload, _):
      useData()
      hasUpload = true
    case .mark(let mark):
      guard try take(mark) else {
        throw ScriptError(line: max(1, row.line), column: 1, message: "a server cannot play '-- \(mark)'")
      }
    default: break
    }
  }

  /// Takes a row of the client; lines before the last one were sent together with it.
  private mutating func take(command line: VectorLine) {
    for part in line.parts {
      guard case .bytes(var bytes) = part else {
        if case .placeholder = part { partialCommand.append(part) }
        continue
      }
      if partialCommand.parts.isEmpty { bytes = Self.withoutTelnet(bytes) }
      while let end = bytes.firstIndex(of: 0x0A) {
        partialCommand.append(.bytes(Array(bytes[...end])))
        bytes = Self.withoutTelnet(Array(bytes[(end + 1)...]))
        finishExchange()
        commands.append(partialCommand)
        partialCommand = VectorLine([])
      }
      partialCommand.append(.bytes(bytes))
    }
  }

  private mutating func take(data line: VectorLine) {
    let rendering = line.rendered(PlaceholderBindings())
    for segment in rendering.cuts.segments(of: rendering.bytes) {
      steps.append(.data(segment.bytes))
      if let cut = segment.cut { steps.append(.pause(cut.pause ?? WireStep.segmentPause)) }
    }
  }

  /// Takes a mark; false for one that cannot be played.
  private mutating func take(_ mark: ConversationMark) throws(ScriptError) -> Bool {
    switch mark {
    case .controlOpened, .controlHalfClosed(by: .client), .noReply, .missing, .cutShort, .note,
      .dataHalfClosed:
      return true
    case .controlClosed(.byServer): steps.append(.close)
    case .controlClosed(.lost): steps.append(.reset)
    case .controlClosed: return true
    case .dataOpened(let connection, _):
      guard !isOpen, connection.rawValue == 1 else { return false }
      isOpen = true
    case .dataRefused: steps.append(.releasePort)
    case .dataClosed(_, let closing): close(closing.ending)
    case .wait(let duration): steps.append(.pause(duration))
    case .use(let connection): return connection.rawValue == 1
    case .controlHalfClosed, .tls: return false
    }
    return true
  }

  private mutating func useData() {
    isOpen = true
    guard !isInUse else { return }
    steps.append(.openData)
    isInUse = true
  }

  private mutating func close(_ ending: DataEnding?) {
    useData()
    switch ending {
    case .resetByServer: steps.append(.resetData)
    case .closedByServer: steps.append(.closeData)
    case .closedByClient, .resetByClient, .endOfFile: steps += [.receive, .closeData]
    case nil: steps += (hasUpload ? [.receive] : []) + [.closeData]
    }
    isOpen = false
    isInUse = false
    hasUpload = false
  }

  private mutating func finishExchange() {
    if isInUse { steps.append(.awaitCommand) }
    if let line = commands.popLast() {
      if let exchange = VectorExchange(line, steps) { exchanges.append(exchange) }
    } else {
      greeting += steps
    }
    steps = []
  }

  /// A line without leading Telnet commands, such as the Synch of ABOR.
  private static func withoutTelnet(_ bytes: [UInt8]) -> [UInt8] {
    var rest = bytes[...]
    while rest.first == Telnet.iac, rest.count > 1 {
      let isNegotiation = (0xFB...0xFE).contains(rest[rest.startIndex + 1])
      rest = rest.dropFirst(isNegotiation ? 3 : 2)
    }
    return Array(rest)
  }
}
