import FTPCaptures
import FTPConversation
import FTPSystem

extension Subcommand {
  /// `ftpraw import CAPTURE -o FILE|DIR`.
  static let importing = Subcommand(
    name: "import",
    operands: [OperandSpecification("CAPTURE", .file)],
    options: [.recordOutput, .controlPort, .maxData, .origin],
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

extension OptionSpecification {
  fileprivate static let controlPort = OptionSpecification(
    "port", of: "import", value: Value("N", .number(1...65_535)), isRepeatable: true)
}

private func importCapture(_ invocation: Invocation) throws -> ExitStatus {
  let name = invocation.operands.first?.text ?? "-"
  var recording = RecordingLimits(dataBytes: 65_536)
  if let limit = invocation.number(.maxData) { recording.dataBytes = limit }
  let ports = invocation.values(.controlPort).compactMap { UInt16($0) }
  var importer = CaptureImporter(recording: recording, controlPorts: Set(ports + [21]))
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
  // Files are made only after this, so that a refusal leaves none.
  guard conversations.count == 1 || RecordedFiles.isFolder(output) else {
    invocation.report(
      "\(shown) contains \(conversations.count) conversations; write them to a folder with -o DIR/")
    return .negative
  }
  let files = try RecordedFiles(output, console: invocation.console)
  let origin = RecordedVector.Origin(invocation, recorder: "a packet capture")
  for conversation in conversations {
    try files.write(RecordedVector(transcript: conversation.transcript, origin: origin))
  }
  if let failure {
    invocation.report("\(shown): \(failure); everything before it was written")
    return .negative
  }
  if importer.counts.fragments > 0 {
    invocation.report("\(shown): \(importer.counts.fragments) IP fragments were skipped")
  }
  return .fine
}

extension CaptureCounts {
  /// Why there is no conversation, as far as the packets show.
  fileprivate var absence: String {
    if packets == 0 { return "no packets" }
    if unknownLinks == packets { return "no FTP conversation; the link type is unknown" }
    return "no FTP conversation in \(packets) packets, of which \(segments) are TCP"
  }
}
