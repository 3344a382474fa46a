extension Requirement {
  /// What it costs someone if a rule is broken.
  public struct Harm: Sendable, Hashable {
    /// How bad it is.
    public let kind: Kind
    /// What happens to whom, in one sentence.
    public let sentence: String

    package init(kind: Kind, sentence: String) {
      self.kind = kind
      self.sentence = sentence
    }

    /// How bad the consequences of a broken rule are; the worst comes first.
    public enum Kind: String, Sendable, Hashable, CaseIterable, Comparable {
      /// Secrets, files or machines are exposed.
      case security
      /// A file is lost or altered, unnoticed.
      case dataLoss = "data-loss"
      /// A session, a server or a client is of no use afterwards.
      case wedge
      /// A correct peer cannot do something, or misunderstands an answer.
      case interoperability
      /// Only a reader of logs notices.
      case cosmetic

      /// The name for people: `data loss`.
      public var words: String { self == .dataLoss ? "data loss" : rawValue }

      /// The less harmful comes first.
      public static func < (left: Self, right: Self) -> Bool { left.rank < right.rank }

      private var rank: Int {
        switch self {
        case .security: 4
        case .dataLoss: 3
        case .wedge: 2
        case .interoperability: 1
        case .cosmetic: 0
        }
      }
    }
  }

  /// When a rule applies.
  package enum Condition: Sendable, Hashable {
    /// The server has one of these verbs.
    case offers([String])
    /// FEAT lists this.
    case lists(String)
    /// The connection is under TLS.
    case underTLS
    /// Something that only a reader can tell.
    case words(String)

    /// The condition, to be read after "if": `the server offers EPSV or EPRT`.
    package var phrase: String {
      switch self {
      case .offers(let verbs): "the server offers \(verbs.joined(separator: " or "))"
      case .lists(let feature): "FEAT lists \(feature)"
      case .underTLS: "the connection is under TLS"
      case .words(let words): words
      }
    }
  }

  /// Where it shows that a rule is broken.
  package enum Observable: String, Sendable, Hashable, CaseIterable {
    /// Codes, texts and order of replies.
    case replies
    /// The bytes of a data connection.
    case data
    /// What the tree of files holds afterwards.
    case files
    /// Who connects, listens and closes.
    case connections
    /// Handshakes, certificates and records.
    case tls
    /// Delays and silence.
    case time
    /// What a client sends.
    case commands
    /// What a client tells its user.
    case report
    /// It cannot be seen from outside.
    case nothing
  }
}
