import FTPProtocol
import FTPTransfers

extension Subcommand {
  /// `ftpraw ls [options] [URL]`.
  static let list = Subcommand(
    name: "ls",
    summary: "List a directory, whatever form the server's listing has",
    operands: [.remote("The directory", isRequired: false)],
    options: OptionSpecification.ofEachTransfer + [.listJSON],
    environment: [.password, .keyLog, .noColor],
    details: [
      """
      Uses MLSD if the server has it, otherwise LIST, whose form is recognized. Prints one line per entry: its kind, \
      size in bytes, modification time in UTC (as precise as the server gives it) and name. A hyphen means unknown. \
      Bytes of a name that are not UTF-8 are shown as `\\xHH`; with `--json`, `nameBytes` has them percent-encoded, as in a \
      URL.
      """,
      """
      The status is 1 if the server refuses to list the directory, and if the listing cannot be read; an empty listing \
      is not an error.
      """,
    ],
    examples: [
      Example("ftpraw ls pub", "List a directory of the embedded server:"),
      Example("ftpraw ls --json ftp://localhost/pub", "List it as an anonymous user, for a program:"),
    ],
    exitStatuses: ExitStatus.all,
    action: .asynchronous { invocation async throws(UsageError) in
      let words = invocation.operands.isEmpty ? [Argument("")] : invocation.operands
      let run = try TransferRun(invocation, on: words, as: [.image, .names])
      return await Interruption.cancels {
        await run.run { queue, index in
          let listing = try await queue.run { try await $0.listing(of: run.remotes[index].path) }
          let text = EntryText(listing.entries)
          for entry in listing.entries {
            invocation.console.print(
              invocation.flag(.listJSON) ? EntryText.json(entry).text : text.line(entry))
            if let flaw = entry.nameFlaw {
              invocation.report("the name \(Escaping.ascii(entry.name)) \(flaw)")
            }
          }
          for line in listing.others {
            invocation.report("not read: \(String(decoding: line, as: UTF8.self))")
          }
        }
      }
    })
}

extension OptionSpecification {
  /// `--json` of `ls`.
  static let listJSON = OptionSpecification("json", help: "Print one JSON object per entry, one per line.")
}

extension OperandSpecification {
  /// A file or directory on a server.
  static func remote(
    _ what: String, isRequired: Bool = true, isRepeatable: Bool = false
  ) -> OperandSpecification {
    OperandSpecification(
      "URL", .serverOr(.text), isRequired: isRequired, isRepeatable: isRepeatable,
      help: """
        \(what): `ftp://[user[:password]@]host[:port]/path`, where the path begins in the directory that the login leads to \
        and `%2F` is the root; or just a path, at the server that `--server` names. Without one, a path whose first \
        component has a dot or a colon, or is `localhost`, begins with a host (`ftp.example.net/pub`), and any other is at \
        the embedded server.
        """)
  }
}
