/// Why an address could not be read or written.
public struct DataAddressError: Error, Hashable, Sendable {
  /// What is wrong.
  ///
  /// Numbers are counted from 1; text of a peer is shortened and escaped.
  package enum Reason: Hashable, Sendable {
    /// Nothing there looks like an address.
    case noAddress
    /// There is an address, of another form: a 229 in the text of a 227, for example.
    case otherForm(AddressForm)
    /// An IPv6 address instead of numbers.
    case ipv6Text
    /// Too few numbers or fields.
    case missingNumbers(found: Int, expected: Int)
    /// Too many numbers.
    case extraNumbers(found: Int, expected: Int)
    /// At this position is something other than an unsigned decimal number: a sign, letters, nothing.
    case notANumber(position: Int, text: String)
    /// The number at this place is above 255.
    case octetOutOfRange(position: Int, text: String)
    /// The port is above 65535.
    case portOutOfRange(text: String)
    /// The port is 0, which accepts no connections.
    case portZero
    /// The delimiter is outside 33–126.
    case badDelimiter(UInt8)
    /// A delimiter is missing, so that the fields cannot be separated.
    case missingDelimiter
    /// The family cannot be used here; the number is the one sent.
    case unknownFamily(Int)
    /// The host is not an address of the family named.
    case badHost(family: AddressFamily, text: String)
    /// The host is a valid address of the other family.
    case familyMismatch(named: AddressFamily, host: IPAddress)
    /// A length does not fit what it measures.
    case badLength(of: Part, found: Int, expected: Int)
    /// The value could be read, but strictly it is not written as it should be.
    case deviation(ValueDeviation)
    /// The form cannot carry this address: IPv6 in PORT, or a missing host.
    case notExpressible(DataAddress)
  }

  /// The two parts of an LPRT or a 228 that are measured by a length.
  package enum Part: String, Hashable, Sendable {
    case host
    case port
  }

  /// Where the address was found.
  package enum Source: Hashable, Sendable {
    /// In the argument of a command, so that the client erred.
    case argument
    /// In the text of a reply, so that the server erred.
    case reply
  }

  /// What is wrong.
  package let reason: Reason
  /// The form that was read or written.
  public let form: AddressForm
  /// Where it was found.
  package let source: Source

  package init(_ reason: Reason, in form: AddressForm, _ source: Source) {
    self.reason = reason
    self.form = form
    self.source = source
  }

  /// The party that wrote the malformed address.
  public var party: Verdict.Party { source == .argument ? .client : .server }

  /// The code with which a server refuses such an argument: 522 or 521 for an unsupported family
  /// (RFC 2428, section 2; RFC 1639, section 4), otherwise 501.
  public var refusal: ReplyCode {
    guard case .unknownFamily = reason else { return 501 }
    return form == .long ? 521 : 522
  }

  /// The requirement that was not met.
  public var requirement: RequirementID {
    switch (form, source, reason) {
    case (_, _, .deviation(let note)): note.requirement
    case (.hostPort, .argument, _): "959:4.1.2:port-malformed"
    case (.hostPort, .reply, _): "959:4.1.2:pasv-listens"
    case (.extended, .argument, .unknownFamily): "2428:2:eprt-unsupported-522"
    case (.extended, .argument, .badDelimiter): "2428:2:eprt-delimiter"
    case (.extended, .argument, .badHost(.ipv6, _)): "2428:2:eprt-ipv6"
    case (.extended, .argument, .badHost), (.extended, .argument, .familyMismatch):
      "2428:2:eprt-family-address"
    case (.extended, .argument, .portOutOfRange), (.extended, .argument, .portZero): "2428:2:eprt-port"
    case (.extended, .argument, _): "2428:2:eprt-fields"
    case (.extended, .reply, _): "2428:3:epsv-reply-form"
    case (.long, _, .unknownFamily): "1639:4:unsupported-family-521"
    case (.long, .argument, .badLength): "1639:2:lprt-lengths"
    case (.long, .argument, _): "1639:2:lprt-form"
    case (.long, .reply, _): "1639:3:lpsv-228"
    }
  }

  /// The error as a verdict on the side that wrote the address.
  public var verdict: Verdict {
    Verdict(requirement, by: party, expected: "an address in the form of \(place)", received: "\(reason)")
  }

  private var place: String { source == .argument ? "\(form.activeVerb)" : "\(form.replyCode)" }
}

extension DataAddressError: CustomStringConvertible {
  /// One line: where, and what is wrong.
  public var description: String { "\(place): \(reason)" }
}

extension DataAddressError.Reason: CustomStringConvertible {
  /// What is wrong, as a phrase.
  package var description: String {
    switch self {
    case .noAddress: "no address"
    case .otherForm(let form): "an address in the form of \(form.activeVerb) and \(form.replyCode)"
    case .ipv6Text: "an IPv6 address among the numbers"
    case .missingNumbers(let found, let expected): "\(found) of \(expected) numbers"
    case .extraNumbers(let found, let expected): "\(found) numbers instead of \(expected)"
    case .notANumber(let position, let text): "number \(position) is '\(text)', which is not a number"
    case .octetOutOfRange(let position, let text): "number \(position) is \(text), which is above 255"
    case .portOutOfRange(let text): "port \(text), which is above 65535"
    case .portZero: "port 0"
    case .badDelimiter(let byte): "the delimiter \(byte), which is outside 33 to 126"
    case .missingDelimiter: "too few delimiters"
    case .unknownFamily(let number): "the unknown address family \(number)"
    case .badHost(let family, let text): "'\(text)', which is not an \(family) address"
    case .familyMismatch(let named, let host): "family \(named) with the host \(host)"
    case .badLength(let part, let found, let expected): "\(part) length \(found) instead of \(expected)"
    case .deviation(let note): note.text
    case .notExpressible(let address): "\(address), which this form cannot carry"
    }
  }
}
