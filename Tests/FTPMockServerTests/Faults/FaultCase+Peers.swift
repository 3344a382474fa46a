import FTPProtocol
import FTPTransport

@testable import FTPMockServer

/// Which end a connection really has, and what arrives where clients do not look.
extension FaultCase {
  static let peers = [
    at("address-any-peer") { client in
      let port = try ExtendedAddress.read(reply: client.send("EPSV").text.utf8).value.port
      let server = client.localAddress.with(port: port)
      let stranger = try TCPConnection.connect(
        to: server, from: SocketAddress(host: "127.0.0.2", port: 0), deadline: client.patience)
      try client.send("RETR pub/hello.txt")
      return try TestClient.readToEnd(stranger) == Array("hello\r\n".utf8)
    },
    at("address-other-source") { client in
      let listener = try TCPListener(on: client.localAddress.with(port: 0))
      try client.send("EPRT |1|127.0.0.1|\(listener.localAddress.port)|")
      try client.send("RETR pub/hello.txt")
      return try listener.accept(deadline: client.patience).peerAddress.host == "127.0.0.2"
    },
    FaultCase("address-counted", steps: ["EPSV", "EPSV"]) { seen in
      let ports = try seen.replies.map(\.reply).filter { $0.code == 229 }
        .map { try ExtendedAddress.read(reply: $0.text.utf8).value.port }
      return ports == [40_001, 40_002]
    },
    FaultCase("login-names", from: .greeted, steps: ["USER ftpraw", "USER nobody"]) {
      $0.codes == [220, 331, 530]
    },
    FaultCase(
      "login-prefix", from: .greeted, steps: ["USER ftpraw", "PASS sec", "USER ftpraw", "PASS secrets"]
    ) {
      $0.codes == [220, 331, 230, 331, 230]
    },
    FaultCase("abor-closes", steps: ["ABOR", .rest]) { $0.codes.last == 226 && $0.failures.count == 1 },
    FaultCase("data-on-control", steps: [.download("RETR pub/hello.txt")]) {
      $0.text == "hello\r\n" && $0.replies.last?.reply.leadingLineCount == 1
    },
    FaultCase("listing-bare-names", steps: [.download("NLST pub")]) {
      $0.text.contains("hello.txt\r\n") && !$0.text.contains("pub/")
    },
    FaultCase(
      "session-mute=PWD", "quit-closed", steps: [.write("PWD\r\nQUIT"), .rest],
      breaks: "959:4.2:every-command-answered"),
    at("session-one-command") { client in
      try client.write("PWD\r\nSYST\r\n")
      return try [client.reply().code, client.send("NOOP").code] == [257, 200]
    },
  ]
}
