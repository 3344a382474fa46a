import FTPProtocol
import FTPTransport
import FTPVectors

/// What a rule has a session do for a command.
extension ControlSession {
  /// Does what a rule says; the transfer in it, if there is one, uses one data connection.
  func perform(_ steps: [CommandStep], for command: Command) throws(End) {
    var rest = steps[...]
    while let step = rest.popFirst() {
      switch step {
      case .obey: try obey(command)
      case .data, .filler, .receive:
        let moves = [step] + rest.prefix { $0.isOnDataConnection }
        rest = rest.drop { $0.isOnDataConnection }
        if try !transfer(moves) {
          return try send(ServerReply(425, "Cannot open the data connection."), .completion)
        }
      case .closeData, .resetData: context.releasePassivePort()
      default: try performSimple(step, .single)
      }
    }
  }

  /// Does what needs no command and no data connection.
  func performSimple(_ step: CommandStep, _ stage: ReplyFacts.Stage) throws(End) {
    switch step {
    case .reply(let reply): try send(reply, reply.code.isPreliminary ? .preliminary : stage)
    case .bytes(let bytes): try perform([ControlStep.bytes(bytes)])
    case .pause(let duration): context.pause(duration)
    case .close: throw .finished
    case .reset: throw .reset
    case .obey, .data, .filler, .receive, .closeData, .resetData: break
    }
  }

  /// Opens the data connection and does these steps on it; false where it cannot be opened.
  private func transfer(_ steps: [CommandStep]) throws(End) -> Bool {
    do throws(Stop) {
      try withDataConnection { (data, identifier) throws(Stop) in
        var transferred: UInt64 = 0
        for step in steps {
          switch step {
          case .data(let bytes): try send(bytes[...], over: data, identifier, &transferred)
          case .filler(let count):
            var source = FileSource(.pattern(count: count), isText: false)
            while true {
              let chunk = try withStorage { () throws(StorageError) in try source.next() }
              if chunk.isEmpty { break }
              try send(chunk, over: data, identifier, &transferred)
            }
          case .receive: try drain(data, identifier, &transferred)
          case .pause(let duration): try hold(duration, transferred)
          case .resetData: return .resetByServer
          case .closeData: return .closedByServer
          default: break
          }
        }
        return .closedByServer
      }
    } catch {
      switch error {
      case .noConnection: return false
      case .session(let end): throw end
      case .hungUp: throw .disconnected
      // The rule says what comes next, whatever became of the data.
      default: return true
      }
    }
    return true
  }

  private func drain(
    _ data: borrowing TCPConnection, _ identifier: DataConnectionID?, _ transferred: inout UInt64
  ) throws(Stop) {
    var buffer = [UInt8](repeating: 0, count: transferChunkSize)
    while true {
      try wait(data, .readable, idleDeadline, transferred, otherwise: .stalled)
      let count: Int
      do throws(TransportError) {
        count = try data.read(into: &buffer, deadline: idleDeadline)
      } catch {
        throw stop(error)
      }
      if count == 0 { return }
      if let identifier { recorder?.data(identifier, .upload, buffer.span.extracting(first: count)) }
      transferred += UInt64(count)
    }
  }
}

extension CommandStep {
  /// Whether it belongs to a data connection that is open.
  fileprivate var isOnDataConnection: Bool {
    switch self {
    case .data, .filler, .receive, .pause, .closeData, .resetData: true
    default: false
    }
  }
}
