import FTPProtocol

extension Probe {
  /// Whether the server replies so fast that large files and many commands take no noticeable time.
  var isNear: Bool { facts.roundTrip < .milliseconds(50) }

  /// Many bytes that look random; every value occurs, and no power of two is a multiple of their period.
  func manyBytes(_ count: Int) -> [UInt8] {
    let block = bytes(65_521)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + block.count)
    while bytes.count < count { bytes += block }
    return Array(bytes.prefix(count))
  }

  /// Stores bytes, and ends the case unless they are the same when retrieved.
  func requireRoundTrip(
    _ bytes: [UInt8], of what: String, type: String = "I", named name: String = "same.bin",
    citing requirement: RequirementID? = nil
  ) async throws {
    try await prepare(.store(name, .bytes(bytes), type: type))
    let copy = try await download("RETR \(name)", type: type)
    try requireSame(copy, as: bytes, of: what, citing: requirement)
  }

  /// Ends the case unless a download brought these bytes; the finding says where they differ.
  func requireSame(
    _ copy: CompletedTransfer, as bytes: [UInt8], of what: String, citing requirement: RequirementID? = nil
  ) throws {
    try require(
      copy.bytes == bytes, "the \(bytes.count) bytes of \(what)", copy.summary(against: bytes),
      citing: requirement)
  }
}

extension CompletedTransfer {
  /// How many bytes came, and the first ones that differ.
  func summary(against wanted: [UInt8]) -> String {
    let same = zip(bytes, wanted).prefix { $0 == $1 }.count
    guard same < max(bytes.count, wanted.count) else { return "the same \(bytes.count) bytes" }
    func some(_ bytes: [UInt8]) -> String {
      let piece = bytes.dropFirst(same).prefix(8)
      return piece.isEmpty ? "the end" : "'\(Escaping.ascii(piece))'"
    }
    return "\(bytes.count) bytes, from byte \(same) on \(some(bytes)) instead of \(some(wanted))"
  }
}
