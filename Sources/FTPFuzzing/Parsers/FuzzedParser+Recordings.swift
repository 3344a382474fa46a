import FTPCaptures
import FTPConversation
import FTPProtocol
import FTPText
import FTPVectors

/// Recordings of conversations, live or from a capture.
extension FuzzedParser {
  /// A recorder of a conversation in which a password occurs again and again.
  ///
  /// In the input, a byte 2 begins what the client sends next, 3 what the server sends, and 4 what goes over a data
  /// connection; 1 stands for the password.
  static let recordings = FuzzedParser(
    "recordings", "the recorder, with a conversation in which a password is repeated",
    oracles: [.secrecy, .printing, .messages],
    longest: 512, sampleRuns: 120,
    check: { input throws(ParserFault) in try RecordedInput(input).check() })

  /// Captures in pcap and pcapng.
  static let captures: FuzzedParser = {
    let generator = CaptureGenerator(Self.sample.capture())
    return FuzzedParser(
      "captures", "pcap and pcapng", oracles: [.segmentation, .printing, .messages],
      seeds: generator.forms, longest: 8_192, sampleRuns: 60,
      harvest: { [$0.vector.capture()] }, generate: { generator.make(&$0) },
      check: { input throws(ParserFault) in
        let whole = try ImportedCapture([input.bytes[...]])
        for pieces in input.segmentations {
          let cut = try ImportedCapture(pieces)
          try ParserOracle.segmentation.expect(cut == whole, "whole \(whole), in pieces \(cut)")
        }
        for transcript in whole.conversations.map(\.transcript) { try FileCheck.transcript(transcript) }
      })
  }()

  /// A download in passive mode and an upload in active mode.
  static let sample = FileCheck.sample(
    """
    S> 220 Ready.
    C> USER me
    S> 331 Password.
    C> PASS secret
    S> 230 In.
    C> EPSV
    S> 229 Passive (|||50001|)
    -- open data to 127.0.0.1:50001
    C> RETR notes.txt
    S> 150 Here.
    D> line one\\r\\n
    -- close data (10 bytes, closed by the server)
    S> 226 Done.
    C> PORT 127,0,0,1,195,82
    S> 200 Port.
    C> STOR copy.txt
    S> 150 Send.
    -- open data from 127.0.0.1:20
    D< up\\r\\n
    -- close data (4 bytes, closed by the client)
    S> 226 Thanks.
    C> QUIT
    S> 221 Bye.

    """)
}

private struct ImportedCapture: Equatable, CustomStringConvertible {
  let conversations: [CapturedConversation]
  private let error: CaptureError?

  init(_ pieces: [ArraySlice<UInt8>]) throws(ParserFault) {
    var importer = CaptureImporter()
    var failure: CaptureError?
    do throws(CaptureError) {
      for piece in pieces { try importer.append(piece) }
    } catch {
      failure = error
    }
    do throws(CaptureError) { try importer.finish() } catch { failure = failure ?? error }
    if let failure { try ReadingCheck.message(failure.description) }
    error = failure
    conversations = importer.conversations
  }

  var description: String {
    "\(error?.description ?? "no error"), \(conversations.map { "\($0.transcript)" })"
  }
}

/// A conversation with a password in it, and what a recorder keeps of it.
private struct RecordedInput {
  /// No part of it is a word in a message.
  private static let password = Array("qXzJkWvYqJ7".utf8)

  private let recorder = ConversationRecorder(limits: RecordingLimits(dataBytes: 200))
  /// Whether the password was sent as one before it occurred anywhere else, and so must not be shown.
  private var isSecret = false

  init(_ input: FuzzInput) {
    var commands = CommandParser()
    var replies = ReplyParser()
    var isSaid = false
    var isUser = false
    let pieces = input.segmentations.last ?? []
    let ends = Set(pieces.map(\.endIndex))
    var side: UInt8 = 2
    var run: [UInt8] = []
    func flush(_ recorder: ConversationRecorder) {
      defer { run = [] }
      guard !run.isEmpty else { return }
      let saysIt = run.firstRange(of: Self.password) != nil
      switch side {
      case 3:
        isSaid = isSaid || saysIt && !isSecret
        replies.append(run)
        while let reply = try? replies.next() { recorder.reply(reply) }
      case 4:
        isSaid = isSaid || saysIt && !isSecret
        let connection = recorder.dataOpened(
          ConversationMark.Opening(isPassive: true, local: "a:1", peer: "b:2"))
        recorder.data(connection, .download, run.span)
        recorder.dataClosed(connection, .closedByServer)
      default:
        recorder.commandBytes(run)
        commands.append(run)
        while let outcome = commands.next() {
          guard case .command(let command, let line, _) = outcome else { continue }
          isUser = isUser || command.verb == .user && command.argument?.firstRange(of: Self.password) != nil
          let isPassword = command.verb == .pass && command.argument == Self.password
          if isPassword, !isSaid, !isUser { isSecret = true }
          isSaid = isSaid || line.firstRange(of: Self.password) != nil && !isSecret
        }
      }
    }
    for (index, byte) in input.bytes.enumerated() {
      switch byte {
      case 1: run += Self.password
      case 2, 3, 4:
        flush(recorder)
        side = byte
      default: run.append(byte)
      }
      if ends.contains(index + 1) { flush(recorder) }
    }
    flush(recorder)
    // The rest of the server's bytes never became a reply.
    if replies.heldByteCount > 0, let rest = try? replies.finish() { recorder.reply(rest) }
    recorder.controlClosed(.byClient)
    if isUser { isSecret = false }
  }

  func check() throws(ParserFault) {
    let transcript = recorder.transcript
    if isSecret {
      var told = Array(transcript.description.utf8)
      for event in transcript.events { event.json.append(to: &told) }
      for verdict in recorder.verdicts { told += verdict.description.utf8 }
      told += Vector(transcript).description.utf8
      told += transcript.capture()
      if let place = told.firstRange(of: Self.password) {
        let around = told[max(0, place.lowerBound - 30)..<min(told.count, place.upperBound + 10)]
        throw ParserFault(.secrecy, "it says \(Escaping.ascii(around))")
      }
    }
    try FileCheck.transcript(transcript)
  }
}
