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
  static let listJSON = OptionSpecification("json", of: "ls")
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
