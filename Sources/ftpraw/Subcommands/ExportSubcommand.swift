import FTPSystem
import FTPVectors

extension Subcommand {
  /// `ftpraw export FILE.ftpv --format pcap -o FILE`.
  static let export = Subcommand(
    name: "export",
    operands: [OperandSpecification("FILE", .file)],
    options: [.exportFormat, .exportOutput],
    exitStatuses: [.fine, .negative, .usage, .localFile],
    action: .immediate { invocation throws(UsageError) in
      guard let output = invocation.value(.exportOutput) else {
        throw invocation.usageError("--output FILE is missing; it says where to write the capture")
      }
      if output == "-", invocation.console.isTerminal(.output) {
        throw invocation.usageError("a capture is binary; redirect standard output or name a file")
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
      invocation.console.writeFile(capture)
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
  static let exportFormat = OptionSpecification(
    "format", of: "export", value: Value("FORMAT", .choices(["pcap"])))
  static let exportOutput = OptionSpecification(
    "output", of: "export", short: "o", value: Value("FILE", .file))
}
