/// Why a name in a listing cannot be that of an entry of its folder, as the end of a sentence.
package enum NameFault: String, Hashable, Sendable {
  case nul = "contains NUL"
  case carriageReturn = "contains CR"
  case lineFeed = "contains LF"
  case empty = "is empty"
  case itself = "is the directory itself"
  case outside = "leads out of the directory"
  case slash = "contains a slash"
  case drive = "names a drive"

  /// The fault of a name; nil if it stays in its folder.
  ///
  /// A name that is to be copied is checked for every system: one that is harmless here may name a drive there.
  package static func of(_ name: [UInt8], copied: Bool = false) -> NameFault? {
    func leadsOut(by separator: UInt8) -> Bool {
      name.first == separator || name.split(separator: separator).contains([0x2E, 0x2E])
    }
    let characters: [(UInt8, NameFault)] = [(0, .nul), (0x0D, .carriageReturn), (0x0A, .lineFeed)]
    for (byte, fault) in characters where name.contains(byte) { return fault }
    if name.isEmpty { return .empty }
    if name == [0x2E] { return .itself }
    if leadsOut(by: UInt8(ascii: "/")) || copied && leadsOut(by: UInt8(ascii: "\\")) { return .outside }
    if name.contains(UInt8(ascii: "/")) { return .slash }
    let isDrive = name.count > 1 && name[1] == UInt8(ascii: ":") && (0x61...0x7A).contains(name[0] | 0x20)
    return copied && isDrive ? .drive : nil
  }
}
