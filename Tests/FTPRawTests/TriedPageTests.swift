import FTPProtocol
import FTPRequirements
import Foundation
import TestSupport
import Testing

@testable import FTPConformance

@Suite("The page about what is combined is made from the tables that combine it")
struct TriedPageTests {
  @Test func thePageShowsThem() throws {
    let file = ProcessRunner.packageFolder.appending(path: "Documentation/tried.md")
    if ProcessInfo.processInfo.environment["FTPRAW_WRITE_TRIED"] != nil {
      try Data(page.utf8).write(to: file)
    }
    let text = try String(contentsOf: file, encoding: .utf8)
    #expect(text == page, "FTPRAW_WRITE_TRIED=1 swift test --filter TriedPageTests writes it")
  }

  private var page: String {
    """
    # What is tried

    `ftpraw check --depth` combines the rows of these tables into cases. Each line is a script, in the words of
    [`--walk`](check.md#random-walks): `2:` is a second session, `<` is what an upload sends, `> held` a transfer that ends later,
    `> cut` one that the client ends. Generated from `EmbeddedTexts/products.txt` with
    `FTPRAW_WRITE_TRIED=1 swift test --filter TriedPageTests`.

    \(Product.all.map(section).joined(separator: "\n"))
    ## What judges them

    A model of the folder and of both sessions follows each command as its reply says, and what any command shows later must agree.
    Two rules hold everywhere: each command has one reply, and after a transfer has begun there is one more. A finding cites the rule of
    the command after which the difference began or, if all other commands contradict the one that shows it, the rule of the latter:

    | rule | what it demands |
    |---|---|
    \(rules)

    """
  }

  private func section(of product: Product) -> String {
    let tables = ProductTables(product: product.name)
    let counts = product.counts.enumerated().map { "\($1) at depth \($0 + 1)" }.joined(separator: ", ")
    var text = "## `\(product.name)/`\n\n\(product.title) Tried: \(product.summary). Cases: \(counts).\n"
    for name in ["script", "file", "directory"] {
      if let script = tables.text(name) { text += "\n```text\n\(script)\n```\n" }
    }
    for (heading, rows) in ProductTables.all.sorted(by: { $0.key < $1.key })
    where heading.hasPrefix("\(product.name)/") {
      text += "\n| \(heading) | |\n|---|---|\n"
      text += rows.map { row in
        "| \(row.name) | \(row.columns.filter { !$0.isEmpty }.map(code).joined(separator: "; then ")) |\n"
      }.joined()
    }
    return text
  }

  private func code(_ text: String) -> String {
    let escaped = text.replacing("|", with: "\\|")
    return text.contains("`") ? "`` \(escaped) ``" : "`\(escaped)`"
  }

  private var rules: String {
    Set(Walk.requirements.map(\.rawValue)).sorted().compactMap { id in
      RequirementCatalogue.requirement(id: id).map { "| `\(id)` | \($0.text.replacing("|", with: "\\|")) |" }
    }.joined(separator: "\n")
  }
}
