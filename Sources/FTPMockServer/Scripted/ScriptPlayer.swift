import FTPProtocol
import FTPTransport

/// Plays one script on one control connection. It lives on one thread and blocks there.
final class ScriptPlayer {
  private let core: ScriptCore
  private let number: Int
  private let localAddress: SocketAddress
  private var control: TCPConnection?
  private var listener: TCPListener?
  private var data: TCPConnection?
  /// What was read and belongs to no line yet.
  private var unread: [UInt8] = []

  /// Why a script stops before its end.
  private struct Failure: Error {
    var text: String
  }

  init(core: ScriptCore, number: Int, control: consuming TCPConnection) {
    self.core = core
    self.number = number
    localAddress = control.localAddress
    control.wakeUp = core.stopSignal
    self.control = consume control
  }

  func play(_ script: [ScriptedServer.Step]) {
    var failure: String?
    for (index, step) in script.enumerated() {
      do {
        try play(step)
      } catch {
        failure = "step \(index + 1): \((error as? Failure)?.text ?? "\(error)")"
        break
      }
    }
    data = nil
    closeControl()
    record { session in
      session.failure = failure
      session.isOver = true
    }
  }

  private func play(_ step: ScriptedServer.Step) throws {
    switch step {
    case .send(let segments):
      for segment in segments { try write(filled(segment)) }
    case .expect(let beginning): try expect(beginning)
    case .expectBytes(let count): try read(count)
    case .listenData: listener = try TCPListener(on: localAddress.with(port: 0))
    case .acceptData: try acceptData()
    case .connectData: try connectData()
    case .sendData(let segments):
      for segment in segments { try writeData(segment) }
    case .receiveData: try receiveData()
    case .closeData:
      data = nil
      listener = nil
    case .resetData:
      if let connection = data.take() { connection.reset() }
    case .closeControl: closeControl()
    case .resetControl:
      if let connection = control.take() { connection.reset() }
    case .silence: try stayBusy()
    }
  }

  private var deadline: Deadline { .after(core.patience) }

  private func record(_ change: (inout ScriptedServer.Session) -> Void) {
    core.sessions.withLock { change(&$0[number]) }
  }
}

/// The control connection.
extension ScriptPlayer {
  private func write(_ bytes: [UInt8]) throws {
    guard control != nil else { throw Failure(text: "the control connection is closed") }
    try control?.write(bytes, deadline: deadline)
  }

  /// Puts the data port where the placeholders are.
  private func filled(_ bytes: [UInt8]) throws -> [UInt8] {
    guard bytes.contains(UInt8(ascii: "{")), let address = listener?.localAddress else { return bytes }
    let hostPort = try? HostPort.argument(for: address.dataAddress)
    return bytes.replacing("{data:hostport}".utf8, with: Array((hostPort ?? "").utf8))
      .replacing("{data:port}".utf8, with: Array("\(address.port)".utf8))
  }

  private func expect(_ beginning: [UInt8]) throws {
    while true {
      if let end = unread.firstIndex(of: 0x0A) {
        var line = Array(unread[..<end])
        if line.last == 0x0D { line.removeLast() }
        unread.removeSubrange(...end)
        record { $0.lines.append(line) }
        guard line.starts(with: beginning) else {
          throw Failure(text: "expected \(Self.text(beginning)), received \(Self.text(line))")
        }
        return
      }
      try readMore(for: "a line that begins with \(Self.text(beginning))")
    }
  }

  private func read(_ count: Int) throws {
    while unread.count < count { try readMore(for: "\(count) bytes") }
    unread.removeFirst(count)
  }

  /// Reads at least one byte; `wanted` is for the message where the client closes instead.
  private func readMore(for wanted: String) throws {
    var bytes: [UInt8] = []
    let count = try control?.read(appendingTo: &bytes, deadline: deadline) ?? 0
    record { $0.received += bytes }
    guard count > 0 else { throw Failure(text: "expected \(wanted), the connection ended") }
    unread += bytes
  }

  /// Reads whatever comes until the client closes or the server stops.
  private func stayBusy() throws {
    while true {
      var bytes: [UInt8] = []
      do {
        guard try control?.read(appendingTo: &bytes) ?? 0 > 0 else { return }
      } catch {
        if error.isCancelled || error.isPeerGone { return }
        throw error
      }
      record { $0.received += bytes }
    }
  }

  private func closeControl() {
    control?.prepareToClose()
    control = nil
  }

  private static func text(_ bytes: [UInt8]) -> String { "'\(Escaping.ascii(bytes, limit: 200))'" }
}

/// The data connection.
extension ScriptPlayer {
  private func acceptData() throws {
    guard listener != nil else { throw Failure(text: "nobody listens for a data connection") }
    data = try listener?.accept(deadline: deadline, wakeUp: core.stopSignal)
  }

  private func connectData() throws {
    let lines = core.sessions.withLock { $0[number].lines }
    for line in lines.reversed() {
      let command = Command(
        Verb(bytes: line.prefix { $0 != 0x20 }), bytes: Array(line.drop { $0 != 0x20 }.dropFirst()))
      let address =
        switch command.verb {
        case .port: try HostPort.read(argument: command.argument ?? [], .lenient).value
        case .eprt: try ExtendedAddress.read(argument: command.argument ?? [], .lenient).value
        default: DataAddress?.none
        }
      guard let host = address?.host, let port = address?.port,
        let target = SocketAddress(octets: host.octets, port: port)
      else { continue }
      data = try TCPConnection.connect(to: target, deadline: deadline, wakeUp: core.stopSignal)
      return
    }
    throw Failure(text: "no PORT or EPRT was received")
  }

  private func writeData(_ bytes: [UInt8]) throws {
    guard data != nil else { throw Failure(text: "there is no data connection") }
    try data?.write(bytes, deadline: deadline)
  }

  private func receiveData() throws {
    guard data != nil else { throw Failure(text: "there is no data connection") }
    var bytes: [UInt8] = []
    defer { record { $0.receivedData += bytes } }
    while try data?.read(appendingTo: &bytes, deadline: deadline) ?? 0 > 0 {}
  }
}
