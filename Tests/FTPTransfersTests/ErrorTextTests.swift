import FTPClient
import FTPProtocol
import FTPTransport
import Testing

@testable import FTPTransfers

@Suite("Each error says in one line what happened, and quotes the server")
struct ErrorTextTests {
  private static func cause(_ cause: TransportError.Cause) -> TransportError {
    TransportError(step: .read, peer: "127.0.0.1:2", cause: cause)
  }

  private static let done = Reply(226, "Done.")
  private static let broken = Reply(550, "Broken.")

  @Test(arguments: [
    (
      FTPError.incomplete(got: 5, of: 7, reply: done),
      "the transfer is incomplete: 5 bytes of 7, and the server said 226 Done."
    ),
    (.incomplete(got: 5, of: nil, reply: nil), "the transfer is incomplete: 5 bytes"),
    (
      .incomplete(got: 5, of: 5, reply: broken),
      "all 5 bytes were transferred, but the server said 550 Broken."
    ),
    (
      .cut(cause(.system(.connectionReset)), got: 5, of: 5, reply: done),
      "the server reset the data connection after 5 bytes of 5, and the server said 226 Done."
    ),
    (
      .cut(cause(.truncated), got: 5, of: nil, reply: nil),
      "the data connection ended without the close alert of TLS after 5 bytes"
    ),
    (
      .cut(cause(.timedOut(after: .seconds(1))), got: 5, of: 7, reply: done),
      "nothing moved on the data connection, which the server left open, after 5 bytes of 7, and the server said 226 Done."
    ),
    (.unreadableListing("it says a"), "the listing cannot be read: it says a"),
    (
      .conversation(
        .transport(
          TransportError(step: .connectData, peer: "127.0.0.1:2", cause: .system(.connectionRefused)))),
      "cannot open the data connection to 127.0.0.1:2: Connection refused (the server answers, but the data port that it announced is closed: a firewall or NAT?)"
    ),
  ])
  func aLine(error: FTPError, text: String) {
    #expect(error.description == text)
  }
}
