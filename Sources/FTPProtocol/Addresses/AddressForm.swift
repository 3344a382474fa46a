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

  /// What belongs to one form.
  private struct Row {
    let active: Verb, passive: Verb, code: ReplyCode
    /// The requirement that names the code.
    let requirement: RequirementID
    let codec: any AddressCodec.Type
  }

  private var row: Row {
    switch self {
    case .hostPort:
      Row(
        active: "PORT", passive: "PASV", code: 227, requirement: "959:4.1.2:pasv-listens",
        codec: HostPort.self)
    case .extended:
      Row(
        active: "EPRT", passive: "EPSV", code: 229, requirement: "2428:3:epsv-229",
        codec: ExtendedAddress.self)
    case .long:
      Row(active: "LPRT", passive: "LPSV", code: 228, requirement: "1639:3:lpsv-228", codec: LongAddress.self)
    }
  }

  /// The verb that sends an address of this form.
  public var activeVerb: Verb { row.active }
  /// The verb that asks for an address of this form.
  public var passiveVerb: Verb { row.passive }
  /// The code of the reply that announces an address of this form.
  public var replyCode: ReplyCode { row.code }
  /// The requirement that names the code of the answer to ``passiveVerb``.
  var codeRequirement: RequirementID { row.requirement }

  /// Writes an address as the argument of ``activeVerb``.
  ///
  /// - Throws: ``DataAddressError`` if this form cannot carry the address.
  public func argument(for address: DataAddress) throws(DataAddressError) -> String {
    try row.codec.argument(for: address)
  }

  /// Writes an address as the text of the reply that announces it, without the code.
  ///
  /// - Throws: ``DataAddressError`` if this form cannot carry the address.
  public func replyText(for address: DataAddress) throws(DataAddressError) -> String {
    try row.codec.replyText(for: address)
  }

  /// Reads the argument of ``activeVerb``, by default strictly, as a server should.
  ///
  /// - Throws: ``DataAddressError`` if the bytes contain no usable address.
  public func read(
    argument: some Collection<UInt8>, _ leniency: Leniency = .strict
  ) throws(DataAddressError) -> Reading<DataAddress> {
    try row.codec.read(argument: slice(argument), leniency)
  }

  /// Reads the text of the reply that announces an address, by default leniently, as a client
  /// should.
  ///
  /// - Throws: ``DataAddressError`` if the bytes contain no usable address.
  public func read(
    reply text: some Collection<UInt8>, _ leniency: Leniency = .lenient
  ) throws(DataAddressError) -> Reading<DataAddress> { try row.codec.read(reply: slice(text), leniency) }
}

/// How addresses are written and read in one form.
protocol AddressCodec {
  static var ofForm: AddressForm { get }
  static func argument(for address: DataAddress) throws(DataAddressError) -> String
  static func replyText(for address: DataAddress) throws(DataAddressError) -> String
  static func read(
    argument: ArraySlice<UInt8>, _ leniency: Leniency
  ) throws(DataAddressError) -> Reading<DataAddress>
  static func read(
    reply text: ArraySlice<UInt8>, _ leniency: Leniency
  ) throws(DataAddressError) -> Reading<DataAddress>
}

extension AddressCodec {
  static func fault(
    _ reason: DataAddressError.Reason, _ source: DataAddressError.Source
  ) -> DataAddressError { DataAddressError(reason, in: ofForm, source) }

  static func notANumber(
    _ bytes: ArraySlice<UInt8>, _ position: Int, _ start: Int, _ source: DataAddressError.Source
  ) -> DataAddressError {
    fault(.notANumber(position: position, text: NumberList.item(bytes, at: start)), source)
  }
}
