import FTPConformance
import FTPProtocol
import FTPTransport
import TestSupport

// Transfers.
extension BadClient {
  /// Asks for a transfer, and returns the received data.
  func transfer(_ line: String, isData: Bool, sending bytes: [UInt8]? = nil) throws -> [UInt8] {
    if task.job == .active || habit == "active-alone" { return try actively(line) }
    if habit == "keeps-address", let lastPort {
      try control.send(line)
      _ = try DataWire(host: task.host, port: lastPort, habit: habit)
    }
    let port = try announcedPort()
    lastPort = port
    let data = try DataWire(host: task.host, port: port, habit: habit)
    try control.send(line)
    if let bytes, habit == "sends-before-150" { try data.send(bytes) }
    var first = try control.reply()
    if habit == "shows-replies" { task.print(String(decoding: first.bytes, as: UTF8.self)) }
    if habit == "wants-150", !first.code.isPreliminary { return [] }
    if habit == "wants-150-once" {
      try expect("1", control.reply())
      return []
    }
    if !first.code.isPreliminary, first.code.isNegative { throw Failure("\(first.code) to \(line)") }
    if habit == "wants-codes", first.code != 150 { throw Failure("\(first.code)") }
    let isOver = !first.code.isPreliminary
    if habit == "stops-at-226" {
      try expect("2", control.reply())
      return []
    }
    if let bytes {
      try data.sendAll(bytes)
    }
    let received = bytes == nil ? try data.readAll(atMost: habit == "wants-eof-first" ? size : nil) : []
    data.close()
    if habit == "believes-150" || habit == "cuts-at-150" {
      let digits = first.bytes.drop { $0 != 0x28 }.dropFirst().prefix { 0x30...0x39 ~= $0 }
      guard let count = Int(String(decoding: digits, as: UTF8.self)) else { throw Failure("no size") }
      return Array(received.prefix(count))
    }
    if habit == "believes-data-end" || isOver { return received }
    first = try control.reply()
    while first.code.isPreliminary {
      if habit == "one-150" { throw Failure("a second \(first.code)") }
      first = try control.reply()
    }
    if habit == "wants-eof-first" { try data.expectEndNow() }
    try expect("2", first, code: 226)
    return received
  }

  private func actively(_ line: String) throws -> [UInt8] {
    let listener = try TCPListener(on: .loopbackIPv4(port: 0))
    let port = listener.localAddress.port
    let host = habit == "shows-other-address" ? "127,0,0,2" : "127,0,0,1"
    try expect("2", command("PORT \(host),\(port >> 8),\(port & 0xFF)"), code: 200)
    try control.send(line)
    let first = try control.reply()
    guard first.code.isPreliminary else { throw Failure("\(first.code) to \(line)") }
    let data = try DataWire(listener.accept(deadline: .after(.seconds(20))), habit: habit)
    let received = try data.readAll(atMost: nil)
    try expect("2", control.reply(), code: 226)
    return received
  }

  private func announcedPort() throws -> UInt16 {
    if habit == "breaks-epsv-all" { _ = try command("EPSV ALL") }
    if !["pasv-alone", "breaks-epsv-all", "follows-host"].contains(habit) {
      let reply = try command("EPSV")
      if !reply.code.isNegative {
        return try port(inExtended: reply)
      }
      if habit == "epsv-alone" { throw Failure("no EPSV") }
    }
    let reply = try command("PASV")
    guard reply.code == 227 else { throw Failure("\(reply.code) to PASV") }
    return try port(in: reply)
  }

  private func port(inExtended reply: Answer) throws -> UInt16 {
    let text = reply.bytes.filter { $0 != 13 && $0 != 10 }
    if habit == "wants-end", text.last != UInt8(ascii: ")") { throw Failure("no ')' at the end") }
    guard let open = text.lastIndex(of: UInt8(ascii: "(")), text.count > open + 6 else {
      throw Failure("no address")
    }
    let mark = text[open + 1]
    if habit == "wants-bars", mark != UInt8(ascii: "|") { throw Failure("no bars") }
    guard text[open + 2] == mark, text[open + 3] == mark else {
      throw Failure("three delimiters are missing")
    }
    let digits = text[(open + 4)...].prefix { 0x30...0x39 ~= $0 }
    guard text.dropFirst(open + 4 + digits.count).first == mark,
      let port = UInt16(String(decoding: digits, as: UTF8.self)),
      port > 0
    else { throw Failure("no port") }
    return port
  }

  private func port(in reply: Answer) throws -> UInt16 {
    let text = reply.bytes
    if habit == "wants-parentheses", !text.contains(UInt8(ascii: "(")) { throw Failure("no parentheses") }
    let numbers = text.dropFirst(4).split { !(0x30...0x39 ~= $0) }.map {
      Int(String(decoding: $0, as: UTF8.self)) ?? 999
    }
    guard numbers.count >= 6, numbers.suffix(6).allSatisfy({ $0 <= 255 }) else { throw Failure("no address") }
    let six = Array(numbers.suffix(6))
    let host = six[..<4].map(String.init).joined(separator: ".")
    if habit == "wants-own-host", host != task.host { throw Failure("another host") }
    if habit == "follows-host" {
      // The habit is proven; connecting now does no more harm.
      if let address = SocketAddress(host: host, port: UInt16(six[4] << 8 | six[5])) {
        _ = try? TCPConnection.connect(to: address, deadline: .after(.seconds(1)))
      }
    }
    return UInt16(six[4] << 8 | six[5])
  }
}

/// A data connection.
final class DataWire {
  private var connection: TCPConnection?
  private let habit: String

  init(host: String, port: UInt16, habit: String) throws {
    guard let address = SocketAddress(host: host, port: port) else { throw BadClient.Failure("no address") }
    connection = try TCPConnection.connect(to: address, deadline: .after(.patience))
    self.habit = habit
  }

  init(_ connection: consuming TCPConnection, habit: String) {
    self.connection = consume connection
    self.habit = habit
  }

  private var patience: Deadline {
    .after(habit == "impatient" ? .milliseconds(100) : .seconds(20))
  }

  /// The bytes up to the end, or at most this many.
  func readAll(atMost limit: Int?) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while let count = try connection?.read(appendingTo: &bytes, deadline: patience), count > 0 {
      if habit == "one-read" { break }
      if let limit, bytes.count >= limit { break }
    }
    return bytes
  }

  /// Fails unless the end is already here.
  func expectEndNow() throws {
    var bytes: [UInt8] = []
    guard connection != nil else { return }
    _ = try connection?.read(appendingTo: &bytes, deadline: .after(.milliseconds(5)))
  }

  func send(_ bytes: [UInt8]) throws { try connection?.write(bytes, deadline: .after(.patience)) }

  func sendAll(_ bytes: [UInt8]) throws {
    try connection?.write(bytes, deadline: .after(.patience))
    if habit == "resets-data" { connection?.resetWhenClosed() }
    connection = nil
  }

  func close() { if habit != "wants-eof-first" { connection = nil } }
}
