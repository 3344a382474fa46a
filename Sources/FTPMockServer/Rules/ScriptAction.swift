import FTPProtocol

extension Script {
  /// One thing that a rule does.
  public struct Action: Hashable, Sendable {
    /// The step at its place in the rule, or nil.
    let step: ServerStep?
    /// How the replies of the rule are sent.
    let shape: ReplyShape?
    /// How the data of the rule is sent or received.
    let dataShape: DataShape?
    /// The text that is inserted into the step for each command, or nil.
    private let template: RuleText?
    /// How often the text is sent, one after the other without a pause.
    private var repetitions = 1

    /// The most bytes that a repeated text may have: 64 MiB.
    static let mostBytes = 64 << 20

    /// This many bytes at a time, with a pause after each.
    struct DataShape: Hashable, Sendable {
      let count: Int
      let pause: Duration
    }

    private init(_ step: ServerStep, template: RuleText?) {
      self.step = step
      shape = nil
      dataShape = nil
      self.template = template
    }

    private init(
      _ step: ServerStep?, shape: ReplyShape? = nil, data dataShape: DataShape? = nil,
      _ template: RuleText? = nil
    ) {
      self.step = step
      self.shape = shape
      self.dataShape = dataShape
      self.template = template.flatMap { $0.isPlain ? nil : $0 }
    }

    /// Whether it determines when or how to reply, but not what.
    var isManner: Bool {
      if case .wire(.pause)? = step { return true }
      return shape != nil || dataShape != nil
    }

    /// The same with its placeholders filled in.
    func filled(_ fill: (RuleText) -> [UInt8]) -> Action {
      guard let template else { return self }
      var bytes = fill(template)
      if repetitions > 1 {
        let count = bytes.count * min(repetitions, Self.mostBytes / max(1, bytes.count))
        bytes.reserveCapacity(count)
        while bytes.count < count { bytes += Array(bytes.prefix(count - bytes.count)) }
      }
      switch step {
      case .reply(let reply): return .reply(reply.code, bytes: bytes)
      case .wire(.bytes): return Action(.bytes(bytes))
      case .data: return Action(.data(bytes))
      default: return self
      }
    }

    /// Sends a reply with one line per line of the text; the default text is the meaning of the code.
    public static func reply(_ code: ReplyCode, _ text: String? = nil) -> Action {
      let phrase = code.meanings.first?.name ?? "as the rule says"
      return .reply(
        code, bytes: Array((text ?? phrase.prefix(1).uppercased() + phrase.dropFirst() + ".").utf8))
    }

    /// Sends a reply with one line per line of the text.
    public static func reply(_ code: ReplyCode, bytes text: [UInt8]) -> Action { reply(code, text, nil) }

    static func reply(_ code: ReplyCode, _ text: [UInt8], _ template: RuleText?) -> Action {
      var reply = ServerReply(code, "")
      reply.lines = text.split(separator: 0x0A, omittingEmptySubsequences: false).map {
        Array($0.last == 0x0D ? $0.dropLast() : $0)
      }
      return Action(.reply(reply), template)
    }

    /// Sends unchanged bytes on the control connection, in their own segment.
    public static func raw(_ bytes: [UInt8]) -> Action { raw(bytes, nil) }

    static func raw(_ bytes: [UInt8], _ template: RuleText?, times: Int = 1) -> Action {
      Action(.bytes(bytes), template).times(times)
    }

    /// Sends unchanged text on the control connection, in its own segment.
    public static func raw(_ text: String) -> Action { raw(Array(text.utf8)) }

    /// Does nothing for a while.
    public static func delay(_ duration: Duration) -> Action { Action(.pause(duration)) }

    /// Sends every reply of the rule in segments that end after these numbers of bytes.
    public static func cut(_ offsets: Int...) -> Action { .cut(offsets) }

    static func cut(_ offsets: [Int]) -> Action { Action(nil, shape: .cut(offsets)) }

    /// Sends every reply of the rule a few bytes at a time, with a pause after each.
    public static func drip(_ count: Int, every pause: Duration) -> Action {
      Action(nil, shape: .drip(count, pause))
    }

    /// Sends this many bytes of ``FileContents/pattern(count:)`` over the data connection.
    public static func filler(_ count: UInt64) -> Action { Action(.filler(count)) }

    /// Sends bytes over the data connection.
    public static func data(_ bytes: [UInt8]) -> Action { data(bytes, nil) }

    static func data(_ bytes: [UInt8], _ template: RuleText?, times: Int = 1) -> Action {
      Action(.data(bytes[...]), template).times(times)
    }

    /// The same text repeatedly.
    ///
    /// It is built when the rule applies, so that scripts stay small.
    private func times(_ count: Int) -> Action {
      guard count > 1, let step else { return self }
      var action = Action(step, template: template ?? text)
      action.repetitions = count
      return action
    }

    /// The text as a template for each command.
    private var text: RuleText? {
      switch step {
      case .wire(.bytes(let bytes)): RuleText(literal: bytes)
      case .data(let bytes): RuleText(literal: Array(bytes))
      default: nil
      }
    }

    /// Sends text over the data connection.
    public static func data(_ text: String) -> Action { data(Array(text.utf8)) }

    /// Receives everything that the client sends over the data connection, and discards it.
    public static let receive = Action(.receive)

    /// Receives everything that the client sends over the data connection, and stores it as the obedient server would.
    public static let store = Action(.store)

    /// Transfers the data of the rule, including that of the obedient server, a few bytes at a time, with a pause after
    /// each.
    public static func dripData(_ count: Int, every pause: Duration) -> Action {
      Action(nil, data: DataShape(count: max(1, count), pause: pause))
    }

    /// Opens the data connection, which actions that send or receive do automatically.
    public static let openData = Action(.openData)

    /// Closes the data connection; if none is expected, closes the announced port.
    public static let closeData = Action(.closeData)

    /// Resets the data connection; if none is expected, closes the announced port.
    public static let resetData = Action(.resetData)

    /// Does everything that the obedient server does.
    public static let obey = Action(.obey)

    /// Does everything that the obedient server does except its reply and its transfer, so that later commands are
    /// consistent with the rule's reply.
    ///
    /// After the rule's own 230, the client is logged in, whatever the password.
    public static let obeyQuietly = Action(.obeyQuietly)

    /// Closes the control connection, which ends the session.
    public static let close = Action(.close)

    /// Resets the control connection, which ends the session.
    public static let reset = Action(.reset)

    /// Does nothing, not even reply.
    public static let ignore = Action(nil)
  }
}
