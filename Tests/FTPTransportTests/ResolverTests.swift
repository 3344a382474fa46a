import FTPTransport
import TestSupport
import Testing

@Suite("Host names are looked up on a separate thread", .queueing)
struct ResolverTests {
  @Test("A numeric host needs no look-up", arguments: ["127.0.0.1", "::1", "[::1]"])
  func numeric(host: String) throws {
    let wakeUp = WakeUp()
    wakeUp.signal()
    // There is no wait, so neither a signal nor a deadline matters.
    let addresses = try Resolver.resolve(host, port: 21, deadline: .after(.zero), wakeUp: wakeUp)
    #expect(addresses == [try #require(SocketAddress(host: host, port: 21))])
  }

  @Test("localhost is a loopback address")
  func localhost() throws {
    let addresses = try Resolver.resolve("localhost", port: 2121, deadline: .test)
    #expect(!addresses.isEmpty)
    #expect(Set(addresses).count == addresses.count)
    for address in addresses { #expect(address.isLoopback && address.port == 2121) }
  }

  @Test("A family excludes the other one")
  func family() throws {
    #expect(
      try Resolver.resolve("localhost", port: 1, family: .ipv4, deadline: .test).allSatisfy { !$0.isIPv6 })
    let error = #expect(throws: TransportError.self) {
      _ = try Resolver.resolve("127.0.0.1", port: 1, family: .ipv6, deadline: .test)
    }
    #expect(error?.description == "cannot resolve 127.0.0.1: not an IPv6 address")
  }

  @Test(
    "Names without an address",
    arguments: ["", "nosuch.invalid", "127.0.0.1\0.example", "a b", "-", "1.2.3.4.5.invalid"])
  func notFound(host: String) {
    let error = #expect(throws: TransportError.self) {
      _ = try Resolver.resolve(host, port: 21, deadline: .test)
    }
    #expect(error?.step == .resolve)
    #expect(error?.description.contains("\n") == false)
    #expect(error?.peer == host)
  }

  @Test("A look-up ends when it is cancelled or takes too long")
  func givenUp() {
    let wakeUp = WakeUp()
    wakeUp.signal()
    let cancelled = #expect(throws: TransportError.self) {
      _ = try Resolver.resolve("slow.invalid", port: 21, deadline: .test, wakeUp: wakeUp)
    }
    #expect(cancelled?.cause == .cancelled)
    // The answer may come even before a deadline that has already passed.
    let late = #expect(throws: TransportError.self) {
      _ = try Resolver.resolve("slow.invalid", port: 21, deadline: .after(.zero))
    }
    #expect(late?.step == .resolve)
  }
}
