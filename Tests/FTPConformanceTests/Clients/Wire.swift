import FTPProtocol
import FTPTransport
import TestSupport

/// A reply, as a bad client sees it.
struct Answer {
  let code: ReplyCode
  /// The lines with their codes, without line ends.
  let lines: [[UInt8]]

  var bytes: [UInt8] { Array(lines.joined(separator: [0x0A])) }
}

/// A control connection, read correctly or with a bad habit.
final class Wire {
  private var connection: TCPConnection
  private var buffer: [UInt8] = []
  private let habit: String

  init(host: String, port: UInt16, habit: String) throws {
    guard let address = SocketAddress(host: host, port: port) else { throw BadClient.Failure("no address") }
    connection = try TCPConnection.connect(to: address, deadline: .after(.patience))
    self.habit = habit
  }

  func send(_ line: String) throws { try send(bytes: Array((line + "\r\n").utf8)) }

  func send(bytes: [UInt8]) throws { try connection.write(bytes, deadline: .after(.patience)) }

  /// Sends a command, and reads its final reply.
  func command(_ line: String) throws -> Answer {
    try send(line)
    var reply = try self.reply()
    while reply.code.isPreliminary { reply = try self.reply() }
    return reply
  }

  /// Expects the server to close the connection soon.
  func expectEnd() throws {
    var rest: [UInt8] = []
    while try connection.read(appendingTo: &rest, deadline: .after(.milliseconds(700))) > 0 {}
  }

  func reply() throws -> Answer {
    if habit == "reads-segments" { return try segment() }
    let first = try line()
    guard let code = Self.code(of: first) else {
      throw BadClient.Failure("no code in '\(Escaping.ascii(first))'")
    }
    if habit == "wants-text", first.count <= 4 { throw BadClient.Failure("no text") }
    if habit == "wants-text-first", first.count > 4, first[4] == 0x20 {
      throw BadClient.Failure("a blank too many")
    }
    var lines = [first]
    if first.dropFirst(3).first == UInt8(ascii: "-"), habit != "reads-first-line" {
      while true {
        let next = try line()
        lines.append(next)
        if habit == "wants-digits", next.isEmpty { throw BadClient.Failure("an empty line") }
        if Self.code(of: next) == code, next.count == 3 || next[3] == 0x20 { break }
        guard lines.count < 100_000 else { throw BadClient.Failure("no end") }
      }
    }
    return Self.reply(lines)
  }

  private static func reply(_ lines: [[UInt8]]) -> Answer {
    let number = lines.isEmpty ? nil : code(of: lines[0])
    return Answer(code: number.flatMap { ReplyCode(rawValue: UInt16($0)) } ?? 500, lines: lines)
  }

  private static func code(of line: [UInt8]) -> Int? {
    guard line.count >= 3, line.prefix(3).allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Int(String(decoding: line.prefix(3), as: UTF8.self))
  }

  /// The bytes of the next segment, taken for a reply.
  private func segment() throws -> Answer {
    var bytes: [UInt8] = []
    guard try connection.read(appendingTo: &bytes, deadline: .after(.seconds(20))) > 0 else {
      throw BadClient.Failure("the connection has ended")
    }
    let line = bytes.filter { $0 != 13 && $0 != 10 }
    guard Self.code(of: line) != nil, bytes.suffix(2) == [13, 10] else { throw BadClient.Failure("no reply") }
    return Self.reply([line])
  }

  /// The next line, without its line end and Telnet options.
  private func line() throws -> [UInt8] {
    while true {
      if let end = buffer.firstIndex(of: 0x0A) {
        var line = Array(buffer[..<end])
        buffer.removeSubrange(...end)
        if habit == "wants-crlf", line.last != 0x0D { throw BadClient.Failure("no CR") }
        if line.last == 0x0D { line.removeLast() }
        if habit == "wants-utf8", String(validating: line, as: UTF8.self) == nil {
          throw BadClient.Failure("no UTF-8")
        }
        if habit == "short-lines", line.count > 1_000 { throw BadClient.Failure("too long") }
        if habit == "wants-digits", line.first == 0xFF { throw BadClient.Failure("no digit") }
        while line.count >= 3, line[0] == 0xFF, 0xFB...0xFE ~= line[1] { line.removeFirst(3) }
        return line
      }
      guard buffer.count < 1 << 20 else { throw BadClient.Failure("no end of a line") }
      let patience = Duration.milliseconds(habit == "impatient" ? 100 : 20_000)
      guard try connection.read(appendingTo: &buffer, deadline: .after(patience)) > 0 else {
        throw BadClient.Failure("the connection has ended")
      }
    }
  }
}
