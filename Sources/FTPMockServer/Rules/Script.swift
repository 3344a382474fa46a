import FTPVectors

/// Rules that have a server do something else for certain commands than what it should.
///
/// ```swift
/// var configuration = MockServer.Configuration()
/// configuration.script = try Script(
///   parsing: """
///     RETR *.iso → 150, then 200 KiB, then 426 and close
///     on the 2nd LIST → 425
///     delay PASV 300ms
///     """)
/// ```
///
/// The first rule that matches a command speaks; a command that none matches is obeyed. Every session counts for
/// itself. What a rule answers changes nothing in what the obedient server knows, unless `obey quietly` stands beside it: a
/// rule for `USER` without that needs one for `PASS` too. A `connect` that is answered 230 has logged the client in.
///
/// ## The form
/// One rule a line, in UTF-8; a word that begins with `#` begins a comment.
///
/// ```text
/// [on|from [the] Nth] VERB [PATTERN] -> ACTION, ACTION, ...
/// delay VERB [PATTERN] SPAN
/// ```
///
/// `→` is as good as `->`. Between actions stands a comma, `and`, `then`, or several of these in this order. VERB is in
/// capitals; `*` is any verb, and `connect` a client that connects. PATTERN is what the argument has to look like as a
/// whole: `*` stands for any bytes, `?` for one, `\*`, `\?` and everything else for itself; `""` is no argument. `on the 2nd` makes
/// a rule for one of the commands that match, `from the 2nd` for that and all later ones; with `connect` they count the
/// sessions of the server.
///
/// | action | what it does |
/// |---|---|
/// | `425`, `425 "Not now."` | a reply; `\n` in the text makes lines |
/// | `raw "22"` | bytes on the control connection, in a segment of their own |
/// | `raw "wait" 1000 times`, `data "x" 9 times` | the same text again and again, in one segment; 64 MiB at most |
/// | `delay 300ms` | nothing for a while |
/// | `cut 2 5` | every reply of the rule in segments that end after 2 and 5 bytes |
/// | `drip 1 50ms` | every reply of the rule a byte at a time, 50 ms apart |
/// | `200 KiB`, `1 byte` | as much of a pattern over the data connection |
/// | `data "text"` | these bytes over the data connection |
/// | `receive` | all that the client sends over the data connection, which is not kept |
/// | `store` | the same, kept where the obedient server would |
/// | `drip data 1 50ms` | the data of the rule, and of what it obeys, a byte at a time, 50 ms apart |
/// | `open data` | the data connection opens, which those above do by themselves |
/// | `close data`, `reset data` | the data connection ends |
/// | `obey` | what the obedient server does |
/// | `obey quietly` | the same without its reply and its transfer, so that a reply of one's own has its effect |
/// | `close`, `reset` | the control connection ends, and with it the session |
/// | `ignore` | nothing at all; it stands alone |
///
/// A rule that only delays, cuts or drips obeys as well. The data connection is open from the first action that needs
/// it to the last; put `close data` after a reply that is to come before its end. After a reply of 1yz `close data`
/// and `reset data` open it first; without one they give up the port that was announced. Where it cannot be opened, 425
/// ends the answer. Texts stand between quotation marks, where `\n`, `\r`, `\t`, `\\`, `\"`, `\{` and `\xHH` are escapes; a
/// pattern may. In a text `{verb}` and `{argument}` are those of the command, and `{data}` the `h1,h2,h3,h4,p1,p2` of a port
/// that the session listens at then; `{data:extended}`, `{data:host}`, `{data:port}` and the like write it otherwise.
public struct Script: Hashable, Sendable {
  /// The rules, the first of which that matches speaks.
  public let rules: [Rule]
  /// What a vector has the server do before there is a command; nil where there is none.
  let greeting: [ServerStep]?
  /// The commands of a vector; nil where there is none.
  let exchanges: [Exchange]?

  /// Makes a script of rules.
  public init(_ rules: [Rule]) {
    self.rules = rules
    greeting = nil
    exchanges = nil
  }

  /// Reads the text of a rule file.
  ///
  /// - Throws: at the first line that is not in the form.
  public init(parsing text: String) throws(ScriptError) { try self.init(parsing: Array(text.utf8)) }

  /// Reads the bytes of a rule file.
  ///
  /// - Throws: at the first line that is not in the form.
  public init(parsing text: [UInt8]) throws(ScriptError) { self.init(try RuleParser.rules(text)) }

  /// Plays the server's side of a vector to every client, after the rules.
  ///
  /// A command that the vector has, argument and all but secrets, is answered as there, once; every other is
  /// obeyed, since no two clients ask the same. Placeholders of addresses stand for where the session listens. A
  /// client that the vector logs in, and the server does not know, has the rights of ``User/anonymous``. Faults leave
  /// the replies of a vector as they are.
  ///
  /// - Throws: where the vector has TLS, two data connections at a time, or a server that closes its half of the
  ///   control connection.
  public init(playing vector: Vector, _ rules: [Rule] = []) throws(ScriptError) {
    let compiler = try VectorCompiler(vector)
    self.rules = rules
    // A vector may begin in the middle of a session.
    greeting = compiler.greeting.isEmpty ? nil : compiler.greeting
    exchanges = compiler.exchanges
  }
}
