import FTPProtocol
import FTPText

/// Who was tested, in the words of a report: all that its forms know of a role.
public struct TestedParty: Sendable {
  /// Which side of the conversation it is on.
  ///
  /// Reports call it by this name: "server", "client".
  public let side: Verdict.Party
  /// What it is called in a title: the URL of a server, the name and version of a client.
  public let name: String
  /// The software that it says it is, with its version: `Pure-FTPd`; nil where it does not say.
  public let software: String?
  /// What it says of itself, a line each, in printable ASCII: the greeting of a server, what a client prints when it is
  /// asked for its version.
  public let words: [String]
  /// Whether the name is a phrase of our own and not one that could be typed: "the embedded server".
  package let isNamePhrase: Bool
  /// Further facts for the foot of a page: "round trip 0.4 ms".
  package let remarks: [String]
  /// Members of reports in JSON.
  package let json: Members
  /// How it is tested again.
  package let command: Command

  /// What a role adds to a report in JSON.
  package struct Members: Sendable {
    /// Members of `target`: where it is found, and how it is run.
    package var target: [JSONText.Member] = []
    /// Members of `options`: those of the command line that this role alone has.
    package var options: [JSONText.Member] = []
    /// Members of `server` or `client`: what was learned before the first case.
    package var facts: [JSONText.Member] = []
  }

  /// The words of a command line that runs a case again, without those that are the same for every role.
  package struct Command: Sendable {
    /// The subcommand: `check`.
    package var subcommand: String
    /// What names the party: a URL.
    package var operands: [String] = []
    /// Options that this role alone has.
    package var options: [String] = []
    /// What stands at the end, after all options.
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
  public var title: String { software.map { "\(name) (\($0))" } ?? name }

  /// What the tool is called where it tests this role: `ftpraw check`.
  var tool: String { "ftpraw \(command.subcommand)" }
}
