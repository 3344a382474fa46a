import FTPProtocol

/// One step of a case: a preparation, which nothing can break, or a test, which names what must hold.
///
/// ```text
/// rfc959/4.1.1/cdup-parent: CDUP goes to the parent directory.
///   needs: write-access
///   finds: code-pretend=CDUP:250
///   remember: directory
///   prepare: MKD inner
///   prepare: CWD inner
///   send: CDUP -> 2yz
///   same: directory
/// ```
///
/// - The judge checks the form of replies, and their order, in every step.
/// - A preparation accepts whatever a client accepts that wants to get on. If it cannot get on, the case is skipped.
/// - Without a rule of its own, a test is about the first requirement of the case.
package indirect enum CaseStep: Sendable {
  /// Brings the server into the state that the next steps need.
  case preparation([CaseAction])
  /// Sends commands, each of which gets one of these replies.
  case commands([String], ExpectedReply)
  /// Sends commands for the judge to look at their replies, whatever those are; a transfer is ended at once. If the server
  /// has none of them, the case is not supported.
  case observation([String])
  /// Sends the command that changes nothing on this server.
  case harmless
  /// Carries out an upload, which succeeds.
  case upload(String, CaseContent, type: String?, isOptional: Bool)
  /// Carries out a download, which succeeds and brings these bytes, or any.
  case download(String, type: String?, over: DataWay, CaseContent?)
  /// Connects as the last reply announces; the case is skipped if it announces nothing.
  case connect
  /// Sends a command for a transfer that is refused: before a 1yz reply, or at any time.
  case refusal(String, [ReplyPattern], isPrompt: Bool)
  /// Sends commands such as REST, which are preparations, and right after them carries out a transfer with these bytes; a
  /// refusal of it is truthful.
  case restart([String], String, CaseContent)
  /// Lists the working directory over a data connection of our own, under TLS or in clear, as was agreed on.
  case listing(isProtected: Bool)
  /// Stores a file, sends a command in the middle of it, and retrieves the whole file.
  case disturbance(String, [ReplyPattern])
  /// Keeps what a view shows under a name, for ``sameness(_:isWanted:citing:)`` and later lines; nothing is judged unless
  /// the view itself is tested.
  case remember(CaseView, as: String, isTested: Bool)
  /// The server looks as it did when it was remembered.
  case sameness(CaseView, isWanted: Bool, citing: RequirementID?)
  /// Stores `lines.txt`, and keeps how it is sent in ASCII type and in image type, which is in force then; nothing is
  /// judged.
  case textFile
  /// RETR sends this file as in a type, without a TYPE before it.
  case lines(in: String, String = "lines.txt", after: String)
  /// NLST has exactly these names.
  case names([String], after: String)
  /// FEAT has this line, if the command exists.
  case feature(String, of: String)
  /// Writes bytes without waiting for a reply.
  case write(CaseContent)
  /// The next reply is one of these.
  case reply(to: String, ExpectedReply)
  /// The last reply is as it must be.
  case claim(String, @Sendable (Reply) throws -> Bool)
  /// For as long as a pause, nothing comes.
  case nothing(because: String, citing: RequirementID? = nil)
  /// The server closes the control connection.
  case close(after: String)
  /// Takes steps only while the connection must stay open.
  case openness(after: String, [CaseStep])
  /// Sends a command that may be refused, and takes the steps for what the server did.
  case choice(String, ExpectedReply, accepted: [CaseStep], refused: [CaseStep])
  /// Opens a second session, in the directory of the case, which is a preparation.
  case secondSession
  /// Takes steps in the second session.
  case second([CaseStep])
  /// Steps as they are written, the commands that they send, if these are known, and how they are taken.
  case played([String], commands: [String]?, CasePlay)
  /// What has to be computed.
  case compute(CaseBody)
}

/// Takes a step.
package typealias CasePlay = @Sendable (inout CasePlayer) async throws -> Void

/// How a data connection is opened.
package enum DataWay: Hashable, Sendable {
  /// By the passive command that works with this server.
  case passive
  /// By this passive command.
  case by(AddressForm)
  /// By the server.
  case active
  /// Earlier steps have agreed on it.
  case ready
}

/// The replies that a step accepts, and what another one breaks.
package struct ExpectedReply: Sendable {
  /// The replies; any if there are none.
  var patterns: [ReplyPattern]
  /// Replies that are wrong but common, so that the case continues with a warning.
  var tolerated: [ReplyPattern] = []
  /// What any other reply breaks; nil for the first requirement of the case.
  var requirement: RequirementID?
  /// The best of the replies, if not all are as good; another one of them is a warning.
  var preferred: [ReplyPattern] = []
  /// What a reply breaks that is not the best; nil for the first requirement of the case.
  var preference: RequirementID?
  /// Whether a server need not have the command: the case is not supported if the reply says so, and is not listed here.
  var isOptional = false
  /// Replies that are accepted without a word.
  var ignored: [ReplyPattern] = []
  /// Replies that end the case.
  var ends: [(patterns: [ReplyPattern], end: CaseEnd)] = []
  /// How any other reply ends the case, if it is not to fail.
  var otherwise: CaseEnd?
  /// Whether the server may close the connection instead, which ends the case.
  var mayClose = false
  /// The same command as every server has it: without it, no reply is worse than another.
  var usual: String?
  /// The case that says more about a reply for which this one is skipped.
  var witness: String?

  /// How a reply ends the case; nil if it does not.
  func end(by code: ReplyCode) -> CaseEnd? {
    ends.first { $0.patterns.contains { $0.matches(code) } }?.end
      ?? (patterns.contains { $0.matches(code) } ? nil : otherwise)
  }
}

/// How a case ends before its last step if nothing is wrong.
package enum CaseEnd: String, Sendable {
  case passed, skipped, unsupported
}
