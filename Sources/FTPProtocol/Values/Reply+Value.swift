extension Reply {
  /// The text of the last line without Telnet sequences, which contains the value of a reply.
  ///
  /// - Throws: if the code is not one of those that carry the value.
  func value(coded codes: [ReplyCode], _ requirement: RequirementID) throws(ValueDeviation) -> [UInt8] {
    guard codes.contains(code) else {
      let wanted = codes.map(\.description).joined(separator: " or ")
      throw ValueDeviation(requirement, "reply \(code) instead of \(wanted)")
    }
    return Telnet.strip(lastLine.text).text
  }
}
