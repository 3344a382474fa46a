import FTPSystem

/// The entry point: parse, run, exit.
///
/// Tasks are started only for a subcommand that needs them, because an asynchronous `main` costs more than
/// all of `--help`.
@main
enum FTPRawMain {
  static func main() {
    Signals.ignoreBrokenPipe()
    let program = Program(table: .ftpraw, console: SystemConsole())
    switch program.start(Argument.ofProcess) {
    case .finished(let status): ProcessExit.exit(program.closing(status).code)
    case .pending(let work): ProcessExit.exit(after: { program.closing(await work()).code })
    }
  }
}
