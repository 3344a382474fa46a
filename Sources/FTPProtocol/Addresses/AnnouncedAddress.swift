/// The address that a passive reply announced, in the form that the server chose.
///
/// ```swift
/// let announced = try AnnouncedAddress(reply, askedFor: .extended)
/// let decision = AddressPolicy.replace.resolve(announced.address, controlPeer: peer, form: announced.form)
/// ```
public struct AnnouncedAddress: Hashable, Sendable {
  /// The form that goes with the code of the reply.
  public let form: AddressForm
  /// The address with the notes on how it was written.
  public let reading: Reading<DataAddress>

  /// The address as it was announced; an ``AddressPolicy`` says where to connect.
  public var address: DataAddress { reading.value }

  /// Reads a 227, 228 or 229.
  ///
  /// The code determines how the text is read, not the command: a 227 in reply to EPSV is read as
  /// a 227, which is a deviation if the command is given here. Of several lines the last one counts; if it has no address, the last
  /// line that has one.
  ///
  /// - Throws: if the reply has another code or no usable address.
  public init(_ reply: Reply, askedFor asked: AddressForm? = nil, _ leniency: Leniency = .lenient)
    throws(DataAddressError)
  {
    guard let form = AddressForm(announcedBy: reply.code) else {
      throw DataAddressError(.noAddress, in: asked ?? .hostPort, .reply)
    }
    var notes: [ValueDeviation] = []
    if let asked, form != asked {
      let text = "\(reply.code) in answer to \(asked.passiveVerb)"
      notes.append(ValueDeviation(asked.codeRequirement, text))
    }
    if reply.isMultiline {
      notes.append(.remark("2389:2.2:any-reply-multiline", "a \(reply.code) of several lines"))
    }
    let found = try Self.read(reply, form)
    self.form = form
    reading = try Reading(found.value, notes: notes + found.notes).checked(leniency, form, .reply)
  }

  private static func read(_ reply: Reply, _ form: AddressForm) throws(DataAddressError) -> Reading<
    DataAddress
  > {
    var first: DataAddressError?
    for line in reply.lines.dropFirst(reply.leadingLineCount).reversed() {
      do {
        return try form.read(reply: Telnet.strip(line.text).text)
      } catch {
        guard case .noAddress = error.reason else { throw error }
        first = first ?? error
      }
    }
    throw first ?? DataAddressError(.noAddress, in: form, .reply)
  }
}
