import FTPCaptures
import FTPConversation
import FTPSystem

extension Subcommand {
  /// `ftpraw import CAPTURE -o FILE|DIR`.
  static let importing = Subcommand(
    "import",
    summary: "Make vectors of the FTP conversations in a packet capture",
    operands: [
      OperandSpecification("CAPTURE", .file, help: "A pcap or pcapng file. `-` is standard input.")
    ],
    options: [.recordOutput, .maxData, .origin],
    details: [
      """
      A control connection is one to port 21, or one whose server greets with 220 or 120. Data connections are those \
      that `PORT`, `EPRT`, `LPRT` and the replies 227, 228 and 229 agree on. Each control connection with its data \
      connections becomes one vector.
      """,
      """
      Segments that were sent again or came out of order are put in order; what the capture misses is told in a \
      comment. Of a capture that ends too early, what comes before is written, and the status is 1.
      """,
    ],
    examples: [
      Example("ftpraw import capture.pcap -o recorded/", "Write each conversation to a file of its own:")
    ],
    exitStatuses: [.fine, .negative, .usage, .localFile],
    action: .immediate { invocation throws(UsageError) in
      do {
        return try importCapture(invocation)
      } catch let error as LocalFileError {
        invocation.report(error.description)
        return .localFile
      } catch {
        invocation.report("\(error)")
        return .negative
      }
    })
}

private func importCapture(_ invocation: Invocation) throws -> ExitStatus {
  let name = invocation.operands.first?.text ?? "-"
  var recording = RecordingLimits(dataBytes: 65_536)
  if let limit = invocation.number(.maxData) { recording.dataBytes = limit }
  var importer = CaptureImporter(recording: recording)
  var failure: CaptureError?
  try InputFile.readWhile(name) { bytes in
    do throws(CaptureError) { try importer.append(bytes) } catch { failure = error }
    return failure == nil
  }
  do throws(CaptureError) { try importer.finish() } catch { failure = error }

  let shown = InputFile.display(name)
  let conversations = importer.conversations
  guard !conversations.isEmpty else {
    invocation.report("\(shown): \(failure?.description ?? importer.counts.absence)")
    return .negative
  }
  let output = invocation.value(.recordOutput) ?? "-"
  // Only then is anything made, so that what is refused leaves nothing behind.
  guard conversations.count == 1 || RecordedFiles.isFolder(output) else {
    invocation.report("\(shown) holds \(conversations.count) conversations; name a folder for them: -o DIR/")
    return .negative
  }
  let files = try RecordedFiles(output, console: invocation.console)
  let origin = RecordedVector.Origin(invocation, recorder: "a packet capture")
  for conversation in conversations {
    try files.write(RecordedVector(transcript: conversation.transcript, origin: origin))
  }
  if let failure {
    invocation.report("\(shown): \(failure); what comes before is written")
    return .negative
  }
  if importer.counts.fragments > 0 {
    invocation.report("\(shown): \(importer.counts.fragments) IP fragments were left out")
  }
  return .fine
}

extension CaptureCounts {
  /// Why there is no conversation, as far as the packets tell.
  fileprivate var absence: String {
    if packets == 0 { return "no packets" }
    if unknownLinks == packets { return "no FTP conversation; the type of link is not one that is known" }
    return "no FTP conversation in \(packets) packets, of which \(segments) are TCP"
  }
}
