/// What the argument of EPSV requests (RFC 2428, section 3).
package enum ExtendedPassiveRequest: Hashable, Sendable {
  /// No argument: the family of the control connection.
  case sameFamily
  /// A family by its number, which the server may not have: the answer is then 522.
  case family(AddressFamily)
  /// `ALL`: no other command will set up a data connection in this session.
  case all

  /// Reads the argument of EPSV; nil for no argument.
  ///
  /// `ALL` is case-insensitive. Throws for anything else that is not a number up to 65535 (the answer is then 501):
  /// signs, spaces, an empty argument after the space.
  package init(argument: [UInt8]?) throws(ValueDeviation) {
    guard let argument else {
      self = .sameFamily
      return
    }
    if argument.map(\.lowercased) == Array("all".utf8) {
      self = .all
    } else if let number: UInt16 = argument[...].decimal() {
      self = .family(AddressFamily(rawValue: number))
    } else {
      throw ValueDeviation(
        "2428:3:epsv-malformed", "'\(Escaping.ascii(argument))' is neither a family nor ALL")
    }
  }

  /// The argument of EPSV, or nil.
  package var argument: String? {
    switch self {
    case .sameFamily: nil
    case .family(let family): "\(family.rawValue)"
    case .all: "ALL"
    }
  }
}
