/// The text of a 110: `MARK ssss = rrrr`, where the sender's marker is for one position in the data and the
/// receiver's for the same position (RFC 959, section 4.2; RFC 1123, section 4.1.3.4).
package struct MarkReply: Hashable, Sendable {
  /// The marker that appeared in the data, in the sender's terms.
  package let sender: RestartMarker
  /// The same position in the receiver's terms.
  package let receiver: RestartMarker

  /// Makes the text of two markers.
  package init(sender: RestartMarker, receiver: RestartMarker) {
    self.sender = sender
    self.receiver = receiver
  }

  /// Reads the text.
  ///
  /// Deviations: another case, other spacing than one space around the equals sign, text after the second
  /// marker. Errors: no `MARK`, no equals sign, a marker missing or not printable.
  ///
  /// - Throws: A ``ValueDeviation`` that `leniency` does not allow.
  package static func read(
    _ text: some Collection<UInt8>, _ leniency: Leniency = .lenient
  ) throws(ValueDeviation) -> Reading<MarkReply> {
    let bytes = slice(text)
    let words = bytes.split(whereSeparator: \.isBlank)
    let rest = words.dropFirst()
    guard let mark = words.first, mark.map(\.lowercased) == Array("mark".utf8), let sender = rest.first else {
      throw malformed(bytes)
    }
    // A marker may contain equals signs: only one with spaces around it is sure to be the separator.
    let markers: (ArraySlice<UInt8>, ArraySlice<UInt8>)
    var used = 4
    if rest.count >= 3, words[2].elementsEqual([0x3D]) {
      markers = (sender, words[3])
    } else {
      let joined = rest.prefix(3).flatMap { $0 }[...]
      guard let equals = joined.firstIndex(of: 0x3D) else { throw malformed(bytes) }
      markers = (joined[..<equals], joined[(equals + 1)...])
      used = words.count
    }
    let value = MarkReply(sender: try RestartMarker(markers.0), receiver: try RestartMarker(markers.1))
    var notes: [ValueDeviation] = []
    if words.count > used {
      notes.append(ValueDeviation(form, "text after the second marker"))
    } else if !bytes.elementsEqual(value.description.utf8) {
      notes.append(ValueDeviation(form, "'\(Escaping.ascii(bytes, limit: 40))'"))
    }
    return try Reading(value, notes: notes).checked(leniency)
  }

  private static let form: RequirementID = "1123:4.1.3.4:mark-reply-form"

  private static func malformed(_ bytes: ArraySlice<UInt8>) -> ValueDeviation {
    ValueDeviation(form, "'\(Escaping.ascii(bytes, limit: 40))', which marks nothing")
  }
}

extension MarkReply: CustomStringConvertible {
  /// The text of the reply.
  package var description: String { "MARK \(sender) = \(receiver)" }
}
