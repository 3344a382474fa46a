import FTPProtocol

/// What was learned about a server before the first case.
package struct ServerFacts: Sendable {
  package var greeting: Reply?
  package var system: Reply?
  package var featureReply: Reply?
  /// The features that FEAT lists; empty if there is no FEAT.
  package var features = FeatureList([])
  /// How long a reply takes.
  package var roundTrip = Duration.zero
  /// How the tester opens data connections in cases that are not about opening them.
  package var passiveCommand = AddressForm.epsv
  /// A command that changes nothing, for steps where any such command will do.
  package var harmless = HarmlessCommand.noop
  /// The directory for the cases' own directories; nil if nothing may be written.
  package var scratch: String?
  /// How the server refuses to find a file by its name from the root; nil if it finds it.
  ///
  /// Where it does not, such a refusal shows nothing.
  package var refusalFromRoot: Reply?
  /// The reply to a command that exists nowhere; nil if unknown.
  package var refusalOfUnknown: Reply?
  /// The same before a login; nil if unknown.
  ///
  /// A server that gives every command this reply before a login says nothing about any of them.
  package var refusalOfStrangers: Reply?
  /// What NLST listed instead of two files; nil if it listed these.
  ///
  /// Where it lists something else, its lines show nothing about files.
  package var unreadableNames: String?
  /// The verbs among SIZE and MDTM that have an answer for a name that does not exist, which shows nothing then.
  package var answersToMissing: [String] = []
  /// What the server made of two commands that came together, if not two commands; nil if it answered both.
  ///
  /// Where it takes each read for a line, nothing can be concluded from lines that are sent in pieces, or together.
  package var confusedReads: String?
  /// Whether the server keeps the connection open after 221, so that to wait for its close only takes time.
  package var staysAfterQuit = false
  /// The needs that are not met, and why.
  package var unmet: [Need: String] = [:]

  /// Makes facts about an unknown server.
  package init() {}

  /// Why a need is not met; nil if it is.
  package func reasonAgainst(_ need: Need) -> String? {
    if let label = need.feature {
      return features.contains(label) ? nil : unmet[need] ?? "FEAT does not list \(label)"
    }
    return unmet[need]
  }
}

extension ServerFacts {
  /// Whether a reply says that the command does not exist: 500, 502, or another 50z in the words in which the server refuses a
  /// command that exists nowhere.
  func isAbsent(_ reply: Reply) -> Bool {
    guard !Probe.isAbsent(reply), reply.code.rawValue / 10 == 50 else { return Probe.isAbsent(reply) }
    return refusalOfUnknown.map { isSame(reply, as: $0) } ?? false
  }

  /// Whether a reply before a login is the one that every command gets there.
  func saysNothing(_ reply: Reply) -> Bool {
    reply.code.isNegative && refusalOfStrangers.map { isSame(reply, as: $0) } ?? false
  }

  /// Whether a reply has the code and the words of the refusal of a command that exists nowhere.
  private func isSame(_ reply: Reply, as refusal: Reply) -> Bool {
    let words = [reply, refusal].map { Probe.words(of: $0).split(separator: " ") }
    return reply.code == refusal.code && words[0].count == words[1].count
      && zip(words[0], words[1]).allSatisfy { $0 == $1 || $1.contains(Self.unknownVerb) }
  }

  /// The code of a reply, as steps compare it: 502 for any by which the server says that the command does not exist.
  func code(of reply: Reply) -> ReplyCode {
    isAbsent(reply) && !Probe.isAbsent(reply) ? 502 : reply.code
  }

  /// Whether a reply says that there is no such command: as ``isAbsent(_:)``, but 500 only in the words in which the server
  /// refuses a command that exists nowhere.
  func isAbsent(_ reply: Reply, to command: String) -> Bool {
    guard isAbsent(reply) else { return false }
    guard reply.code == 500, let refusalOfUnknown else { return true }
    let verb = String(command.prefix { $0 != " " })
    func words(_ reply: Reply, _ names: [String]) -> String {
      names.reduce(Probe.words(of: reply).uppercased()) { $0.replacing($1.uppercased(), with: "") }
    }
    return words(reply, [command, verb]) == words(refusalOfUnknown, [Self.unknownVerb])
  }

  /// Whether a 500 is about the argument of a command rather than about the verb.
  func isAboutArgument(_ reply: Reply, of command: String) -> Bool {
    reply.code == 500 && !isAbsent(reply, to: command)
  }

  /// A verb that no RFC and no server has.
  static let unknownVerb = "XYZZ"
}

/// A command that changes nothing, and its reply: NOOP or, if that is missing, PWD.
///
/// It is chosen once for a server, so that a server without NOOP fails for that once, and not in every case that sends
/// a harmless command.
package struct HarmlessCommand: Hashable, Sendable {
  package let verb: String
  package let code: ReplyCode

  /// NOOP, which gets 200.
  package static let noop = HarmlessCommand(verb: "NOOP", code: 200)
  /// PWD, which should get 257.
  package static func pwd(_ code: ReplyCode = 257) -> HarmlessCommand {
    HarmlessCommand(verb: "PWD", code: code)
  }
}
