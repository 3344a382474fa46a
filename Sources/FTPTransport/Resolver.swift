import FTPSystem
import LibC

/// Looks up host names.
///
/// `getaddrinfo` can take minutes and cannot be stopped, so it runs on its own thread; if the caller gives
/// up first, the thread is left to finish by itself.
public enum Resolver {
  /// Which addresses to look up.
  public enum Family: Hashable, Sendable {
    /// IPv4 and IPv6, in the system's order.
    case any
    /// IPv4 only.
    case ipv4
    /// IPv6 only.
    case ipv6
  }

  /// The addresses of a host, at least one, in the order in which to try them.
  ///
  /// A numeric host gives its one address without a look-up. Throws with step `.resolve`: the name has no
  /// address, the deadline passed, or the wake-up was signalled.
  package static func resolve(
    _ host: String, port: UInt16, family: Family = .any, deadline: Deadline = .never, wakeUp: WakeUp? = nil
  ) throws(TransportError) -> [SocketAddress] {
    func failure(_ cause: TransportError.Cause) -> TransportError {
      TransportError(step: .resolve, peer: host, cause: cause)
    }
    if let address = SocketAddress(host: host, port: port) {
      guard family == .any || (family == .ipv6) == address.isIPv6 else {
        throw failure(.nameNotFound("not an \(family.name) address"))
      }
      return [address]
    }
    // A NUL would cut the name short on its way into C and look up another host than the one named.
    guard !host.isEmpty, host.utf8.count < 1024, !host.utf8.contains(0) else {
      throw failure(.nameNotFound("not a host name"))
    }
    let lookUp = LookUp()
    // Without a descriptor, nothing could end the wait.
    guard lookUp.done.readingEnd >= 0 else { throw failure(.system(.tooManyOpenFiles)) }
    let code = Platform.startDetachedThread(stackSize: ThreadExecutor.defaultStackSize) {
      lookUp.run(host: host, port: port, family: family)
    }
    guard code == 0 else { throw failure(.system(SystemError(code: code))) }
    let poll = Poll.wait(lookUp.done.readingEnd, .readable, wakeUp: wakeUp, deadline: deadline)
    try poll.check(step: .resolve, peer: host, deadline: deadline)
    switch lookUp.answer.withLock({ $0 }) {
    case .success(let addresses): return addresses
    case .failure(let error): throw failure(error.cause)
    case nil: throw failure(.system(.last))
    }
  }
}

extension Resolver.Family {
  var name: String {
    switch self {
    case .any: "IP"
    case .ipv4: "IPv4"
    case .ipv6: "IPv6"
    }
  }

  var hint: Int32 {
    switch self {
    case .any: AF_UNSPEC
    case .ipv4: AF_INET
    case .ipv6: AF_INET6
    }
  }
}

/// State shared by the thread of `getaddrinfo` and its caller.
///
/// It lives as long as either needs it.
private final class LookUp: Sendable {
  struct Failure: Error {
    var cause: TransportError.Cause
  }

  let done = WakeUp()
  let answer = Monitor<Result<[SocketAddress], Failure>?>(nil)

  func run(host: String, port: UInt16, family: Resolver.Family) {
    let result = Self.addresses(host: host, port: port, family: family)
    answer.withLock { $0 = result }
    done.signal()
  }

  private static func addresses(
    host: String, port: UInt16, family: Resolver.Family
  ) -> Result<[SocketAddress], Failure> {
    var hints = addrinfo()
    hints.ai_family = family.hint
    hints.ai_socktype = Platform.streamType
    var list: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, nil, &hints, &list)
    defer { if let list { freeaddrinfo(list) } }
    guard code == 0 else {
      if code == EAI_SYSTEM { return .failure(Failure(cause: .system(.last))) }
      let text = gai_strerror(code).map { String(cString: $0) } ?? "error \(code)"
      return .failure(Failure(cause: .nameNotFound(text)))
    }
    var addresses: [SocketAddress] = []
    var next = list
    while let entry = next?.pointee {
      if let system = entry.ai_addr, let address = SocketAddress(system, length: entry.ai_addrlen) {
        let withPort = address.with(port: port)
        if !addresses.contains(withPort) { addresses.append(withPort) }
      }
      next = entry.ai_next
    }
    guard !addresses.isEmpty else { return .failure(Failure(cause: .nameNotFound("no address"))) }
    return .success(addresses)
  }
}
