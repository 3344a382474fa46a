import EmbeddedTexts
import FTPConversation
import FTPProtocol
import FTPText

/// The results of the cases about one RFC.
struct TextReport: Sendable {
  /// The RFC or draft, as ids of cases write it: `rfc959`.
  let document: String
  /// Its cases, in order.
  var cases: [CaseReport]
  /// Whether the party offers the RFC.
  ///
  /// A server that refuses all of its commands passes the cases about how to refuse them, but that is not support.
  var isOffered = true

  /// The name of the RFC or draft, for readers: `RFC 959`.
  var name: String { documentName(document) }
}

extension RunReport {
  /// The cases by the RFC or draft that they are about, in order.
  var texts: [TextReport] {
    var texts: [TextReport] = []
    for report in cases {
      let document = report.entry.id.document
      if let index = texts.lastIndex(where: { $0.document == document }) {
        texts[index].cases.append(report)
      } else {
        texts.append(TextReport(document: String(document), cases: [report]))
      }
    }
    guard party.side == .server else { return texts }
    let answers = TextOffer.Answers(in: sanity + cases.flatMap(\.attempts))
    for index in texts.indices where TextOffer.commands[texts[index].document] != nil {
      let document = texts[index].document
      let tallies = Set(texts[index].cases.map { tally(of: $0) })
      let isRefused = answers.refused.contains(document) && !answers.accepted.contains(document)
      let isUntried = tallies.contains(.notOffered) && !tallies.contains(where: \.isTested)
      // Something that is advertised but does not work counts as offered.
      texts[index].isOffered = tallies.contains(.broken) || !(isRefused || isUntried)
    }
    return texts
  }

  /// The names of the RFCs and drafts that the party does not offer, in order.
  public var textsNotOffered: [String] { texts.filter { !$0.isOffered }.map(\.name) }
}

/// The commands of which a server must accept at least one in a run to offer an RFC.
enum TextOffer {
  /// The commands of each RFC and draft that a server need not implement: the table of documents in `EmbeddedTexts/sequences.txt`.
  ///
  /// RFCs that bind every server are missing, and so is RFC 2640, because names in UTF-8 take no command.
  static let commands: [String: [String]] =
    embedded_sequences().tables.first { $0.heading == "documents" }?.rows.reduce(into: [:]) {
      $0[$1.name] = $1.columns
    } ?? [:]

  /// The same commands, by verb.
  private static let byVerb: [String: [(document: String, command: String)]] = {
    var byVerb: [String: [(document: String, command: String)]] = [:]
    for (document, commands) in commands {
      for command in commands {
        let verb = command.prefix { $0 != " " }
        byVerb[String(verb), default: []].append((document, command))
      }
    }
    return byVerb
  }()

  /// The RFCs and drafts whose commands a server has accepted, in a reply or in its list of features, and those whose
  /// commands it has refused.
  struct Answers {
    private(set) var accepted: Set<String> = []
    private(set) var refused: Set<String> = []

    init(in attempts: [CaseAttempt]) {
      for conversation in attempts.flatMap(\.conversations) { take(conversation.transcript) }
    }

    private mutating func take(_ transcript: Transcript) {
      // Transcripts that were read back have the verb that a reply is for, but not its argument.
      var sent: [String: String] = [:]
      for event in transcript.events {
        switch event.content {
        case .command(let line, _):
          let text = Self.text(line.bytes[...])
          let verb = Self.verb(of: text)
          if byVerb[verb] != nil { sent[verb] = text }
        case .reply(let reply, _, let judgement):
          guard let verb = judgement.command?.verb.name, let line = sent[verb] else { continue }
          for (document, command) in byVerb[verb] ?? [] where line.hasPrefix(command) {
            if reply.code.isNegative { refused.insert(document) } else { accepted.insert(document) }
          }
          if verb == "FEAT" { takeFeatures(reply) }
        default: break
        }
      }
    }

    /// Something that is advertised counts as offered, whether it works or not.
    private mutating func takeFeatures(_ reply: Reply) {
      for line in reply.lines.dropFirst() {
        let feature = Self.text(line.bytes.drop { $0 == 0x20 })
        for (document, command) in byVerb[Self.verb(of: feature)] ?? [] where feature.hasPrefix(command) {
          accepted.insert(document)
        }
      }
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
      String(decoding: bytes.prefix { $0 != 0x0D && $0 != 0x0A }, as: UTF8.self).uppercased()
    }

    private static func verb(of line: String) -> String { String(line.prefix { $0 != " " }) }
  }
}
