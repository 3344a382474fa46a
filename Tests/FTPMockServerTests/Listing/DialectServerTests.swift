import FTPProtocol
import Testing
import ToyLayer

@testable import FTPMockServer

@Suite("LIST, STAT and SYST speak the dialect that was chosen", .alsoUnderToyLayer)
struct DialectServerTests {
  private static func configuration(_ dialect: ListingDialect, system: String? = nil)
    -> MockServer.Configuration
  {
    .init(dialect: dialect, system: system, clock: { ListingSample.now })
  }

  @Test(arguments: ListingDialect.all)
  func listings(dialect: ListingDialect) throws {
    try withMockServer(Self.configuration(dialect)) { server in
      var client = try TestClient.loggedIn(server)
      let entry = ListingSample.entry(
        "hello.txt", size: 6, at: FileTime(year: 2024, month: 5, day: 17, hour: 9, minute: 30))
      let one = try client.text("LIST pub/hello.txt")
      #expect(one.hasSuffix("pub/hello.txt\r\n") || dialect == .vms || dialect == .mvsMembers)
      #expect(one.split(separator: "\r\n").count == 1)
      let all = try client.text("LIST -al pub")
      #expect(all.contains("64MiB.bin") && all.contains("nothing"))
      // EPLF lists an identity that only the server knows.
      let line = dialect.lines(for: Listing(directory: nil, entries: [entry], now: ListingSample.now))
        .map { String(decoding: $0, as: UTF8.self) }
      if dialect != .eplf { #expect(all.contains((line.first ?? "?") + "\r\n")) }
      let status = try client.send("STAT pub")
      #expect(status.code == 212)
      #expect(status.text.contains("64MiB.bin"))
      try client.write("QUIT\r\n")
      #expect(try client.rest().map(\.code) == [221])
      #expect(server.verdicts == [])
    }
  }

  @Test(arguments: ListingDialect.all)
  func systemNames(dialect: ListingDialect) throws {
    try withMockServer(Self.configuration(dialect)) { server in
      var client = try TestClient(server.address)
      #expect(try client.reply().code == 220)
      let reply = try client.send("SYST")
      #expect(reply.text == dialect.system)
      #expect(try SystemReply.read(reply, .strict).isCanonical)
    }
  }

  @Test func aSystemNameOfYourOwn() throws {
    try withMockServer(Self.configuration(.dos, system: "TOPS20")) { server in
      var client = try TestClient(server.address)
      #expect(try client.reply().code == 220)
      #expect(try client.send("SYST").text == "TOPS20")
    }
  }

  @Test func aDialectOfYourOwn() throws {
    let terse = ListingDialect(name: "terse", system: "UNKNOWN") { listing in listing.entries.map(\.name) }
    try withMockServer(Self.configuration(terse)) { server in
      var client = try TestClient.loggedIn(server)
      #expect(try client.text("LIST pub") == "64MiB.bin\r\ndeep\r\nhello.txt\r\nnothing\r\n")
    }
  }
}
