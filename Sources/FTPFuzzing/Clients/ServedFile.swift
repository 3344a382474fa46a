import FTPConversation
import FTPProtocol

/// What a server has said and sent for one file, or has said and got, as its recordings have it: what a client can know of the
/// transfer.
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
    /// Unknown.
    case unclear
  }

  private(set) var outcome = Outcome.untried
  /// What went of it over data connections.
  private(set) var bytes: [UInt8] = []
  /// Whether it was sent as text.
  private(set) var isText = false
  /// Whether ``bytes`` are all, and nothing but the bytes of the file.
  private(set) var isComparable = true
  /// Whether the client has ended the data: what it sends to a server that reads no more, or never did, is not known.
  private var isEndedByClient = false
  /// All numbers that were said, of which one may be the size of the file.
  private(set) var numbers: Set<Int> = []

  /// The last part of the name of a file that is downloaded; nil for one that is uploaded, under whatever name.
  private let name: ArraySlice<UInt8>?
  /// How long a reply that has not ended may be to be nothing else.
  private static let longestUnfinished = 1_000

  /// Reads the recordings of all sessions, the oldest first.
  ///
  /// - Parameters:
  ///   - name: The file, of which the last part of the path counts.
  ///   - transcripts: The recordings.
  init(_ name: String, in transcripts: [Transcript]) {
    self.init(named: Self.base(Array(name.utf8)), transcripts)
  }

  /// Reads the recordings of all sessions of a client that has one file to upload.
  init(uploadedIn transcripts: [Transcript]) { self.init(named: nil, transcripts) }

  private init(named name: ArraySlice<UInt8>?, _ transcripts: [Transcript]) {
    self.name = name
    for transcript in transcripts { read(transcript) }
    // What was not kept may be what it is about.
    if transcripts.contains(where: { $0.omittedEvents > 0 }) { outcome = .unclear }
  }

  private static func base(_ path: [UInt8]) -> ArraySlice<UInt8> {
    path.split(separator: 0x2F).last ?? []
  }

  /// Whether a command transfers the file; nil for one that transfers nothing in its direction.
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
    /// The number of the command for the file, while it is not answered.
    var open: Int?
    /// Whether data belong to the file.
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
      case .dataClosed(_, _, let ending):
        if isCurrent { isEndedByClient = ending == .closedByClient || ending == .resetByClient }
      case .data(_, let direction, let more, let omitted):
        if isCurrent, direction == (name == nil ? .upload : .download) {
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

  /// What is wrong with taking the transfer for a success, given the file of the client.
  ///
  /// - Parameter file: The contents of the file that it has written, or uploads; nil if there is none.
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
    // The size that was announced tells as well that a file is whole.
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
    // A server that sends more than it has announced has contradicted itself.
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
