import FTPProtocol

/// `address-…`: how the place for the data connection is written.
enum AddressFormFaults {
  static let bodies: [String: FaultBody] = [
    "address-227-for-epsv": FaultBody(
      rewriting(229, as: 227) { "Entering Passive Mode (\(AddressFaults.numbers($0)))." }),
    "address-229-for-pasv": FaultBody(
      rewriting(227, as: 229) { "Entering Extended Passive Mode (|||\($0.port)|)" }),
    "address-delimiter": FaultBody(.character("!")) { mark in
      rewriting(229) { "Entering Extended Passive Mode (\(mark)\(mark)\(mark)\($0.port)\(mark))" }
    },
    "address-mixed-delimiters": FaultBody(
      rewriting(229) { "Entering Extended Passive Mode (|!|\($0.port)!)" }),
    "address-short-229": FaultBody(rewriting(229) { "Entering Extended Passive Mode (||\($0.port)|)" }),
    "address-filled-229": FaultBody(
      rewriting(229) { address in
        let host = address.host.map { "\($0)" } ?? ""
        return "Entering Extended Passive Mode (|\(host.contains(":") ? 2 : 1)|\(host)|\(address.port)|)"
      }),
    "address-dot": FaultBody(rewriting(229) { "Entering Extended Passive Mode (|||\($0.port)|)." }),
    "address-no-parentheses": FaultBody(
      rewriting(227) { "Entering Passive Mode \(AddressFaults.numbers($0))" }),
    "address-bare": FaultBody(rewriting(227) { AddressFaults.numbers($0) }),
    "address-missing": FaultBody(
      AddressFaults.announcing { reply, _, _ in reply.lines = [Array("Entering Passive Mode.".utf8)] }),
    "address-octet-range": FaultBody(
      rewriting(227) {
        "Entering Passive Mode (300,\(AddressFaults.numbers($0).drop { $0 != "," }.dropFirst()))."
      }),
    "address-multiline": FaultBody(
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
