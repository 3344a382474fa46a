/// Something that a case does at a server, without a word about what must come of it.
///
/// In a command, `{directory}` stands for the case's own directory, from the root, `{user}` for the user's name, and
/// `{host}` and `{family}` for this end's address and the number of its family.
package enum CaseAction: Sendable {
  /// Sends a command.
  case send(String)
  /// Sends a command to which any reply will do.
  case attempt(String)
  /// Stores a file in a type: the argument of TYPE, which is sent first if another one is in force; nil for the type in
  /// force.
  case store(String, CaseContent, type: String? = "I")
  /// Stores a file, in the type in force, under a name that the server may refuse.
  case place(String, CaseContent)
  /// Carries out a command that sends data to this side, such as `RETR name` and `LIST`, in a type.
  case download(String, type: String? = "I")
  /// Connects, unless a step has, and logs in under TLS, without PBSZ and PROT.
  case logInBare
  /// Makes the server listen for a data connection, and makes it; some servers answer nothing else before that.
  case listen

  /// The command that the action is about, which a report names.
  var command: String {
    switch self {
    case .send(let command) where Probe.spoken[command] != nil: "USER"
    case .send(let command), .attempt(let command), .download(let command, _): command
    case .store(let name, _, _), .place(let name, _): "STOR \(name)"
    case .logInBare: "USER"
    case .listen: "PASV or EPSV"
    }
  }
}
