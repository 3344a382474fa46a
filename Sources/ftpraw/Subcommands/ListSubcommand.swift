import FTPProtocol
import FTPTransfers

extension Subcommand {
  /// `ftpraw ls [options] [URL]`.
  static let list = Subcommand(
    name: "ls",
    operands: [OperandSpecification("URL", .serverOr(.text), isRequired: false)],
    options: OptionSpecification.ofEachTransfer + [.listJSON],
    environment: [.password, .keyLog, .noColor],
    exitStatuses: ExitStatus.all,
    action: .asynchronous { invocation in
      let words = invocation.operands.isEmpty ? [Argument("")] : invocation.operands
      let run = try TransferRun(invocation, on: words, as: [.image, .names])
      return try await Interruption.cancels {
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
  static let listJSON = OptionSpecification("json", of: "ls")
}
