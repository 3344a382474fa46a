import FTPProtocol

extension Judge {
  /// A judge after a login and these exchanges, each a command and its reply.
  static func loggedIn(_ exchanges: (String, ReplyCode, String)...) -> Judge {
    var judge = Judge()
    judge.observe(reply: Reply(220, "Ready."))
    judge.observe(command: Command(.user, "a"))
    judge.observe(reply: Reply(230, "In."))
    for (command, code, text) in exchanges {
      judge.observe(commandLine: Array("\(command)\r\n".utf8))
      judge.observe(reply: Reply(code, text))
    }
    return judge
  }
}
