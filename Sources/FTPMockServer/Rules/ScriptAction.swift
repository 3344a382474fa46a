import FTPConversation
import FTPProtocol

extension Script {
  /// One thing that a rule does.
  public struct Action: Hashable, Sendable {
    enum Content: Hashable, Sendable {
      /// A step at its place in the rule.
      case step(ServerStep)
      /// A reply with one line per line of the text.
      case reply(ReplyCode, RuleText)
      /// Unchanged bytes on the control connection, in their own segment: the text, this many times.
      case raw(RuleText, times: Int)
      /// The same over the data connection.
      case data(RuleText, times: Int)
      /// How the replies of the rule are sent.
      case shape(ReplyForm)
      /// How the data of the rule is sent or received.
      case dataShape(DataShape)
      /// Nothing, not even a reply.
      case nothing
    }

    var content: Content

    /// The most bytes that a repeated text may have: 64 MiB.
    static let mostBytes = 64 << 20

    /// This many bytes at a time, with a pause after each.
    struct DataShape: Hashable, Sendable {
      let count: Int
      let pause: Duration
    }

    init(_ content: Content) { self.content = content }

    /// Whether it determines when or how to reply, but not what.
    var isManner: Bool {
      switch content {
      case .step(.wire(.pause)), .shape, .dataShape: true
      default: false
      }
    }

    /// Whether it needs a data connection or ends it.
    var usesDataConnection: Bool {
      switch content {
      case .data, .dataShape: true
      case .step(let step): step.usesDataConnection
      default: false
      }
    }

    /// The step for a command, with its text filled in; nil if it is not one.
    func step(filling fill: (RuleText) -> [UInt8]) -> ServerStep? {
      switch content {
      case .step(let step): return step
      case .reply(let code, let text):
        var reply = ServerReply(code, "")
        reply.lines = fill(text).split(separator: 0x0A, omittingEmptySubsequences: false).map {
          Array($0.last == 0x0D ? $0.dropLast() : $0)
        }
        return .reply(reply)
      case .raw(let text, let times): return .bytes(Self.repeated(fill(text), times))
      case .data(let text, let times): return .data(Self.repeated(fill(text), times))
      case .shape, .dataShape, .nothing: return nil
      }
    }

    private static func repeated(_ bytes: [UInt8], _ times: Int) -> [UInt8] {
      guard times > 1 else { return bytes }
      var bytes = bytes
      let count = bytes.count * min(times, mostBytes / max(1, bytes.count))
      bytes.reserveCapacity(count)
      while bytes.count < count { bytes += Array(bytes.prefix(count - bytes.count)) }
      return bytes
    }
  }
}

extension Script.Action {
  /// Sends a reply with one line per line of the text; the default text is the meaning of the code.
  public static func reply(_ code: ReplyCode, _ text: String? = nil) -> Self {
    let phrase = code.meanings.first?.name ?? "as the rule says"
    return .reply(
      code, bytes: Array((text ?? phrase.prefix(1).uppercased() + phrase.dropFirst() + ".").utf8))
  }

  /// Sends a reply with one line per line of the text.
  public static func reply(_ code: ReplyCode, bytes text: [UInt8]) -> Self {
    Self(.reply(code, RuleText(literal: text)))
  }

  /// Sends unchanged bytes on the control connection, in their own segment.
  public static func raw(_ bytes: [UInt8]) -> Self { Self(.raw(RuleText(literal: bytes), times: 1)) }

  /// Sends unchanged text on the control connection, in its own segment.
  public static func raw(_ text: String) -> Self { raw(Array(text.utf8)) }

  /// Does nothing for a while.
  public static func delay(_ duration: Duration) -> Self { Self(.step(.pause(duration))) }

  /// Sends every reply of the rule in segments that end after these numbers of bytes.
  public static func cut(_ offsets: Int...) -> Self { Self(.shape(.cut(offsets))) }

  /// Sends every reply of the rule a few bytes at a time, with a pause after each.
  public static func drip(_ count: Int, every pause: Duration) -> Self { Self(.shape(.drip(count, pause))) }

  /// Sends this many bytes of ``FileContents/pattern(count:)`` over the data connection.
  public static func filler(_ count: UInt64) -> Self { Self(.step(.filler(count))) }

  /// Sends bytes over the data connection.
  public static func data(_ bytes: [UInt8]) -> Self { Self(.data(RuleText(literal: bytes), times: 1)) }

  /// Sends text over the data connection.
  public static func data(_ text: String) -> Self { data(Array(text.utf8)) }

  /// Receives everything that the client sends over the data connection, and discards it.
  public static let receive = Self(.step(.receive))

  /// Receives everything that the client sends over the data connection, and stores it as the obedient server would.
  public static let store = Self(.step(.store))

  /// Transfers the data of the rule, including that of the obedient server, a few bytes at a time, with a pause after
  /// each.
  public static func dripData(_ count: Int, every pause: Duration) -> Self {
    Self(.dataShape(DataShape(count: max(1, count), pause: pause)))
  }

  /// Opens the data connection, which actions that send or receive do automatically.
  public static let openData = Self(.step(.openData))

  /// Closes the data connection; if none is expected, closes the announced port.
  public static let closeData = Self(.step(.closeData))

  /// Resets the data connection; if none is expected, closes the announced port.
  public static let resetData = Self(.step(.resetData))

  /// Does everything that the obedient server does.
  public static let obey = Self(.step(.obey))

  /// Does everything that the obedient server does except its reply and its transfer, so that later commands are
  /// consistent with the rule's reply.
  ///
  /// After the rule's own 230, the client is logged in, whatever the password.
  public static let obeyQuietly = Self(.step(.obeyQuietly))

  /// Closes the control connection, which ends the session.
  public static let close = Self(.step(.close))

  /// Resets the control connection, which ends the session.
  public static let reset = Self(.step(.reset))

  /// Does nothing, not even reply.
  public static let ignore = Self(.nothing)
}

// What a program may change in a rule.
extension Script.Action {
  /// Sends a text of a rule file on the control connection, this many times; words in braces are replaced, if they are
  /// known.
  package static func raw(filling text: some Sequence<UInt8>, times: Int = 1) -> Self {
    Self(.raw(RuleText.reading(Array(text)).text, times: times))
  }

  /// The same over the data connection.
  package static func data(filling text: some Sequence<UInt8>, times: Int = 1) -> Self {
    Self(.data(RuleText.reading(Array(text)).text, times: times))
  }

  /// What it sends unchanged, with placeholders as words in braces; empty for other actions.
  package var text: [UInt8] {
    get {
      switch content {
      case .raw(let text, _), .data(let text, _): text.bytes
      default: []
      }
    }
    set {
      switch content {
      case .raw(_, let times): self = .raw(filling: newValue, times: times)
      case .data(_, let times): self = .data(filling: newValue, times: times)
      default: break
      }
    }
  }

  /// How often it sends its text, or how many bytes of the pattern it sends; 1 for other actions.
  package var count: Int {
    get {
      switch content {
      case .raw(_, let times), .data(_, let times): times
      case .step(.filler(let count)): Int(clamping: count)
      default: 1
      }
    }
    set {
      switch content {
      case .raw(let text, _): content = .raw(text, times: newValue)
      case .data(let text, _): content = .data(text, times: newValue)
      case .step(.filler): content = .step(.filler(UInt64(clamping: newValue)))
      default: break
      }
    }
  }
}
