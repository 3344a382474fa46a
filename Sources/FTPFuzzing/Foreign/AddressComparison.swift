import FTPProtocol

/// Readers of addresses, compared by the line of a 227 or 229 without its line end.
///
/// An answer is a line: host and port with a space between them, with `-` for the host if the reply names none; or
/// `error` if there is no usable address.
struct AddressComparison: Comparison {
  let plain = Array("227 Entering Passive Mode (127,0,0,1,4,1).".utf8)

  private let seeds = FuzzPieces.bytes("compared addresses", "seed")
  private let mutator = ByteMutator(tokens: FuzzedParser.addresses.tokens)

  func isAnswer(_ line: String) -> Bool { line == "error" || line.split(separator: " ").count == 2 }

  func make(_ random: inout SeededGenerator) -> [UInt8] {
    var bytes = seeds[random.below(seeds.count)]
    let code = bytes.prefix(4)
    bytes.removeFirst(4)
    for _ in 0..<random.below(5) { mutator.mutate(&random, &bytes) }
    return code + bytes.filter { $0 != 0x0D && $0 != 0x0A }
  }

  func ours(_ bytes: [UInt8]) -> String {
    guard let address = try? reading(bytes).value else { return "error" }
    return "\(address.host.map { "\($0)" } ?? "-") \(address.port)"
  }

  func difference(_ ours: String, _ theirs: String) -> ParserDifference? {
    if ours == theirs { return nil }
    return ours == "error" ? .stricter : theirs == "error" ? .laxer : .different
  }

  /// The code and the rule.
  func features(_ bytes: [UInt8], _ theirs: String) -> [String] {
    [String(decoding: bytes.prefix(4), as: UTF8.self), requirement(bytes, theirs).rawValue]
  }

  /// The first rule that the reply breaks, or else the rule that says how to read it.
  func requirement(_ bytes: [UInt8], _ theirs: String) -> RequirementID {
    do throws(DataAddressError) {
      let reading = try reading(bytes)
      return reading.notes.first?.requirement
        ?? (reading.value.host == nil ? "2428:3:epsv-reply-form" : "1123:4.1.2.6:scan-digits")
    } catch {
      return error.requirement
    }
  }

  private func reading(_ bytes: [UInt8]) throws(DataAddressError) -> Reading<DataAddress> {
    guard bytes.dropFirst(3).first == 0x20, let code = Reply(parsing: bytes + [0x0D, 0x0A])?.code,
      let form = AddressForm(announcedBy: code)
    else { throw DataAddressError(.noAddress, in: .hostPort, .reply) }
    return try form.read(reply: bytes.dropFirst(4))
  }
}
