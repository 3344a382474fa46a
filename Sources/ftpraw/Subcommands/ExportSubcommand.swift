import FTPSystem
import FTPVectors

extension Subcommand {
  /// `ftpraw export FILE.ftpv --format pcap -o FILE`.
  static let export = Subcommand(
    "export",
    summary: "Write a vector in a form that other programs read",
    operands: [
      OperandSpecification("FILE", .file, help: "A vector. `-` is standard input.")
    ],
    options: [.exportFormat, .exportOutput],
    details: [
      """
      `pcap` is a packet capture with handshakes, acknowledgements and correct checksums, which Wireshark and its like \
      read as FTP. The server's port is 21, placeholders have sample values, and data that the vector does not show is \
      missing in the capture.
      """
    ],
    examples: [
      Example("ftpraw export conversation.ftpv -o conversation.pcap", "Look at a recording with Wireshark:")
    ],
    exitStatuses: [.fine, .negative, .usage, .localFile],
    action: .immediate { invocation throws(UsageError) in
      guard let output = invocation.value(.exportOutput) else {
        throw invocation.usageError("--output FILE says where the capture goes")
      }
      if output == "-", invocation.console.isTerminal(.output) {
        throw invocation.usageError("a capture is nothing for a terminal; redirect standard output")
      }
      return exportVector(invocation, to: output)
    })
}

private func exportVector(_ invocation: Invocation, to output: String) -> ExitStatus {
  let name = invocation.operands.first?.text ?? "-"
  do {
    var text: [UInt8] = []
    try InputFile.read(name, limit: 1 << 28) { text += $0 }
    let capture = try Vector(parsing: text).capture()
    if output == "-" {
      invocation.console.write(capture, to: .output)
    } else {
      try WholeFile.write(capture, to: output)
    }
    return .fine
  } catch let error as LocalFileError {
    invocation.report(error.description)
    return .localFile
  } catch {
    invocation.report("\(InputFile.display(name)), \(error)")
    return .negative
  }
}

extension OptionSpecification {
  /// `--format FORMAT`, of `export`.
  static let exportFormat = OptionSpecification(
    "format", value: Value("FORMAT", .choices(["pcap"])), defaultText: "`pcap`", help: "What to write.")

  /// `-o, --output FILE`, of `export`.
  static let exportOutput = OptionSpecification(
    "output", short: "o", value: Value("FILE", .file), help: "Write to FILE. `-` is standard output.")
}
