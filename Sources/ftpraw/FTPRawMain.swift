/// The entry point: parse, run, exit.
///
/// The main thread takes part in concurrency only for a subcommand that needs it, because starting it up costs
/// more than all of `--help`.
@main
enum FTPRawMain {
  static func main() {
    SystemShim.ignoreBrokenPipes()
    let program = Program(table: .ftpraw, console: SystemConsole())
    switch program.start(Argument.ofProcess) {
    case .finished(let status):
      SystemShim.exit(program.closing(status).code)
    case .pending(let work):
      Task.detached { SystemShim.exit(program.closing(await work()).code) }
      SystemShim.waitForever()
    }
  }
}
