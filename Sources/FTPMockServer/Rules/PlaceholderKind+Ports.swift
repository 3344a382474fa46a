import FTPProtocol
import FTPTransport
import FTPVectors

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

  /// The value of this part of an address; nil if it cannot be expressed.
  package func value(for address: SocketAddress) -> PlaceholderBindings.Value? {
    text(for: address).flatMap { value(of: $0.utf8) }
  }
}

extension Vector {
  /// The same vector with a name for each placeholder of an address, so that the port on which one side
  /// listens can be bound to it.
  package var namingPorts: Vector {
    var vector = self
    var count = 0
    for index in vector.rows.indices {
      switch vector.rows[index].content {
      case .command(let line): vector.rows[index].content = .command(line.namingPorts(&count))
      case .reply(let line): vector.rows[index].content = .reply(line.namingPorts(&count))
      default: break
      }
    }
    return vector
  }
}

extension VectorLine {
  fileprivate func namingPorts(_ count: inout Int) -> VectorLine {
    var renamed: [Part] = []
    for part in parts {
      if case .placeholder(let placeholder) = part, placeholder.name.isEmpty, let kind = placeholder.kind,
        kind.isOfPort
      {
        count += 1
        // No name of a file has capitals.
        renamed.append(.placeholder(Placeholder("PORT\(count)", kind)))
      } else {
        renamed.append(part)
      }
    }
    return VectorLine(renamed)
  }
}
