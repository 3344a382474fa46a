import FTPProtocol

/// `address-…`: how the place for the data connection is written.
enum AddressFormFaults {
  static let all = [
    FaultKind(
      "address-227-for-epsv", "EPSV gets a 227 reply.", .field("Q08", "FileZilla based servers"),
      rewriting(229, as: 227) { "Entering Passive Mode (\(AddressFaults.numbers($0)))." }),
    FaultKind(
      "address-229-for-pasv", "PASV gets a 229 reply.", .field("Q09", "464XLAT networks"),
      rewriting(227, as: 229) { "Entering Extended Passive Mode (|||\($0.port)|)" }),
    FaultKind(
      "address-delimiter", .character("!"), "229 has another delimiter, which is allowed.",
      .field("Q10", "IBM i, z/OS")
    ) { mark in rewriting(229) { "Entering Extended Passive Mode (\(mark)\(mark)\(mark)\($0.port)\(mark))" }
    },
    FaultKind(
      "address-mixed-delimiters", "The delimiters of 229 differ.", "2428:3:epsv-reply-form",
      rewriting(229) { "Entering Extended Passive Mode (|!|\($0.port)!)" }),
    FaultKind(
      "address-short-229", "229 lacks one delimiter.", .field("Q12", "BulletProof FTP Server"),
      rewriting(229) { "Entering Extended Passive Mode (||\($0.port)|)" }),
    FaultKind(
      "address-filled-229", "229 names family and host as well.", "2428:3:epsv-empty-fields",
      rewriting(229) { address in
        let host = address.host.map { "\($0)" } ?? ""
        return "Entering Extended Passive Mode (|\(host.contains(":") ? 2 : 1)|\(host)|\(address.port)|)"
      }),
    FaultKind(
      "address-dot", "A full stop follows the bracket of 229.", .field("Q11", "Serv-U"),
      rewriting(229) { "Entering Extended Passive Mode (|||\($0.port)|)." }),
    FaultKind(
      "address-no-parentheses", "227 has its numbers without parentheses.",
      .field("Q04", "sys-ftpd, servers met by net-ftp"),
      rewriting(227) { "Entering Passive Mode \(AddressFaults.numbers($0))" }),
    FaultKind(
      "address-bare", "227 has numbers but no words.", .field("Q04", "sys-ftpd, servers met by net-ftp"),
      rewriting(227) { AddressFaults.numbers($0) }),
    FaultKind(
      "address-missing", "227 and 229 contain no address.", .field("Q05", "LightFTP"),
      AddressFaults.announcing { reply, _, _ in reply.lines = [Array("Entering Passive Mode.".utf8)] }),
    FaultKind(
      "address-octet-range", "A number of 227 is above 255.", "959:4.1.2:pasv-listens",
      rewriting(227) {
        "Entering Passive Mode (300,\(AddressFaults.numbers($0).drop { $0 != "," }.dropFirst()))."
      }),
    FaultKind(
      "address-multiline", "227 and 229 come as replies of several lines.",
      .field("Q06", "aioftp server against Transmit and Cyberduck"),
      AddressFaults.announcing { reply, _, _ in
        reply.lines.insert(Array("Entering a passive mode.".utf8), at: 0)
      }),
  ]

  /// Writes an announcement in another way, possibly as one with another code.
  private static func rewriting(
    _ code: ReplyCode, as other: ReplyCode? = nil, _ text: @escaping @Sendable (DataAddress) -> String
  ) -> FaultHooks {
    AddressFaults.announcing(code) { reply, address, _ in
      reply = ServerReply(other ?? code, text(address))
    }
  }
}
