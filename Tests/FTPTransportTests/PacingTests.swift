#if canImport(Glibc)
  import FTPTransport
  import Glibc
  import TestSupport
  import Testing

  @Suite("Connections that stay on the machine are not paced")
  struct PacingTests {
    private func congestionControl(of descriptor: Int32) -> String {
      var name = [UInt8](repeating: 0, count: 16)
      var length = socklen_t(name.count)
      guard getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_CONGESTION, &name, &length) == 0 else { return "" }
      return String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
    }

    @Test(arguments: Loopback.allCases)
    func bothEndsSendAsFastAsTheyCan(loopback: Loopback) throws {
      try loopback.withPair { client, server in
        #expect(congestionControl(of: client.descriptor) == "reno")
        #expect(congestionControl(of: server.descriptor) == "reno")
      }
    }
  }
#endif
