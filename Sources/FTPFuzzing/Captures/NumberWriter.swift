/// Writes numbers in either byte order.
package struct NumberWriter {
  private let isBig: Bool
  /// The bytes written so far.
  package var bytes: [UInt8] = []

  package init(isBig: Bool) { self.isBig = isBig }

  package mutating func add(_ number: some FixedWidthInteger) {
    withUnsafeBytes(of: isBig ? number.bigEndian : number.littleEndian) { bytes += $0 }
  }

  /// Pads to a multiple of four bytes.
  package mutating func pad() {
    while !bytes.count.isMultiple(of: 4) { bytes.append(0) }
  }

  /// Writes an option of a pcapng block.
  package mutating func option(_ code: UInt16, _ value: [UInt8]) {
    add(code)
    add(UInt16(value.count))
    bytes += value
    pad()
  }

  /// Writes a pcapng block around what `body` writes.
  package mutating func block(_ kind: UInt32, _ body: (inout NumberWriter) -> Void) {
    var inner = NumberWriter(isBig: isBig)
    body(&inner)
    inner.pad()
    add(kind)
    add(UInt32(inner.bytes.count + 12))
    bytes += inner.bytes
    add(UInt32(inner.bytes.count + 12))
  }
}
