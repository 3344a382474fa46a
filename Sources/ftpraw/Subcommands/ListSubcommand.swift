import FTPProtocol
import FTPTransfers

extension Subcommand {
  /// `ftpraw ls [options] [URL]`.
  static let list = Subcommand(
    "ls",
    summary: "List a directory of a server, whatever form its listing has",
    operands: [.remote("The directory", isRequired: false)],
    options: OptionSpecification.ofEachTransfer + [.listJSON],
    environment: [.password, .keyLog, .noColor],
    details: [
      """
      MLSD is used where the server has it, and otherwise LIST, whose form is recognized. Each entry has a line of standard \
      output: what it is, its size in bytes, when it was changed in UTC, as exactly as the server has told, and its name. \
      What is not known is a hyphen.
      """,
      """
      A directory that the server refuses to list ends with status 1, and so does a listing that cannot be read, which is \
      something other than one that is empty.
      """,
    ],
    examples: [
      Example("ftpraw ls pub", "List a directory of the embedded server:"),
      Example("ftpraw ls --json ftp://localhost/pub", "List it as an anonymous user, for a program:"),
    ],
    exitStatuses: ExitStatus.all,
    action: .asynchronous { invocation async throws(UsageError) in
      let run = try TransferRun(invocation, on: invocation.operands.first)
      return await Interruption.cancels {
        await run.run { session, _ in
          let listing = try await session.listing(of: run.remote.path)
          let text = EntryText(listing.entries)
          for entry in listing.entries {
            invocation.console.print(
              invocation.flag(.listJSON) ? EntryText.json(entry).text : text.line(entry))
            if entry.leavesFolder {
              invocation.report("the name \(Escaping.ascii(entry.name)) leads out of the directory")
            }
          }
          for line in listing.others {
            invocation.report("not read: \(String(decoding: line, as: UTF8.self))")
          }
          return .fine
        }
      }
    })
}

extension OptionSpecification {
  /// `--json` of `ls`.
  static let listJSON = OptionSpecification("json", help: "Print one JSON object a line for each entry.")
}

extension OperandSpecification {
  /// A file or directory on a server.
  static func remote(_ what: String, isRequired: Bool = true) -> OperandSpecification {
    OperandSpecification(
      "URL", .serverOr(.text), isRequired: isRequired,
      help: """
        \(what): `ftp://[user[:password]@]host[:port]/path`, where the path begins in the directory that the login leads to \
        and `%2F` is the root; or just a path, at the server that `--server` names, or the embedded one.
        """)
  }
}
