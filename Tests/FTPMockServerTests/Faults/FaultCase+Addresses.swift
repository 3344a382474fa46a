import FTPProtocol

@testable import FTPMockServer

/// Data connections: whether they are opened, and to which address.
extension FaultCase {
  private static let passive: [Step] = [.download("RETR pub/hello.txt", by: "PASV")]
  private static let extended: [Step] = [.download("RETR pub/hello.txt")]

  static let addresses = [
    FaultCase("address-foreign", steps: passive, breaks: "1123:4.1.2.6:pasv-own-address"),
    FaultCase("address-foreign=198.51.100.7", steps: ["PASV"]) {
      $0.reply(to: .pasv).contains("(198,51,100,7,")
    },
    FaultCase("address-zero", steps: passive, breaks: "1123:4.1.2.6:pasv-own-address"),
    FaultCase("address-private", steps: passive, breaks: "1123:4.1.2.6:pasv-own-address"),
    FaultCase("address-port-zero", steps: ["PASV"], breaks: "959:4.1.2:pasv-listens"),
    FaultCase("address-port-swapped", steps: ["EPSV"]) { seen in
      let port = try seen.answer(to: .epsv).map { try ExtendedAddress.read(reply: $0.text.utf8).value.port }
      return port.map { (0x4E00...0x4E4D).contains($0.byteSwapped) } == true
    }.with { $0.dataPolicy.passivePorts = 0x4E00...0x4E4D },
    FaultCase("address-refused", steps: extended + ["NOOP"]) {
      $0.reply(to: .epsv).contains("(|||1|)") && $0.downloads.isEmpty && $0.lastCode == 200
    },
    FaultCase("address-late=40ms", steps: extended) {
      $0.times[1] >= .milliseconds(40) && $0.text == "hello\r\n"
    },
    FaultCase("address-never", steps: extended) { $0.codes.suffix(2) == [150, 425] && $0.text == "" }
      .with { $0.timeouts.dataConnection = .milliseconds(5) },
    FaultCase("address-unusable", steps: ["PASV"]) { $0.lastCode == 425 },
    FaultCase("address-unusable", steps: ["EPSV", "PORT 127,0,0,1,8,1"]) {
      $0.codes.suffix(2) == [425, 200]
    },
    FaultCase("address-epsv-refused", steps: ["EPSV"] + passive) {
      $0.code(for: .epsv) == 500 && $0.answer(to: .epsv)?.isMultiline == true && $0.text == "hello\r\n"
    },
    FaultCase("address-bounce", steps: ["PORT 192,0,2,1,0,25", "EPRT |1|192.0.2.1|25|"]) {
      $0.codes.suffix(2) == [200, 200]
    },
    FaultCase("address-port-refused", steps: ["PORT 127,0,0,1,8,1", "EPRT |1|127.0.0.1|2049|"]) {
      $0.codes.suffix(2) == [500, 500]
    },
  ]

  static let addressForms = [
    FaultCase("address-227-for-epsv", steps: ["EPSV"], breaks: "2428:3:epsv-229"),
    FaultCase("address-229-for-pasv", steps: ["PASV"], breaks: "959:4.1.2:pasv-listens"),
    FaultCase("address-delimiter", steps: extended) {
      $0.reply(to: .epsv).contains("(!!!") && $0.text == "hello\r\n" && $0.requirements.isEmpty
    },
    FaultCase("address-mixed-delimiters", steps: ["EPSV"], breaks: "2428:3:epsv-reply-form"),
    FaultCase("address-short-229", steps: ["EPSV"], breaks: "2428:3:epsv-reply-form"),
    FaultCase("address-filled-229", steps: ["EPSV"], breaks: "2428:3:epsv-empty-fields"),
    FaultCase("address-dot", steps: extended) {
      $0.reply(to: .epsv).hasSuffix("|).") && $0.text == "hello\r\n"
    },
    FaultCase("address-no-parentheses", steps: passive) {
      $0.reply(to: .pasv).hasPrefix("Entering Passive Mode 127,0,0,1,") && $0.text == "hello\r\n"
    },
    FaultCase("address-bare", steps: passive) {
      $0.reply(to: .pasv).hasPrefix("127,0,0,1,") && $0.text == "hello\r\n"
    },
    FaultCase("address-missing", steps: ["PASV"], breaks: "959:4.1.2:pasv-listens"),
    FaultCase("address-missing", steps: ["EPSV"], breaks: "2428:3:epsv-reply-form"),
    FaultCase("address-octet-range", steps: ["PASV"], breaks: "959:4.1.2:pasv-listens"),
    FaultCase("address-multiline", steps: passive + extended) {
      $0.answer(to: .pasv)?.isMultiline == true && $0.texts == ["hello\r\n", "hello\r\n"]
    },
  ]
}
