import FTPProtocol
import FTPTransport
import FTPVectors

/// A session's position in a vector, and its bound names.
struct VectorCursor {
  private let exchanges: [Exchange]
  private var used: [Bool]
  private var last = -1
  private var bindings = PlaceholderBindings()

  init(_ exchanges: [Exchange]) {
    self.exchanges = exchanges
    used = Array(repeating: false, count: exchanges.count)
  }

  /// The vector's steps for a command; nil if the vector does not contain it, or no longer does.
  ///
  /// Clients send different additional commands. Commands of the vector that a client omits are skipped, and may follow
  /// later.
  mutating func steps(for command: Command) -> [ServerStep]? {
    for index in Array(exchanges.indices.dropFirst(last + 1)) + Array(exchanges.indices.prefix(last + 1))
    where !used[index] && exchanges[index].matches(command, &bindings) {
      used[index] = true
      last = index
      return exchanges[index].steps
    }
    return nil
  }

  /// Whether a command with this verb follows.
  func expects(_ verb: Verb) -> Bool {
    zip(exchanges, used).contains { exchange, isUsed in !isUsed && exchange.verb == verb }
  }

  /// The bytes of a line and the ends of its segments.
  ///
  /// `listen` opens a port if a name stands for one that the session must listen on.
  mutating func render(_ line: VectorLine, listen: () -> SocketAddress?) -> [WireStep] {
    let missing = line.placeholders.filter { bindings[$0.name] == nil && $0.kind?.isOfPort == true }
    var unnamed: [Placeholder: String] = [:]
    if !missing.isEmpty, let address = listen() {
      for placeholder in missing {
        guard let kind = placeholder.kind, let text = kind.text(for: address) else { continue }
        unnamed[placeholder] = text
        if !placeholder.name.isEmpty {
          bindings[placeholder.name] = .init(wireText: text, shownText: "\(address)")
        }
      }
    }
    let parts = line.parts.map { part -> VectorLine.Part in
      guard case .placeholder(let placeholder) = part, let text = unnamed[placeholder] else { return part }
      return .bytes(Array(text.utf8))
    }
    let rendering = VectorLine(parts).rendered(bindings)
    // The client will use the announced value.
    _ = line.matches(rendering.bytes, &bindings)
    var steps: [WireStep] = []
    var start = 0
    for cut in rendering.cuts where cut.offset > start {
      steps += [
        .bytes(Array(rendering.bytes[start..<cut.offset])), .pause(cut.pause ?? WireStep.segmentPause),
      ]
      start = cut.offset
    }
    return steps + [.bytes(Array(rendering.bytes[start...]))]
  }
}

extension PlaceholderKind {
  /// Whether it stands for a listening address.
  package var isOfPort: Bool {
    switch self {
    case .host, .host6, .address, .port, .portpair, .hostport, .extended, .long: true
    default: false
    }
  }

  /// How a reply expresses this part of an address; nil if it cannot.
  package func text(for address: SocketAddress) -> String? {
    switch self {
    case .host, .host6: address.host
    case .address: "\(address)"
    case .port: "\(address.port)"
    case .portpair: "\(address.port >> 8),\(address.port & 0xFF)"
    case .hostport: try? HostPort.argument(for: address.dataAddress)
    case .extended: try? ExtendedAddress.argument(for: address.dataAddress)
    case .long: try? LongAddress.argument(for: address.dataAddress)
    default: nil
    }
  }
}
