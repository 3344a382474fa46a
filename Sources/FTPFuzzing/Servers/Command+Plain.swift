import FTPProtocol

extension Command {
  /// Makes a command of bytes that are exactly one well-formed line; nil for any others.
  init?(beyondReproach bytes: [UInt8]) {
    guard bytes.count <= 512, bytes.suffix(2) == [0x0D, 0x0A] else { return nil }
    let line = bytes.dropLast(2)
    let name = line.prefix { $0 != 0x20 }
    guard line.allSatisfy({ 0x20...0x7E ~= $0 }), (3...4).contains(name.count),
      name.allSatisfy({ 0x41...0x5A ~= $0 & 0xDF })
    else { return nil }
    self.init(parsing: line)
  }

  /// Whether a server may forget the agreed data connection after this command, or wait for a new one.
  var endsAgreements: Bool {
    guard let row = verb.row else { return false }
    switch row.step {
    case .user, .pass, .acct, .auth, .adat, .protected: return true
    default: return row.address != nil || [.rein, .abor, .host, .quit, .pbsz, .prot, .ccc].contains(verb)
    }
  }
}
