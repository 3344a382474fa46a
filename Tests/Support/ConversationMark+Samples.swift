import FTPConversation

extension ConversationMark {
  /// One mark of each kind: a new kind does not compile until it is in the chain.
  package static let samples = Array(
    sequence(first: ConversationMark.controlOpened(to: "b:2", from: "a:1")) { $0.next })

  private var next: ConversationMark? {
    let data = DataConnectionID(rawValue: 1)
    return switch self {
    case .controlOpened: .controlHalfClosed(by: .client)
    case .controlHalfClosed: .controlClosed(.lost)
    case .controlClosed: .dataOpened(data, Opening(isPassive: false, local: "a:3", peer: "b:4"))
    case .dataOpened: .dataRefused(data)
    case .dataRefused: .dataHalfClosed(data, by: .server)
    case .dataHalfClosed: .dataClosed(data, Closing(byteCount: 12, ending: .resetByServer))
    case .dataClosed: .use(data)
    case .use: .tls(data, .record(.alert, byteCount: 7, from: .server))
    case .tls: .wait(.milliseconds(200))
    case .wait: .noReply("ABOR")
    case .noReply: .missing(data, byteCount: 4, from: .client)
    case .missing: .cutShort
    case .cutShort: .note("in words")
    case .note: nil
    }
  }
}
