/// What a case says about itself, and then its steps.
///
/// `ftpraw check --explain` shows the steps as they are written. In them, a command is as it is sent, and ends before a
/// comma and a space, an arrow, or a colon and a space:
///
/// ```text
/// replies = (1*(code / "1yz" / … / "5yz" / "negative" / "harmless") / "any") *(", " clause)
/// clause  = "tolerating" 1*reply / "citing" rule / "preferring" 1*reply / "per" rule / "or" 1*reply / "or closed" /
///           "besides" command / end 1*reply / "else" end / "see" case
/// end     = "passed" / "skipped" / "unsupported"
/// content = quoted text / count " bytes" [" from " start] / a name in `CaseContent.named` / content " + " content
/// ```
///
/// `negative` is any 4yz or 5yz, and `harmless` the reply to `{harmless}`, the command that changes nothing on this server.
/// An end is how the case ends at a reply, at any that is not expected, or if none comes; `or` accepts a reply without a
/// word, and `besides` names the same command as every server has it, without which nothing is preferred. Bytes that are
/// only counted look random, and are the same in every step. In a command, `{name}` stands for what was remembered under
/// the name, and `{PORT}` for an address at which this side listens; ``CasePlayer/line(of:)`` has the others, and
/// `Probe.spoken` what takes more than a command.
enum CaseField: String, FieldName {
  /// The requirements, of which the first decides the level; by default the one with the parts of the id.
  case rules
  /// By default `login`; nothing for a connection that is only greeted. A feature is quoted: `"feature MLST"`.
  case needs
  /// The state of the connection when the steps begin, if it does not follow from the needs.
  case start
  /// `everything` if the traffic of all cases counts.
  case scope
  /// Words that select it.
  case tags
  /// The faults of the mock server that it must find, each of which may be several joined by `+`.
  case finds
  /// `apart` or `provoking`, if the steps affect other cases.
  case traffic
  /// `counted` if the steps send bytes to which the judge cannot know the number of replies, and count them themselves.
  case replies
  /// Cases without which it shows nothing more: what it finds where one of them does follows from that.
  case given

  /// A preparation, which any client would get on with: `MKD inner`, `STOR a.txt, type I: "text"`, `LIST, type A`; in
  /// the type in force without a type, which a listing calls `type in force`.
  case prepare
  /// The same for a command to which any reply will do, or for a file with a name that may be refused.
  case attempt
  /// Commands and the replies of each of them: `PWD, SYST -> 2yz, tolerating 500`; or `{harmless}`.
  case send
  /// The same for commands, or an upload, that a server need not have.
  case optional
  /// Commands at whose replies only the judge looks.
  case observe
  /// `STOR a.txt, type I: "text"`, which must succeed.
  case upload
  /// `RETR a.txt, type I: "text"`, or `LIST, active` without contents; `by PASV` and `ready` are other ways.
  case download
  /// `as announced`, or `as announced before` the last reply; perhaps with an end if nothing listens there.
  case connect
  /// A transfer that may begin before it is refused: `RETR a.txt -> negative`.
  case refused
  /// A transfer that may fail, and the reply that ends it: `STOR a.txt -> negative: "text"`, `RETR a.txt, ready`, `NLST,
  /// type A`.
  case transfer
  /// One that gets no 1yz before its refusal.
  case refusedAtOnce = "refused at once"
  /// `REST 5, RETR a.txt: "text"`, or without contents.
  case restart
  /// `under TLS` or `in clear`, by hand; or `over that connection`, to which LIST was sent.
  case listing
  /// A command in the middle of an upload of whole.bin, which must succeed or, with `or given up`, be refused.
  case disturb
  /// `whole.bin`, which is as that upload sent it.
  case intact
  /// What a view shows: `directory`, or a command and its code, `STAT -> 211`; perhaps a name, `directory as home`.
  /// `CaseView` has the others.
  case remember
  /// The same if the view is under test.
  case read
  /// A view and what it must show: `names in MLSD is a.txt`, perhaps with a rule or an end, `else skipped`.
  case expect
  /// What was remembered, perhaps with a rule: `directory, citing 959:4.2:success-means-done`.
  case same, other
  /// An event and what RETR sends after it: `after CWD: lines.txt as in TYPE I`.
  case lines
  /// An event and the names in NLST after it: `after DELE: a.txt "b c.txt"`.
  case names
  /// `REST STREAM, if there is REST 1`.
  case feature
  /// Contents for the control connection, in which `{name}` is as in commands.
  case write
  /// To what the next reply is, and what it may be: `TYPE A -> 200`.
  case reply = "reply to"
  /// `STOR a.txt: 1000 bytes`, an upload that waits for more; contents that it sends then; and the reply that ends it.
  case begin, more
  case end = "end of"
  /// That this upload, or the connection made by hand, ends in time, in words.
  case ends
  /// The control connection, or that of the upload; `after a Synch`.
  case close, abort
  /// To what a reply comes that is awaited for a shorter or a longer time than others, and what it may be.
  case prompt = "prompt reply to"
  case late = "late reply to"
  /// A malformed line, in words, and its bytes: at most one reply to it comes, and then those to other commands.
  case odd = "odd line"
  /// `as announced`, a data connection made by hand; perhaps `else skipped`. Contents that are sent over it to the end.
  case dial, finish
  /// A transfer over one: `LIST, in clear: "text"`, or `under a new session`.
  case byHand = "by hand"
  /// What this has shown, as in ``HandMadeTransfer/phrases``, perhaps with an end.
  case shows
  /// What the last transfer has brought, perhaps with a rule.
  case data
  /// Commands of which the server must have each; or each that FEAT lists.
  case known
  case honest = "known if listed"
  /// A letter, the fact in which it was remembered, and the command that it permits: `r in perm: RETR a.txt`.
  case right
  /// Commands such as REST, for the transfer that follows them: `REST 5`, and then `RETR a.txt, ready`.
  case offset
  /// A name of a directory that must be listed byte for byte.
  case kept
  /// To what the last reply was, and what it may be.
  case answer = "answer to"
  /// A command of RFC 2228 without a security exchange, and its replies.
  case security
  /// The states of the diagram whose commands get replies for which it has arrows.
  case diagram
  /// What the last reply shows, which `CaseCatalogue.claims` decides; perhaps `else warned`.
  case claim
  /// Why nothing comes, perhaps with a rule or an end.
  case nothing
  /// The event after which the server closes the connection, perhaps with a rule.
  case closed = "closed after"
  /// The event after which the steps below need an open connection, perhaps with a rule.
  case open = "open after"
  /// Steps below.
  case second = "in a second session"
  /// Steps below, over a connection without a login that is closed after them.
  case connection = "in a new connection"
  /// Steps below, if the last reply is one of these, a view is as for `expect`, or FEAT has `feature MFMT`, or `no feature
  /// MFMT`.
  case `if`
  /// Steps below for each item of a view, or each word, which is `{it}` in them.
  case each = "for each"
  /// A step below, and others that are taken before it counts that it found something.
  case doubt
  /// What `CaseCatalogue.bodies` computes under this name.
  case `do`

  static let entry = (noun: "case", example: "4.2/slug")
  var isShared: Bool {
    [.rules, .needs, .start, .scope, .tags, .finds, .traffic, .replies, .given].contains(self)
  }
  var isBlock: Bool { [.open, .second, .connection, .if, .each, .doubt].contains(self) }
}
