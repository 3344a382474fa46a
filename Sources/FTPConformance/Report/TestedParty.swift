import FTPProtocol
import FTPText

/// The tested party as a report describes it: everything that the forms of a report need to know about a role.
package struct TestedParty: Sendable {
  /// Which side of the conversation it is on.
  ///
  /// Reports call it by this name: "server", "client".
  package let side: Verdict.Party
  /// Its name in a title: the URL of a server, the name and version of a client.
  package let name: String
  /// The software that it claims to be, with its version: `Pure-FTPd`; or nil.
  package let software: String?
  /// What it says about itself, one entry per line, in printable ASCII: the greeting of a server, or what a client
  /// prints when asked for its version.
  package let words: [String]
  /// Whether the name is a phrase of the program's own, such as "the embedded server", and not something to type.
  package let isNamePhrase: Bool
  /// Further facts for the foot of a page: "round trip 0.4 ms".
  package let remarks: [String]
  package let json: Members
  /// The command that tests the party again.
  package let command: Command

  /// What a role adds to a report in JSON.
  package struct Members: Sendable {
    /// Members of `target`: its address, and how it is run.
    package var target: [JSONText.Member] = []
    /// Members of `options`: options of the command line that only this role has.
    package var options: [JSONText.Member] = []
    /// Members of `server` or `client`: what was learned before the first case.
    package var facts: [JSONText.Member] = []
  }

  /// The words of a command line that runs a case again, except those that are the same for every role.
  package struct Command: Sendable {
    /// The subcommand: `check`.
    package var subcommand: String
    /// The operands that name the party: a URL.
    package var operands: [String] = []
    /// Options that only this role has.
    package var options: [String] = []
    /// The words at the end, after all options.
    package var trailing: [String] = []
  }

  package init(
    _ side: Verdict.Party, _ name: String, software: String? = nil, words: [String] = [],
    isNamePhrase: Bool = false,
    remarks: [String] = [], json: Members = Members(), command: Command
  ) {
    self.side = side
    self.name = name
    self.software = software
    self.words = words
    self.isNamePhrase = isNamePhrase
    self.remarks = remarks
    self.json = json
    self.command = command
  }

  /// Name and software in one line: `ftp://192.0.2.1:21 (Pure-FTPd)`.
  package var title: String { software.map { "\(name) (\($0))" } ?? name }

  /// The name of the tool for this role: `ftpraw check`.
  var tool: String { "ftpraw \(command.subcommand)" }
}
