import FTPConversation
import FTPProtocol

/// What a server said and sent, or said and received, for one file, according to its recordings: all that a client can
/// know of the transfer.
struct ServedFile {
  /// The outcome of the last transfer of the file.
  enum Outcome: Hashable {
    /// The client never asked for it.
    case untried
    /// The answer was this code, which says that the transfer failed.
    case refused(ReplyCode)
    /// The server closed the connection before it said that the transfer was complete.
    case cutOff
    /// The server said that the transfer was complete.
    case complete
    /// Unknown.
    case unclear
  }

  private(set) var outcome = Outcome.untried
  /// The bytes of the file that were transferred.
  private(set) var bytes: [UInt8] = []
  /// Whether the transfer was in a text type.
  private(set) var isText = false
  /// Whether ``bytes`` are all bytes of the transfer, and only those of the file.
  private(set) var isComparable = true
  /// Whether the client ended the data.
  ///
  /// It is unknown what a client sends to a server that no longer reads, or never did.
  private var isEndedByClient = false
  /// All numbers in replies and other data, one of which may be the size of the file.
  private(set) var numbers: Set<Int> = []

  /// The last part of the name of a downloaded file; nil for an uploaded file, whatever its name.
  private let name: ArraySlice<UInt8>?
  /// How long an unfinished reply may be to be certainly nothing more than that.
  private static let longestUnfinished = 1_000

  /// Reads the recordings of all sessions, the oldest first.
  ///
  /// - Parameters:
  ///   - name: The file; only the last part of the path counts.
  ///   - transcripts: The recordings.
  init(_ name: String, in transcripts: [Transcript]) {
    self.init(named: Self.base(Array(name.utf8)), transcripts)
  }

  /// Reads the recordings of all sessions of a client that has one file to upload.
  init(uploadedIn transcripts: [Transcript]) { self.init(named: nil, transcripts) }

  private init(named name: ArraySlice<UInt8>?, _ transcripts: [Transcript]) {
    self.name = name
    for transcript in transcripts { read(transcript) }
    // What was not recorded may concern this file.
    if transcripts.contains(where: { $0.omittedEvents > 0 }) { outcome = .unclear }
  }

  private static func base(_ path: [UInt8]) -> ArraySlice<UInt8> {
    path.split(separator: 0x2F).last ?? []
  }

  /// Whether a command transfers the file; nil if it transfers nothing in that direction.
  private func isForFile(_ command: Command) -> Bool? {
    guard let name else { return command.verb.sendsData ? true : nil }
    return command.verb == .retr ? Self.base(command.argument ?? []) == name : nil
  }

  private mutating func read(_ transcript: Transcript) {
    var commands: [Command] = []
    var finals: [ReplyCode] = []
    var restart = 0
    var isASCII = true
    var isPlain = true
    /// The number of the command for the file, until it is answered.
    var open: Int?
    /// Whether the data belong to the file.
    var isCurrent = false
    for event in transcript.events {
      switch event.content {
      case .command(let line, _):
        guard let command = Command(parsing: line.bytes) else { continue }
        commands.append(command)
        guard let isForFile = isForFile(command) else { continue }
        isCurrent = isForFile
        guard isCurrent else { continue }
        if command.verb != .appe { bytes = Array(bytes.prefix(restart)) }
        if bytes.count < restart { isComparable = false }
        restart = 0
        isEndedByClient = false
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
        // If there are more replies than commands, a client may take another one for the answer.
        let counted = number < finals.count ? finals[number] : nil
        switch reply.code.kind {
        case .completion: outcome = .complete
        case .transientFailure, .permanentFailure:
          outcome = counted.map(\.isNegative) ?? true ? .refused(reply.code) : .unclear
        default: outcome = .unclear
        }
        open = nil
      case .unfinishedReply(let bytes, _):
        // Even an incomplete line may be taken for a reply, and a text that is longer than any reply may contain
        // others.
        if bytes.first == UInt8(ascii: "2") || bytes.count > Self.longestUnfinished { open = nil }
      case .mark(.dataClosed(_, let closing)):
        if isCurrent {
          isEndedByClient = closing.ending == .closedByClient || closing.ending == .resetByClient
        }
      case .data(_, let direction, let more, let omitted):
        if isCurrent, direction == (name == nil ? .upload : .download) {
          bytes += more
          if omitted > 0 { isComparable = false }
        } else {
          numbers.formUnion(Self.numbers(in: more))
        }
      case .mark(.controlClosed(let end)):
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

  /// What is wrong if the client reports success, given its file.
  ///
  /// - Parameter file: The contents of the file that the client wrote, or uploads; nil if there is none.
  /// - Returns: the fault; nil if nothing is wrong.
  func damage(_ file: [UInt8]?) -> ClientFault? {
    let isUpload = name == nil
    func fault(_ rule: String, _ words: String) -> ClientFault {
      ClientFault(
        .damage, rule: isUpload ? "upload \(rule)" : rule, "exit status 0, though \(words)")
    }
    switch outcome {
    case .untried: return fault("untried", isUpload ? "nothing was uploaded" : "the file was never requested")
    case .refused(let code): return fault("refused", "the transfer was answered with \(code)")
    // The announced size also shows that a file is complete.
    case .cutOff where file.map { $0 == bytes && numbers.contains($0.count) } ?? false: return nil
    case .cutOff: return fault("cut off", "the connection ended before the transfer was confirmed")
    case .unclear: return nil
    case .complete: break
    }
    guard let file else {
      return isUpload ? nil : fault("no file", "there is no file after a transfer of \(bytes.count) bytes")
    }
    guard isComparable, !isUpload || isEndedByClient else { return nil }
    let (moved, own) = isText ? (bytes.filter { $0 != 0x0D }, file.filter { $0 != 0x0D }) : (bytes, file)
    guard moved != own else { return nil }
    // A server that sends more than it announced contradicts itself.
    if !isUpload, moved.starts(with: own), numbers.contains(own.count) { return nil }
    let place = zip(moved, own).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    return fault(
      "other bytes",
      (isUpload
        ? "\(bytes.count) bytes arrived of a file of \(file.count)"
        : "\(bytes.count) bytes were sent and \(file.count) written")
        + (place.map { ", which differ from byte \($0) on" } ?? ""))
  }
}
