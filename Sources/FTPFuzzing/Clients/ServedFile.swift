import FTPConversation
import FTPProtocol

/// What a server has said and sent for one file, as its recordings have it: what a client can know of the transfer.
struct ServedFile {
  /// What became of the last transfer of the file.
  enum Outcome: Hashable {
    /// It was never asked for.
    case untried
    /// It was answered with this code, which says that it has failed.
    case refused(ReplyCode)
    /// The server has closed the connection and had not said that it is complete.
    case cutOff
    /// It was said to be complete.
    case complete
    /// Nobody can say.
    case unclear
  }

  private(set) var outcome = Outcome.untried
  /// What was sent of it over data connections.
  private(set) var bytes: [UInt8] = []
  /// Whether it was sent as text.
  private(set) var isText = false
  /// Whether ``bytes`` are all, and nothing but the bytes of the file.
  private(set) var isComparable = true
  /// All numbers that were said, of which one may be the size of the file.
  private(set) var numbers: Set<Int> = []

  private let name: ArraySlice<UInt8>
  /// How long a reply that has not ended may be to be nothing else.
  private static let longestUnfinished = 1_000

  /// Reads the recordings of all sessions, the oldest first.
  ///
  /// - Parameter name: The file, of which the last part of the path counts.
  init(_ name: String, in transcripts: [Transcript]) {
    self.name = Self.base(Array(name.utf8))
    for transcript in transcripts { read(transcript) }
    // What was not kept may be what it is about.
    if transcripts.contains(where: { $0.omittedEvents > 0 }) { outcome = .unclear }
  }

  private static func base(_ path: [UInt8]) -> ArraySlice<UInt8> {
    path.split(separator: 0x2F).last ?? []
  }

  private mutating func read(_ transcript: Transcript) {
    var commands: [Command] = []
    var finals: [ReplyCode] = []
    var restart = 0
    var isASCII = true
    var isPlain = true
    /// The number of the command for the file, while it is not answered.
    var open: Int?
    /// Whether data belong to the file.
    var isCurrent = false
    for event in transcript.events {
      switch event.content {
      case .command(let line, _):
        guard let command = Command(parsing: line.bytes) else { continue }
        commands.append(command)
        guard command.verb == .retr else { continue }
        isCurrent = Self.base(command.argument ?? []) == name
        guard isCurrent else { continue }
        bytes = Array(bytes.prefix(restart))
        if bytes.count < restart { isComparable = false }
        restart = 0
        isText = isASCII
        if !isPlain { isComparable = false }
        outcome = .unclear
        open = commands.count
      case .reply(let reply, _, _):
        numbers.formUnion(Self.numbers(in: reply.bytes))
        guard !reply.code.isPreliminary else { continue }
        let last = commands.last
        if reply.code.kind == .completion, last?.verb == .type {
          isASCII = last?.argument?.first.map { $0 & 0xDF } != UInt8(ascii: "I")
        }
        if reply.code.kind == .completion, last?.verb == .mode || last?.verb == .stru {
          isPlain = last?.argument == [UInt8(ascii: last?.verb == .mode ? "S" : "F")]
        }
        if reply.code == 350, last?.verb == .rest { restart = last.flatMap { Int($0.text) } ?? 0 }
        finals.append(reply.code)
        guard let number = open else { continue }
        // Where there are more replies than commands, a client may take another one for the answer.
        let counted = number < finals.count ? finals[number] : nil
        switch reply.code.kind {
        case .completion: outcome = .complete
        case .transientFailure, .permanentFailure:
          outcome = counted.map(\.isNegative) ?? true ? .refused(reply.code) : .unclear
        default: outcome = .unclear
        }
        open = nil
      case .unfinishedReply(let bytes, _):
        // What is not even a line may be taken for a reply; and what is longer than any reply may hold others.
        if bytes.first == UInt8(ascii: "2") || bytes.count > Self.longestUnfinished { open = nil }
      case .data(_, .download, let more, let omitted):
        if isCurrent {
          bytes += more
          if omitted > 0 { isComparable = false }
        } else {
          numbers.formUnion(Self.numbers(in: more))
        }
      case .controlClosed(let end):
        if open != nil, end == .byServer { outcome = .cutOff }
        open = nil
      default: break
      }
    }
  }

  private static func numbers(in bytes: [UInt8]) -> Set<Int> {
    Set(
      bytes.split { !(0x30...0x39 ~= $0) }.prefix(10_000).compactMap { digits in
        digits.count <= 18 ? Int(String(decoding: digits, as: UTF8.self)) : nil
      })
  }

  /// What is wrong with taking the transfer for a success, given what the client has written; nil for nothing.
  ///
  /// - Parameter written: The contents of the client's file; nil where there is none.
  func damage(_ written: [UInt8]?) -> ClientFault? {
    func fault(_ rule: String, _ words: String, isLenient: Bool = false) -> ClientFault {
      ClientFault(
        .damage, rule: rule, isLenient: isLenient, "exit status 0, though \(words)")
    }
    switch outcome {
    case .untried: return fault("untried", "the file was never asked for")
    case .refused(let code): return fault("refused", "the transfer was answered with \(code)")
    // The size that was announced tells as well that a file is whole.
    case .cutOff where written.map { $0 == bytes && numbers.contains($0.count) } ?? false: return nil
    case .cutOff: return fault("cut off", "the connection ended before the transfer was said to be complete")
    case .unclear: return nil
    case .complete: break
    }
    guard let written else {
      return fault("no file", "there is no file after a transfer of \(bytes.count) bytes")
    }
    guard isComparable else { return nil }
    let (sent, kept) =
      isText ? (bytes.filter { $0 != 0x0D }, written.filter { $0 != 0x0D }) : (bytes, written)
    guard sent != kept else { return nil }
    // A server that sends more than it has announced has contradicted itself.
    if sent.starts(with: kept), numbers.contains(kept.count) { return nil }
    let place = zip(sent, kept).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    return fault(
      "other bytes",
      "\(bytes.count) bytes were sent and \(written.count) written"
        + (place.map { ", which differ from byte \($0) on" } ?? ""))
  }
}
