import FTPConversation
import FTPTransport
import TestSupport

/// A server that takes any login and never comes to an end with one thing.
final class EndlessServer: Sendable {
  /// What never ends.
  enum Flood: String, CaseIterable {
    /// The data of every transfer.
    case data
    /// The lines of the replies that have several.
    case lines
    /// The replies, from the login on.
    case replies
    /// No reply, but each one is ten megabytes long.
    case longReplies
  }

  let port: UInt16
  /// Has an element whenever something was sent.
  let progress: AsyncStream<Void>
  private let wakeUp = WakeUp()

  init(_ flood: Flood) throws {
    let listener = try TCPListener(on: .loopbackIPv4(port: 0))
    port = listener.localAddress.port
    let handover = Handover(listener)
    let wakeUp = wakeUp
    let sent: AsyncStream<Void>.Continuation
    (progress, sent) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    try BlockingThread.start {
      defer { sent.finish() }
      guard let listener = handover.take() else { return }
      while let connection = try? listener.accept(wakeUp: wakeUp) {
        let client = Handover(connection)
        try? BlockingThread.start { try? Self.serve(client.take(), flood, wakeUp, sent) }
      }
    }
  }

  deinit { wakeUp.signal() }

  private static let answers = [
    "USER": "331 Password?", "TYPE": "200 Done.", "NOOP": "200 Done.", "SYST": "215 UNIX Type: L8",
    "PWD": "257 \"/\" it is.", "MKD": "257 \"/new\" made.", "CWD": "250 Done.", "RMD": "250 Done.",
    "DELE": "250 Done.", "SIZE": "213 5", "MDTM": "213 20240101000000", "QUIT": "221 Bye.",
  ]

  private static func serve(
    _ client: consuming TCPConnection?, _ flood: Flood, _ wakeUp: WakeUp,
    _ sent: AsyncStream<Void>.Continuation
  ) throws {
    guard let client else { return }
    var listener: TCPListener?
    func say(_ text: String) throws { try client.write(Array("\(text)\r\n".utf8)) }
    try say("220 Ready.")
    var held: [UInt8] = []
    while true {
      sent.yield()
      while !held.contains(0x0A) {
        guard try client.read(appendingTo: &held) > 0 else { return }
      }
      let line = held.prefix { $0 != 0x0A }
      held.removeFirst(line.count + 1)
      let verb = String(decoding: line.prefix { $0 != 0x20 && $0 != 0x0D }, as: UTF8.self).uppercased()
      switch verb {
      case "PASS":
        try say("230 In.")
        if flood == .replies { try forever(client, "200 And another one.\r\n", sent) }
      case "EPSV", "PASV":
        let made = try TCPListener(on: .loopbackIPv4(port: 0))
        let port = made.localAddress.port
        listener = consume made
        try say(
          verb == "EPSV" ? "229 x (|||\(port)|)" : "227 x (127,0,0,1,\(port >> 8),\(port & 0xFF))")
      case "LIST", "NLST", "MLSD", "RETR", "STOR", "APPE", "STOU":
        guard let open = listener.take() else {
          try say("425 Where?")
          continue
        }
        try say("150 Here.")
        let data = try open.accept(wakeUp: wakeUp)
        if verb.hasPrefix("S") || verb == "APPE" {
          _ = try? data.readToEnd()
        } else if flood == .data {
          try? forever(data, "-rw-r--r-- 1 u g 5 Jan 01 2024 name\r\n", sent)
        } else {
          try? data.write(Array("-rw-r--r-- 1 u g 5 Jan 01 2024 name\r\n".utf8))
        }
        data.close()
        try say("226 Done.")
      default:
        if let answer = answers[verb] {
          try say(answer)
        } else if flood == .lines {
          try say("211-Begin")
          try forever(client, " and so on\r\n", sent)
        } else if flood == .longReplies {
          try say("211-Begin\r\n\(String(repeating: " and so on, and so on\r\n", count: 450_000))211 End")
        } else {
          try say("502 No.")
        }
      }
    }
  }

  private static func forever(
    _ connection: borrowing TCPConnection, _ line: String, _ sent: AsyncStream<Void>.Continuation
  ) throws {
    let piece = Array(String(repeating: line, count: 2_000).utf8)
    while true {
      try connection.write(piece)
      sent.yield()
    }
  }
}
