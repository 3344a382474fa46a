/// `+i1.7,m1715938200,r,s42,up644,<TAB>notes.txt`: facts with commas after them, a tab, and the name.
enum EPLFForm {
  static func read(_ line: LineWords, _ context: ListingContext) -> FormLine? {
    let bytes = line.bytes
    guard bytes.first == 0x2B, let tab = bytes.firstIndex(of: 0x09), tab + 1 < bytes.count else { return nil }
    var entry = ListedEntry(name: bytes[(tab + 1)...], kind: .unknown)
    for fact in bytes[1..<tab].split(separator: 0x2C) {
      let value = fact.dropFirst()
      switch fact.first {
      case 0x2F where value.isEmpty: entry.kind = .directory
      case 0x72 where value.isEmpty: if entry.kind == .unknown { entry.kind = .file }
      case 0x73: entry.size = value.decimal()
      case 0x6D:
        if let seconds: Int64 = value.decimal() {
          entry.modified = context.clock.date(secondsSince1970: seconds)
        }
      case 0x75 where value.first == 0x70:
        entry.permissions = Array(value.dropFirst())
        entry.mode = octal(value.dropFirst())
      default: continue
      }
    }
    return .entry(entry)
  }

  private static func octal(_ digits: ArraySlice<UInt8>) -> UInt16? {
    guard !digits.isEmpty, digits.count <= 5, digits.allSatisfy({ (0x30...0x37).contains($0) }) else {
      return nil
    }
    let mode = digits.reduce(0) { $0 * 8 + Int($1 - 0x30) }
    return mode <= 0o7777 ? UInt16(mode) : nil
  }
}
