import FTPVectors

/// Rules that make a server deviate from its normal behaviour for certain commands.
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
/// The first rule that matches a command applies; a command that none matches is obeyed. Every session counts
/// separately. The reply of a rule does not change the state of the server, unless the rule has `obey quietly`: a
/// rule for `USER` without it needs one for `PASS` too. A `connect` that gets 230 logs the client in.
///
/// ## The form
/// One rule per line, in UTF-8; a word that begins with `#` begins a comment.
///
/// ```text
/// [on|from [the] Nth] VERB [PATTERN] -> ACTION, ACTION, ...
/// delay VERB [PATTERN] SPAN
/// ```
///
/// `→` is the same as `->`. Actions are separated by a comma, `and`, `then`, or several of these in this order. VERB is
/// in capitals; `*` is any verb, and `connect` a client that connects. PATTERN must match the argument as a whole: `*`
/// matches any bytes, `?` one, `\*`, `\?` and everything else itself; `""` is no argument. `on the 2nd` makes a rule
/// for one of the commands that match, `from the 2nd` for that and all later ones; with `connect` they count the
/// sessions of the server.
///
/// | action | effect |
/// |---|---|
/// | `425`, `425 "Not now."` | a reply; `\n` in the text makes lines |
/// | `raw "22"` | bytes on the control connection, in their own segment |
/// | `raw "wait" 1000 times`, `data "x" 9 times` | the same text repeatedly, in one segment; 64 MiB at most |
/// | `delay 300ms` | a pause |
/// | `cut 2 5` | every reply of the rule in segments that end after 2 and 5 bytes |
/// | `drip 1 50ms` | every reply of the rule a byte at a time, 50 ms apart |
/// | `200 KiB`, `1 byte` | that much of a pattern over the data connection |
/// | `data "text"` | these bytes over the data connection |
/// | `receive` | everything that the client sends over the data connection; it is discarded |
/// | `store` | the same, but stored as the obedient server would |
/// | `drip data 1 50ms` | all data of the rule, that of `obey` too, a byte at a time, 50 ms apart |
/// | `open data` | the data connection opens; the actions above do this by themselves |
/// | `close data`, `reset data` | the data connection ends |
/// | `obey` | everything that the obedient server does |
/// | `obey quietly` | the same without its reply and its transfer, so that your own reply takes effect |
/// | `close`, `reset` | the control connection ends, and with it the session |
/// | `ignore` | nothing; it must be the only action |
///
/// A rule that only delays, cuts or drips also obeys. The data connection is open from the first action that needs it
/// to the last; put `close data` after a reply that should precede its end. After a 1yz reply, `close data` and
/// `reset data` open it first; without one they close the announced port. If it cannot be opened, 425 ends the rule.
/// Texts are in quotation marks, where `\n`, `\r`, `\t`, `\\`, `\"`, `\{` and `\xHH` are escapes; a pattern may be too.
/// In a text, `{verb}` and `{argument}` are those of the command, and `{data}` the `h1,h2,h3,h4,p1,p2` of a port that
/// the session then listens on; `{data:extended}`, `{data:long}`, `{data:host}`, `{data:port}`, `{data:portpair}` and the like are
/// other forms of it. Any other word in braces is an error.
public struct Script: Hashable, Sendable {
  /// The rules, the first matching one of which applies.
  public package(set) var rules: [Rule]
  /// The steps of a vector before the first command; nil without a vector.
  let greeting: [ServerStep]?
  /// The commands of a vector; nil without a vector.
  let exchanges: [VectorExchange]?

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
  /// A command of the vector, compared with its argument except for secrets, gets the answer of the vector, once. The
  /// server obeys all other commands, since no two clients send the same ones. Placeholders for addresses become those
  /// of the session. A client that the vector logs in, but the server does not know, has the rights of
  /// ``User/anonymous``. Faults do not change the replies of a vector.
  ///
  /// - Throws: if the vector has TLS, two data connections at a time, or a server that closes its half of the control
  ///   connection.
  public init(playing vector: Vector, _ rules: [Rule] = []) throws(ScriptError) {
    let compiler = try VectorCompiler(vector)
    self.rules = rules
    // A vector may begin in the middle of a session.
    greeting = compiler.greeting.isEmpty ? nil : compiler.greeting
    exchanges = compiler.exchanges
  }
}
