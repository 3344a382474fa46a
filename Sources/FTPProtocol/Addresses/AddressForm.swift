/// One of the three forms in which the address of a data connection travels.
public enum AddressForm: String, Hashable, Sendable, CaseIterable {
  /// Six numbers: PORT and 227 (RFC 959).
  case hostPort
  /// Fields between delimiters: EPRT and 229 (RFC 2428).
  case extended
  /// Numbers with their lengths: LPRT and 228 (RFC 1639).
  case long

  /// The form of PASV and 227.
  public static let pasv = hostPort
  /// The form of EPSV and 229.
  public static let epsv = extended
  /// The form of LPSV and 228.
  public static let lpsv = long
  /// The form of PORT.
  public static let port = hostPort
  /// The form of EPRT.
  public static let eprt = extended
  /// The form of LPRT.
  public static let lprt = long

  /// The form that the text of a reply with this code has; nil for a code that announces no address.
  ///
  /// The command does not count here: a 227 in reply to EPSV is read as a 227.
  public init?(announcedBy code: ReplyCode) {
    switch code {
    case 227: self = .hostPort
    case 229: self = .extended
    case 228: self = .long
    default: return nil
    }
  }

  /// The form that goes with a verb, active or passive; nil for any other verb.
  public init?(verb: Verb) {
    guard let form = verb.row?.address else { return nil }
    self = form
  }

  /// The verb that sends an address of this form.
  public var activeVerb: Verb {
    switch self {
    case .hostPort: "PORT"
    case .extended: "EPRT"
    case .long: "LPRT"
    }
  }

  /// The verb that asks for an address of this form.
  public var passiveVerb: Verb {
    switch self {
    case .hostPort: "PASV"
    case .extended: "EPSV"
    case .long: "LPSV"
    }
  }

  /// The code of the reply that announces an address of this form.
  public var replyCode: ReplyCode {
    switch self {
    case .hostPort: 227
    case .extended: 229
    case .long: 228
    }
  }
}

extension AddressForm {
  /// Writes an address as the argument of ``activeVerb``.
  ///
  /// - Throws: ``DataAddressError`` if this form cannot carry the address.
  public func argument(for address: DataAddress) throws(DataAddressError) -> String {
    switch self {
    case .hostPort: try HostPort.argument(for: address)
    case .extended: try ExtendedAddress.argument(for: address)
    case .long: try LongAddress.argument(for: address)
    }
  }

  /// Writes an address as the text of the reply that announces it, without the code.
  ///
  /// - Throws: ``DataAddressError`` if this form cannot carry the address.
  public func replyText(for address: DataAddress) throws(DataAddressError) -> String {
    switch self {
    case .hostPort: try HostPort.replyText(for: address)
    case .extended: try ExtendedAddress.replyText(for: address)
    case .long: try LongAddress.replyText(for: address)
    }
  }

  /// Reads the argument of ``activeVerb``, by default strictly, as a server should.
  ///
  /// - Throws: ``DataAddressError`` if the bytes contain no usable address.
  public func read(
    argument: some Collection<UInt8>, _ leniency: Leniency = .strict
  ) throws(DataAddressError) -> Reading<DataAddress> {
    switch self {
    case .hostPort: try HostPort.read(argument: argument, leniency)
    case .extended: try ExtendedAddress.read(argument: argument, leniency)
    case .long: try LongAddress.read(argument: argument, leniency)
    }
  }

  /// Reads the text of the reply that announces an address, by default leniently, as a client
  /// should.
  ///
  /// - Throws: ``DataAddressError`` if the bytes contain no usable address.
  public func read(
    reply text: some Collection<UInt8>, _ leniency: Leniency = .lenient
  ) throws(DataAddressError) -> Reading<DataAddress> {
    switch self {
    case .hostPort: try HostPort.read(reply: text, leniency)
    case .extended: try ExtendedAddress.read(reply: text, leniency)
    case .long: try LongAddress.read(reply: text, leniency)
    }
  }
}
