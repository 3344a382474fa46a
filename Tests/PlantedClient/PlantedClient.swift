import FTPProtocol
import FTPSystem
import FTPTransport

/// A client that downloads or uploads a file, without faults or with one on purpose: `PlantedClient FAULT PORT FILE
/// [UPLOAD]`.
///
/// It writes `out` into its folder, or reads UPLOAD from it, and ends with status 0 if all went well.
struct PlantedClient: ~Copyable {
  /// The transfer was given up.
  struct Failure: Error {}

  /// The faults, by name.
  enum Fault: String {
    case none
    /// It traps on a code of four digits.
    case fourDigits = "four-digits"
    /// It keeps reading preliminary replies after the connection has ended.
    case endlessPreliminary = "endless-preliminary"
    /// It takes the first line of a reply for the whole reply.
    case firstLine = "first-line"
    /// It believes that a download is complete when the data end.
    case dataEnd = "data-end"
    /// It stops after 1 MiB.
    case megabyte
    /// It writes files under the names in a listing.
    case names
    /// It keeps a line of any length until it ends.
    case longLine = "long-line"
    /// It traps on a size that is not a number.
    case size
    /// It expects six numbers in a 227.
    case numbers
    /// It sends the path of a 257 back unchanged.
    case path
    /// It believes that an upload is complete when everything is sent.
    case sentAll = "sent-all"
    /// It stops an upload when a reply comes, and reports success.
    case shortUpload = "short-upload"
  }

  let fault: Fault
  var control: TCPConnection
  var buffer: [UInt8] = []

  mutating func upload(_ name: String) throws {
    try logIn()
    let file = try LocalFile.open(name)
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    bytes.removeSubrange(try file.read(into: &bytes)...)
    let data = try connectData()
    try expect("1", send(bytes: Array("STOR new.bin".utf8), waits: false))
    if fault == .shortUpload {
      // A server that replies too early does so before it gets the rest of the data.
      try data.write(Array(bytes.prefix(1_000)))
      let patience = Deadline.after(.milliseconds(50))
      if !buffer.isEmpty || (try? control.read(appendingTo: &buffer, deadline: patience)) ?? 0 > 0 {
        bytes = []
      } else {
        bytes.removeFirst(1_000)
      }
    }
    try data.write(bytes)
    data.close()
    if fault != .sentAll { try expect("2", reply()) }
    _ = try? send("QUIT")
  }

  private mutating func logIn() throws {
    try expect("2", reply())
    try expect("3", send("USER ftpraw"))
    try expect("2", send("PASS secret"))
    try expect("2", send("TYPE I"))
  }

  mutating func download(_ file: [UInt8]) throws {
    try logIn()
    if fault == .path {
      let path =
        try send("PWD").split(separator: 0x22, omittingEmptySubsequences: false).dropFirst().first ?? []
      try expect("2", send(bytes: Array("CWD ".utf8) + path))
    }
    if fault == .size {
      let text = try send("SIZE pub/hello.txt").dropFirst(4).drop { $0 == 0x20 }
      guard Int(String(decoding: text, as: UTF8.self)) != nil else { fatalError("no size") }
    }
    if fault == .names {
      for name in try transfer(Array("NLST".utf8)).split(separator: 0x0A) {
        let name = name.filter { $0 != 0x0D }
        try? write([], to: String(decoding: name, as: UTF8.self))
      }
    }
    try write(transfer(Array("RETR ".utf8) + file), to: "out")
    _ = try? send("QUIT")
  }

  private mutating func transfer(_ command: [UInt8]) throws -> [UInt8] {
    let data = try connectData()
    try expect("1", send(bytes: command, waits: false))
    let bytes = try read(data)
    if fault != .dataEnd { try expect("2", reply()) }
    return bytes
  }

  private mutating func connectData() throws -> TCPConnection {
    let line = try send("PASV")
    try expect("2", line)
    let digits = line.dropFirst(4).split { !(0x30...0x39 ~= $0) }
    let numbers = digits.compactMap { UInt8(String(decoding: $0, as: UTF8.self)) }
    if fault != .numbers, numbers.count != 6 { throw Failure() }
    let port = UInt16(numbers[4]) << 8 | UInt16(numbers[5])
    return try TCPConnection.connect(to: .loopbackIPv4(port: port), deadline: .never)
  }

  private func read(_ data: consuming TCPConnection) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while try data.read(appendingTo: &bytes, deadline: .never) > 0 {
      if fault == .megabyte, bytes.count >= 1 << 20 { return Array(bytes.prefix(1 << 20)) }
    }
    return bytes
  }

  private func write(_ bytes: [UInt8], to name: String) throws {
    let file = try LocalFile.create(name, permissions: 0o644)
    try file.write(bytes)
    try file.close()
  }

  private func expect(_ digit: Unicode.Scalar, _ line: [UInt8]) throws {
    guard line.first == UInt8(ascii: digit) else { throw Failure() }
  }

  private mutating func send(_ command: String) throws -> [UInt8] { try send(bytes: Array(command.utf8)) }

  /// Sends a command and reads its final reply, or only the first.
  private mutating func send(bytes: [UInt8], waits: Bool = true) throws -> [UInt8] {
    try control.write(bytes + [0x0D, 0x0A])
    var line = try reply()
    while waits, line.first == UInt8(ascii: "1") {
      do { line = try reply() } catch { if fault != .endlessPreliminary { throw error } }
    }
    return line
  }

  /// The last line of the next reply.
  private mutating func reply() throws -> [UInt8] {
    let first = try line()
    let code = first.prefix(3)
    if fault == .fourDigits { precondition(first.count < 4 || !(0x30...0x39 ~= first[3])) }
    guard code.count == 3, code.allSatisfy({ 0x30...0x39 ~= $0 }) else { throw Failure() }
    if first.count > 3, first[3] != 0x20, first[3] != 0x2D { throw Failure() }
    guard first.dropFirst(3).first == 0x2D, fault != .firstLine else { return first }
    var lines = 0
    while true {
      let next = try line()
      if next.starts(with: code), next.count == 3 || next[3] == 0x20 { return next }
      lines += 1
      if lines > 10_000 { throw Failure() }
    }
  }

  private mutating func line() throws -> [UInt8] {
    var searched = 0
    while true {
      if let end = buffer[searched...].firstIndex(of: 0x0A) {
        defer { buffer.removeSubrange(...end) }
        return Array(buffer[..<end].filter { $0 != 0x0D })
      }
      searched = buffer.count
      if fault != .longLine, searched > 10_000 { throw Failure() }
      guard try control.read(appendingTo: &buffer, deadline: .never) > 0 else { throw Failure() }
    }
  }
}

@main
enum Main {
  static func main() {
    let words = CommandLine.arguments
    guard 4...5 ~= words.count, let fault = PlantedClient.Fault(rawValue: words[1]),
      let port = UInt16(words[2])
    else {
      ProcessExit.exit(2)
    }
    do {
      var client = PlantedClient(
        fault: fault, control: try TCPConnection.connect(to: .loopbackIPv4(port: port), deadline: .never))
      if words.count == 5 { try client.upload(words[4]) } else { try client.download(Array(words[3].utf8)) }
      ProcessExit.exit(0)
    } catch {
      ProcessExit.exit(1)
    }
  }
}
