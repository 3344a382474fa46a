import FTPMockServer
import FTPProtocol
import Testing

/// The parser and the dialects share no code, so that each can be checked against the other.
@Suite("Listings of all dialects are read back unchanged")
struct DialectReadingTests {
  static let forms: [(ListingDialect, ListingForm)] = [
    (.unix, .unix), (.unixTotal, .unix), (.unixNumeric, .unix), (.unixISO, .unix), (.dos, .dos),
    (.dos24Hour, .dos),
    (.dosLongYear, .dos), (.vms, .vms), (.os400, .os400), (.mvs, .mvs), (.mvsMembers, .mvsMembers),
    (.netware, .netware),
    (.eplf, .eplf),
  ]

  @Test func eachDialectHasAForm() {
    #expect(Set(Self.forms.map(\.0)) == Set(ListingDialect.all))
  }

  @Test(arguments: forms) func readBack(dialect: ListingDialect, form: ListingForm) throws {
    let now = try #require(TimeValue(secondsSince1970: ListingSample.now.seconds))
    let system = try SystemReply.read(dialect.system.utf8).value.system
    let written = Array(ListingSample.text(dialect).utf8)
    for (chosen, hint) in [(nil, nil), (nil, system), (form, nil)] {
      let (lines, recognition) = ListingParser.read(
        written, clock: ListingClock(now: now), form: chosen, system: hint)
      #expect(recognition?.form == form)
      #expect(lines.flatMap(\.bytes) == written)
      #expect(!lines.contains { $0.meaning == .unread || $0.meaning == .message })
      let entries = lines.compactMap(\.entry)
      #expect(entries.count == ListingSample.entries.count)
      for (entry, sample) in zip(entries, ListingSample.entries) {
        compare(entry, sample, ListingDialectFacts(form, dialect))
      }
    }
  }

  private func compare(_ read: ListedEntry, _ sample: StorageEntry, _ facts: ListingDialectFacts) {
    #expect(read.text == facts.name(sample))
    #expect(read.version == facts.version(sample))
    #expect(read.kind == facts.kind(sample))
    #expect(read.size == facts.size(sample))
    #expect(read.sizeUnit == (facts.form == .vms ? 512 : 1))
    let date = facts.form == .mvs ? read.referred : read.modified
    let written = TimeValue(secondsSince1970: sample.modified.seconds)?.iso8601 ?? ""
    #expect(date.map { written.hasPrefix("\($0)") } ?? false, "\(read.text)")
    if facts.hasModes { #expect(read.mode == sample.permissions) }
    #expect(read.owner.map { String(decoding: $0, as: UTF8.self) } == facts.owner(sample))
  }
}

/// The facts of an entry that a dialect preserves.
private struct ListingDialectFacts {
  let form: ListingForm
  let dialect: ListingDialect

  init(_ form: ListingForm, _ dialect: ListingDialect) {
    self.form = form
    self.dialect = dialect
  }

  var hasModes: Bool { form == .unix || form == .eplf }

  /// A version is part of the name in the storage, but not for VMS.
  func name(_ sample: StorageEntry) -> String {
    let name = String(decoding: sample.name, as: UTF8.self)
    return form == .vms && name.hasSuffix(";3") ? String(name.dropLast(2)) : name
  }

  func version(_ sample: StorageEntry) -> Int? {
    form != .vms ? nil : sample.name.suffix(2).elementsEqual(";3".utf8) ? 3 : 1
  }

  func kind(_ sample: StorageEntry) -> ListedEntry.Kind {
    if form == .mvsMembers { return .file }
    switch sample.kind {
    case .directory: return .directory
    case .link: return form == .unix || form == .os400 ? .link : .file
    default: return .file
    }
  }

  func size(_ sample: StorageEntry) -> UInt64? {
    switch form {
    case .mvs, .mvsMembers: nil
    case .vms: sample.isDirectory ? 512 : (sample.size + 511) / 512 * 512
    case .netware: sample.isDirectory ? 512 : sample.size
    case .dos, .eplf: sample.isDirectory ? nil : sample.size
    default: sample.size
    }
  }

  func owner(_ sample: StorageEntry) -> String? {
    switch form {
    case .dos, .eplf, .mvs: nil
    case .vms, .os400, .mvsMembers: sample.owner.name.uppercased()
    default: dialect == .unixNumeric ? "\(sample.owner.number)" : sample.owner.name
    }
  }
}
