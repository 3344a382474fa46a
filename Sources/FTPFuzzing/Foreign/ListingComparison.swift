import FTPProtocol
import FTPSystem

/// Readers of LIST, compared by single lines without their line ends.
///
/// An answer is `none` if the line is not an entry, or four words: `file`, `directory`, `link` or `other`; the size;
/// the date as `2024-05-17`, with `T09:30` and `:05` if there is a time of day; and the escaped name. A reader that
/// does not know one of them says `-`, which is not a difference. Dates are compared as far as both are given.
struct ListingComparison: Comparison {
  let plain = Array("-rw-r--r--   1 ftp      ftp            42 May 17  2019 notes.txt".utf8)

  private static let kinds = ["file", "directory", "link", "other", "-"]
  private static let fields = ["kind", "size", "date", "name"]

  private let mutator = ByteMutator(tokens: FuzzedParser.listings.tokens)
  /// The current year decides what a date without a year means, and the other reader uses it too.
  private let clock = TimeValue(secondsSince1970: LocalClock.now().seconds).map { ListingClock(now: $0) }

  func isAnswer(_ line: String) -> Bool {
    let words = line.split(separator: " ")
    return line == "none" || words.count == 4 && Self.kinds.contains(String(words[0]))
  }

  func make(_ random: inout SeededGenerator) -> [UInt8] {
    var bytes = ListingSeeds.lines[random.below(ListingSeeds.lines.count)]
    for _ in 0..<random.below(4) { mutator.mutate(&random, &bytes) }
    return bytes.filter { $0 != 0x0D && $0 != 0x0A }
  }

  func ours(_ bytes: [UInt8]) -> String {
    guard let entry = read(bytes)?.entry else { return "none" }
    let kind = Self.kinds.contains(entry.kind.rawValue) ? entry.kind.rawValue : "other"
    let size = entry.size.map { "\($0)" } ?? "-"
    let date = entry.modified.map { "\($0)" } ?? "-"
    return "\(entry.kind == .unknown ? "-" : kind) \(size) \(date) \(Self.escaped(entry.name))"
  }

  func difference(_ ours: String, _ theirs: String) -> ParserDifference? {
    switch (ours == "none", theirs == "none") {
    case (true, true): nil
    case (true, false): .stricter
    case (false, true): .laxer
    case (false, false): Self.differing(ours, theirs).isEmpty ? nil : .different
    }
  }

  /// The form, and the fields that differ.
  func features(_ bytes: [UInt8], _ theirs: String) -> [String] {
    let form = read(bytes)?.form?.rawValue ?? "beginning with \(Self.sort(bytes.first))"
    let ours = ours(bytes)
    return [form] + (ours == "none" || theirs == "none" ? [] : Self.differing(ours, theirs))
  }

  func oddities(_ bytes: [UInt8], _ theirs: String) -> [String] {
    [0x09, 0x80].filter { odd in bytes.contains { odd == 0x80 ? $0 >= odd : $0 == odd } }.map { "\($0)" }
  }

  /// No rule says how the lines are written; this rule says what they are for.
  func requirement(_ bytes: [UInt8], _ theirs: String) -> RequirementID { "959:4.1.3:list-current-directory" }

  private func read(_ bytes: [UInt8]) -> (entry: ListedEntry?, form: ListingForm?)? {
    guard let clock else { return nil }
    let (lines, recognition) = ListingParser.read(bytes, clock: clock)
    return (lines.count == 1 ? lines[0].entry : nil, recognition?.form)
  }

  /// The fields in which two entries differ.
  private static func differing(_ ours: String, _ theirs: String) -> [String] {
    let pairs = zip(ours.split(separator: " "), theirs.split(separator: " "))
    return zip(fields, pairs).compactMap { field, pair in
      let (ours, theirs) = pair
      if ours == "-" || theirs == "-" { return nil }
      let length = field == "date" ? min(ours.utf8.count, theirs.utf8.count) : .max
      return ours.prefix(length) == theirs.prefix(length) ? nil : field
    }
  }

  /// A word for the first byte of a line.
  private static func sort(_ byte: UInt8?) -> String {
    guard let byte else { return "nothing" }
    switch byte {
    case 0x30...0x39: return "a digit"
    case 0x41...0x5A, 0x61...0x7A: return "a letter"
    default: return Escaping.ascii([byte])
    }
  }

  /// A name as one word.
  private static func escaped(_ name: [UInt8]) -> String {
    var text: [UInt8] = []
    for byte in name {
      if byte > 0x20, byte < 0x7F, byte != 0x5C {
        text.append(byte)
      } else {
        Escaping.appendHexadecimal(byte, to: &text)
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
