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

  /// Ends the case unless a download brought these bytes; the finding says where they differ, and the report shows them.
  func requireSame(
    _ copy: CompletedTransfer, as bytes: [UInt8], _ words: String, citing requirement: RequirementID? = nil
  ) throws {
    try requireSame(copy.bytes, as: bytes, words, citing: requirement)
  }

  /// The same of bytes that were received in any way.
  func requireSame(
    _ copy: [UInt8], as bytes: [UInt8], _ words: String, citing requirement: RequirementID? = nil
  ) throws {
    guard let difference = ByteDifference(copy, from: bytes) else { return }
    state.withLock { $0.exhibits.append(difference.exhibit) }
    throw found(expected: words, received: difference.words, citing: requirement, as: difference.kind)
  }
}
