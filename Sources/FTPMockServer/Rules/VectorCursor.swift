import FTPProtocol
import FTPTransport
import FTPVectors

/// A session's position in a vector, and its bound names.
struct VectorCursor {
  private let exchanges: [VectorExchange]
  private var used: [Bool]
  private var last = -1
  private var bindings = PlaceholderBindings()

  init(_ exchanges: [VectorExchange]) {
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
    var address: SocketAddress?
    for placeholder in line.placeholders where bindings[placeholder.name] == nil {
      guard let kind = placeholder.kind, kind.isOfPort else { continue }
      address = address ?? listen()
      bindings[placeholder.name] = address.flatMap { kind.value(for: $0) }
    }
    let rendering = line.rendered(bindings)
    // The client will use the announced value.
    _ = line.matches(rendering.bytes, &bindings)
    return WireStep.segments(rendering.bytes, rendering.cuts)
  }
}
