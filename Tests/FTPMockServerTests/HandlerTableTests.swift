import FTPProtocol
import TestSupport
import Testing

@testable import FTPMockServer

@Suite("The server's answers about verbs come from the verb table", .queueing)
struct HandlerTableTests {
  @Test func everyHandlerHasARow() {
    for handler in HandlerRegistry.obedient.handlers { #expect(handler.verb.row != nil, "\(handler.verb)") }
  }

  /// The server allows more than the RFCs: an empty password, and a name for STOU.
  @Test func argumentsAreThoseOfTheTable() {
    for handler in HandlerRegistry.obedient.handlers where ![.pass, .stou].contains(handler.verb) {
      let takesSomething = handler.grammar == .optional || handler.grammar == .required
      #expect(takesSomething == !handler.row.arguments.isEmpty, "\(handler.verb)")
      #expect((handler.grammar == .required) == (takesSomething && handler.row.arguments.first != "["))
    }
  }

  @Test(arguments: HandlerRegistry.obedient.handlers.filter { $0.offer == .always }.map(\.verb))
  func helpIsThatOfTheTable(_ verb: Verb) throws {
    let row = try #require(verb.row)
    try withMockServer { server in
      var client = try TestClient(server.address)
      _ = try client.reply()
      if verb == .site { return }
      #expect(try client.send("HELP \(verb)").text.hasPrefix("\(row.syntax): \(row.text)"))
    }
  }

  @Test func refusalsComeFromTheTable() throws {
    try withMockServer { server in
      var client = try TestClient(server.address)
      _ = try client.reply()
      for row in VerbTable.verbs where row.traits.contains(.needsLogin) {
        let isKnown = HandlerRegistry.obedient[row.verb] != nil
        #expect(try client.send("\(row.verb) x").code == (isKnown ? 530 : 502), "\(row.verb)")
      }
      for row in VerbTable.verbs where row.traits.contains(.needsProtection) {
        #expect(try client.send("\(row.verb) x").code == (row.verb == .ccc ? 533 : 503), "\(row.verb)")
      }
    }
  }
}
