extension Reply {
  /// The text of the last line without Telnet sequences, where the value of a reply stands.
  ///
  /// - Throws: where the code is none of those that carry the value.
  func value(coded codes: [ReplyCode], _ requirement: RequirementID) throws(Departure) -> [UInt8] {
    guard codes.contains(code) else {
      let wanted = codes.map(\.description).joined(separator: " or ")
      throw Departure(requirement, "reply \(code) in place of \(wanted)")
    }
    return Telnet.strip(lastLine.text).text
  }
}
