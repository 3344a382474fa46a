extension Glossary {
  /// How the rules of `serve --script` say which commands they are for.
  static let scriptRules = Glossary(
    title: "Rules of a script",
    entries: [
      Entry(
        "VERB [PATTERN] -> ACTION, ...",
        """
        Instead of obeying a command with this verb (in capitals), do this. `*` in the pattern stands for any \
        bytes of the argument, `?` for one, `\\*` and `\\?` for themselves; without a pattern, any argument or \
        none matches. Actions are separated by a comma, `and`, `then`, or several of these in this order.
        """),
      Entry("* [PATTERN] -> ...", "The same, for any verb."),
      Entry("on the 2nd VERB -> ...", "For only one of the matching commands of a session."),
      Entry("from the 2nd VERB -> ...", "For that one and all later ones."),
      Entry(
        "connect -> ...",
        "For a client that connects, instead of the greeting; `on the 2nd` counts all sessions of the server."
      ),
      Entry("delay VERB [PATTERN] 300ms", "Obey after a delay."),
      Entry("# ...", "A comment, at the end of any line."),
    ])

  /// What the rules of `serve --script` do.
  static let scriptActions = Glossary(
    title: "Actions of a rule",
    entries: [
      Entry(
        "425 \"Text.\"",
        """
        A reply. The text may be omitted; each `\\n` in it begins a new line of the reply. `{verb}` and `{argument}` are \
        those of the command, `{data}` is the address of a port on which the server then listens, as in a 227, \
        `{data:extended}` as in a 229, `{data:portpair}` the last two numbers of a 227. Write `\\{` for a brace before a \
        word.
        """),
      Entry("obey", "What the server would do without the rule."),
      Entry(
        "obey quietly",
        "The same without its reply and its transfer: `USER -> 331 \"Name?\" and obey quietly` has the effect of `USER`."
      ),
      Entry("ignore", "Nothing at all; it must be the only action."),
      Entry("delay 300ms", "Nothing for a while. A rule that only delays, cuts or drips obeys as well."),
      Entry("raw \"22\"", "Bytes on the control connection, in a separate segment."),
      Entry("cut 2 5", "Every reply of the rule comes in segments that end after 2 and 5 bytes."),
      Entry("drip 1 50ms", "Every reply of the rule comes a byte at a time, 50 ms apart."),
      Entry("close, reset", "The end of the control connection, and of the session."),
      Entry("200 KiB", "This many bytes of a pattern over the data connection, which opens if necessary."),
      Entry("data \"text\"", "These bytes over the data connection."),
      Entry(
        "raw \"text\" 9 times",
        "The text repeated, 64 MiB at most; also with `data`."),
      Entry("receive", "The data that the client sends, which is discarded."),
      Entry("store", "The same, but stored as the server would store it."),
      Entry(
        "drip data 1 50ms", "The data of the rule, and of what it obeys, comes a byte at a time, 50 ms apart."
      ),
      Entry("open data", "A data connection with nothing sent over it."),
      Entry(
        "close data, reset data",
        """
        The end of the data connection, which would otherwise come after the last action that needs it. After a 1yz reply \
        both open it first; without one they give up the port that was announced.
        """),
    ])
}
