/// One login, command by command: USER, then PASS and ACCT if the replies require them (RFC 959, section 5.4).
///
/// The arrows are the diagram's: a reply leads to a box, and a box that leads to another step is the next command.
/// A 230 to USER ends the login at once, a 332 to it skips the password, a 202 to PASS or ACCT is a success.
///
/// ```swift
/// var login = LoginSequence(credentials)
/// var reply = try send(login.opening)
/// while let command = login.command(after: reply.code) { reply = try send(command) }
/// login.isComplete
/// ```
package struct LoginSequence: Sendable {
  /// The step whose reply arrived last, or is awaited.
  package private(set) var step = ReplyState.user
  /// Where the last reply led; nil before the first.
  package private(set) var box: ReplyOutcome?
  private let credentials: Credentials
  private let diagram: StateDiagram

  /// Begins a login.
  package init(_ credentials: Credentials) { self.init(credentials, diagram: .ftp) }

  /// The same, by another diagram than that of FTP.
  package init(_ credentials: Credentials, diagram: StateDiagram) {
    self.credentials = credentials
    self.diagram = diagram
  }

  /// The first command: USER.
  package var opening: Command { Command(.user, bytes: credentials.user) }

  /// True once the user is logged in.
  package var isComplete: Bool { box == .success }

  /// Takes the reply to the last command and returns the next one; nil at the end, and if the server requires
  /// something that the credentials lack.
  package mutating func command(after code: ReplyCode) -> Command? {
    let box = diagram.box(step, code)
    self.box = box
    guard let next = box.next, let command = credentials.command(for: next) else { return nil }
    step = next
    return command
  }
}
