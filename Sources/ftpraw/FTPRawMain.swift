import FTPSystem

/// The entry point: parse, run, exit.
///
/// Tasks are started only for a subcommand that needs them, because an asynchronous `main` costs more than
/// all of `--help`.
@main
enum FTPRawMain {
  static func main() {
    StandardStream.occupyClosed()
    Signals.ignoreBrokenPipe()
    let console = SystemConsole()
    guard let words = Argument.ofProcess else {
      console.printError("ftpraw: cannot read the command line; on Linux, /proc must be mounted")
      ProcessExit.exit(ExitStatus.localFile.code)
    }
    let program = Program(table: .ftpraw, console: console)
    switch program.start(words) {
    case .finished(let status): ProcessExit.exit(program.closing(status).code)
    case .pending(let work):
      // Swift's threads end the process where they get none of the few descriptors that they need.
      guard DescriptorLimit.leaves(8) else {
        console.printError("ftpraw: \(SystemError.tooManyOpenFiles); see 'ulimit -n'")
        ProcessExit.exit(ExitStatus.localFile.code)
      }
      ProcessExit.exit(after: { program.closing(await work()).code })
    }
  }
}
