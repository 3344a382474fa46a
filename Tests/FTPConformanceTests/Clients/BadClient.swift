import FTPConformance
import FTPProtocol
import FTPSystem
import FTPTransport

/// A small client with one bad habit, which the scenarios must find.
///
/// Without a bad habit (`none`) it does what a careful client does, as far as that is simple.
final class BadClient {
  /// Why the client gives up.
  struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }

  /// The client as a scenario runs it.
  static func tested(_ habit: String) -> @Sendable (ClientTask) async throws -> Void {
    if TrustingClient.habits.contains(habit) { return { try await TrustingClient.run($0, habit) } }
    return { task in
      try await BlockingThread.run { () throws(Failure) in
        if habit == "always-fails" { throw Failure("no") }
        do {
          for _ in 0..<(habit == "reconnects" ? 30 : 0) { _ = try? BadClient(habit, task).run() }
          try BadClient(habit, task).run()
        } catch {
          if habit == "shows-url" { task.print(task.url) }
          if habit != "always-succeeds" { throw Failure("\(error)") }
        }
      }
    }
  }

  let habit: String
  let task: ClientTask
  var control: Wire
  /// The announced port of the last transfer.
  var lastPort: UInt16?
  /// The size that SIZE returned.
  var size: Int?

  init(_ habit: String, _ task: ClientTask) throws {
    self.habit = habit
    self.task = task
    if habit == "opens-first", task.job != .list { try Self.write([], to: task.file) }
    control = try Wire(host: task.host, port: task.port, habit: habit)
  }

  var path: String {
    switch habit {
    case "sends-url-as-is":
      return task.url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true).last.map(
        String.init) ?? ""
    case "decodes-blindly":
      let path = task.url.split(separator: "/").dropFirst(2).joined(separator: "/")
      return path.replacing("%0D", with: "\r").replacing("%0A", with: "\n").replacing("%20", with: " ")
    case "trims-names": return task.path.split(separator: " ").joined(separator: " ")
    case "ascii-names": return String(task.path.filter(\.isASCII))
    default: return task.path
    }
  }

  func run() throws {
    if habit == "keeps-existing", Self.contents(task.file) != nil { return }
    try logIn()
    switch task.job {
    case .get, .resume, .active, .tls, .tlsActive, .implicit: try download()
    case .put, .tlsPut: try upload()
    case .list:
      for line in try listing(path) { task.print(line) }
    case .resumePut: try resumeUpload()
    case .move: try move()
    case .mirror, .tlsMirror: try mirror(path, task.mirrorFolder)
    case .delete: try expect("2", command("DELE \(path)"))
    case .rename:
      try expect("3", command("RNFR \(path)"))
      if habit == "noop-between" { _ = try command("NOOP") }
      try expect("2", command("RNTO \(task.target)"))
    }
    try leave()
  }

  /// Fails if a reply has another first digit; the exact code matters only to one habit.
  func expect(_ digit: Character, _ reply: Answer, code: ReplyCode? = nil) throws {
    if habit == "ignores-refusals" { return }
    if habit == "wants-codes", let code, reply.code != code { throw Failure("\(reply.code)") }
    guard reply.code.description.first == digit else {
      throw Failure("\(reply.code) where \(digit)yz is right")
    }
  }

  func command(_ line: String) throws -> Answer {
    let line = habit == "cuts-long-lines" ? String(line.prefix(100)) : line
    if habit != "decodes-blindly", line.utf8.contains(where: { $0 == 13 || $0 == 10 }) {
      throw Failure("a line end")
    }
    return try control.command((habit == "blank-before-verb" && line.hasPrefix("TYPE") ? " " : "") + line)
  }

  // MARK: - Sessions

  func logIn() throws {
    var user = habit == "names-local-user" ? task.user ?? "root" : task.user ?? "anonymous"
    if habit == "sends-url-as-is" { user = String(task.url.dropFirst(6).prefix { $0 != ":" }) }
    let password =
      habit == "sends-url-as-is"
      ? String(task.url.split(separator: "@").first?.split(separator: ":").last ?? "")
      : task.user == nil ? "someone@example.com" : task.password
    if habit == "speaks-first" { try control.send("USER \(user)") }
    var greeting = try control.reply()
    while habit != "takes-120", greeting.code.isPreliminary { greeting = try control.reply() }
    try expect("2", greeting, code: 220)
    if habit == "negotiates-telnet" {
      try control.send(bytes: [0xFF, 0xFB, 0x01] + Array("NOOP\r\n".utf8)); _ = try control.reply()
    }
    if habit == "host-with-port" { _ = try command("HOST localhost:21") }
    if habit == "sends-password-twice" { _ = try command("PASS \(password)") }
    for _ in 0..<(habit == "logs-in-twice" ? 2 : 1) {
      let first: Answer
      if habit == "pipelines" {
        try control.send("USER \(user)\r\nPASS \(password)")
        first = try control.reply()
      } else {
        first = habit == "speaks-first" ? try control.reply() : try command("USER \(user)")
      }
      if habit == "wants-codes" { try expect("3", first, code: 331) }
      if habit == "ignores-refusals" || first.code.description.first == "3" {
        var reply = try habit == "pipelines" ? control.reply() : command("PASS \(password)")
        for _ in 0..<30 where habit == "repeats-password" && reply.code == 331 {
          reply = try command("PASS \(password)")
        }
        try expect("2", reply, code: 230)
      } else {
        try expect("2", first)
      }
    }
    if habit == "late-host" { _ = try command("HOST localhost") }
    if habit == "assumes-utf8" { _ = try command("OPTS UTF8 ON") } else { try askFeatures() }
    if habit == "wants-syst" { guard try command("SYST").code == 215 else { throw Failure("no SYST") } }
    if habit == "wants-pwd" {
      let reply = try command("PWD")
      let quotes = reply.bytes.count { $0 == 0x22 }
      guard reply.code == 257, quotes >= 2 else { throw Failure("no path") }
    }
    if habit == "sends-listed-path" {
      let reply = try command("PWD").bytes.split(separator: 0x22, omittingEmptySubsequences: false)
      try control.send(bytes: Array("CWD ".utf8) + (reply.dropFirst().first ?? []) + [13, 10])
      _ = try control.reply()
    }
  }

  private func askFeatures() throws {
    let reply = try command("FEAT")
    if habit == "wants-feat", reply.code != 211 { throw Failure("no FEAT") }
    guard habit == "wants-known-features", reply.code == 211 else { return }
    for line in reply.lines.dropFirst().dropLast() {
      let text = String(decoding: line, as: UTF8.self)
      guard text.hasPrefix(" "), !text.contains("211-"), !text.contains("XNONE"), !text.contains("and more")
      else {
        throw Failure("what is '\(text)'?")
      }
    }
  }

  private func leave() throws {
    if habit == "leaves-without-quit" { return }
    let reply: Answer
    do { reply = try command("QUIT") } catch {
      if habit == "wants-quit" || habit == "short-lines" { throw error }
      return
    }
    if habit == "wants-quit", reply.code != 221 { throw Failure("no farewell") }
    if habit == "waits-for-close" { try control.expectEnd() }
  }

  // MARK: - Files

  static func write(_ bytes: [UInt8], to name: String) throws {
    let file = try LocalFile.create(name, permissions: 0o644)
    try file.write(bytes)
    try file.close()
  }

  static func contents(_ name: String) -> [UInt8]? {
    guard let file = try? LocalFile.open(name) else { return nil }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while let count = try? file.read(into: &buffer), count > 0 { bytes += buffer[..<count] }
    return bytes
  }

  private func download() throws {
    let local = task.job == .resume ? Self.contents(task.file) ?? [] : []
    if habit == "rest-too-early" { _ = try command("REST \(local.count)") }
    try enterFolder()
    let name = habit == "sends-url-as-is" ? path : path.split(separator: "/").last.map(String.init) ?? path
    try setType()
    try askFacts(name)
    if habit == "appends-blindly" || habit == "appends-whole" { return try append(name, local) }
    var start = 0
    if !local.isEmpty, let size, local.count <= size, try command("REST \(local.count)").code == 350 {
      start = local.count
    }
    var bytes = try transfer("RETR \(name)", isData: true)
    if habit == "stops-at-size" { bytes = Array(bytes.prefix(size ?? 0)) }
    if start > 0 { bytes = Array(local.prefix(start)) + bytes }
    if let size, size > 0, size != bytes.count,
      !["believes-226", "believes-data-end", "keeps-ascii", "wants-150", "cuts-at-150", "wants-150-once"]
        .contains(habit)
    {
      throw Failure("\(bytes.count) bytes of \(size)")
    }
    if start > 0, size == nil { throw Failure("nobody knows whether all is there") }
    if habit == "overlooks-full-disk" { bytes = Array(bytes.prefix(64 << 10)) }
    try Self.write(bytes, to: task.file)
    // 1,709,251,199 is 23:59:59 on 29 February 2024 in UTC.
    if let time: Int64 = ["epoch-times": 0, "local-times": 1_709_251_199 + 5 * 3_600][habit] {
      try DirectoryRoot.open(task.folder).setModificationTime(
        LocalClock.WallTime(seconds: time), of: [Array(name.utf8)])
    }
  }

  private func append(_ name: String, _ local: [UInt8]) throws {
    if habit == "appends-blindly" { _ = try command("REST \(local.count)") }
    var bytes: [UInt8]? = try? transfer("RETR \(name)", isData: true)
    if bytes == nil { bytes = try? transfer("RETR \(name)", isData: true) }
    try Self.write(local + (bytes ?? []), to: task.file)
  }

  private func enterFolder() throws {
    guard habit != "wrong-folder", habit != "sends-url-as-is" else { return }
    for part in path.split(separator: "/").dropLast() { try expect("2", command("CWD \(part)"), code: 250) }
  }

  private func setType() throws {
    if habit != "keeps-ascii" { try expect("2", command("TYPE I"), code: 200) }
  }

  private func askFacts(_ name: String) throws {
    let reply = try command("SIZE \(name)")
    let text = String(
      decoding: reply.bytes.dropFirst(4).prefix { 0x30...0x39 ~= $0 || $0 == 0x2D }, as: UTF8.self)
    if reply.code == 213 { size = Int(text).flatMap { $0 > 0 ? $0 : nil } }
    if habit == "wants-size" {
      let digits = reply.bytes.dropFirst(4).filter { $0 > 0x20 }
      guard reply.code == 213, !digits.isEmpty, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else {
        throw Failure("no size")
      }
    }
    let time = try command("MDTM \(name)")
    let digits = time.bytes.dropFirst(4).filter { $0 > 0x20 }
    if habit == "wants-time" {
      guard time.code == 213, digits.count == 14, digits.allSatisfy({ 0x30...0x39 ~= $0 }) else {
        throw Failure("no time")
      }
    }
  }

  /// Downloads the file and deletes it on the server.
  private func move() throws {
    do { try download() } catch { guard habit == "deletes-anyway" else { throw error } }
    try expect("2", command("DELE \(task.path.split(separator: "/").last ?? "")"))
  }

  /// Continues an upload from the size that the server announces.
  private func resumeUpload() throws {
    let bytes = Self.contents(task.file) ?? []
    try setType()
    try askFacts(path)
    if habit == "appends-whole" {
      _ = try transfer("APPE \(path)", isData: true, sending: bytes)
      return
    }
    let start = min(size ?? 0, bytes.count)
    if size == nil { throw Failure("where to continue is not known") }
    let rest = Array(bytes.dropFirst(start))
    if habit == "appends-from-size" {
      _ = try transfer("APPE \(path)", isData: true, sending: rest)
      return
    }
    let reply = try command("REST \(start)")
    if habit != "appends-blindly" { try expect("3", reply) }
    _ = try transfer("STOR \(path)", isData: true, sending: rest)
  }

  private func upload() throws {
    let bytes = Self.contents(task.file) ?? []
    try setType()
    guard habit == "renames-blindly" else {
      _ = try transfer("STOR \(path)", isData: true, sending: bytes)
      return
    }
    _ = try transfer("STOR \(path).tmp", isData: true, sending: bytes)
    _ = try command("RNFR \(path).tmp")
    _ = try command("RNTO \(path)")
  }
}
