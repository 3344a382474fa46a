import FTPMockServer
import FTPProtocol
import TestSupport
import Testing

@testable import FTPTransfers

@Suite("However a listing is damaged, nothing is deleted because of the damage", .endsWhenItHangs)
struct DamagedListingTests {
  /// How a damaged listing reaches the client.
  enum Cause: CaseIterable {
    /// Each time it is sent, something else may happen on the way.
    case way
    /// The server always writes the same.
    case server
  }

  /// What a server answers when it is asked for a name alone.
  enum Answers: CaseIterable {
    case truly, onlyWithNames, never
  }

  @Test(.computing, arguments: Cause.allCases, DamagedListing.dialects)
  func nothingThatTheServerHasIsDeleted(cause: Cause, dialect: ListingDialect?) async throws {
    var generator = SeededGenerator(
      seed: UInt64(dialect?.name.utf8.reduce(7) { $0 * 31 + Int($1) } ?? 1) & 0xFFFF)
    var harmless = 0
    var deleting = 0
    for _ in 0..<Thoroughness.rounds(3_600, oneIn: 30) {
      let listing = DamagedListing(dialect, using: &generator)
      guard listing.truth.doubt == nil, !listing.truth.entries.isEmpty else { continue }
      let first = listing.damaged(using: &generator)
      // What comes later is damaged as rarely as the first would be, were this no test.
      let later = cause == .server ? first : listing.bytes
      let answers = Answers.allCases.randomElement(using: &generator) ?? .truly
      let (final, deleted) = try await mirror(listing, first, later, answers)
      let names = Set(listing.truth.entries.map(\.name))
      #expect(names.isDisjoint(with: deleted), "\(Escaping.ascii(first))")
      guard !deleted.isEmpty else { continue }
      deleting += 1
      let isAsItWas = Set(final?.entries ?? []) == Set(listing.truth.entries)
      if isAsItWas { harmless += 1 }
      switch cause {
      case .way: #expect(isAsItWas, "\(Escaping.ascii(first))")
      // The facts may be wrong, and there may be one more entry, but no name is lost.
      case .server:
        #expect(names.isSubset(of: (final?.entries ?? []).map(\.name)), "\(Escaping.ascii(first))")
      }
    }
    // The test would prove nothing if nothing were ever deleted.
    #expect(deleting > 0 && harmless > 0)
  }

  /// Mirrors a directory of which everything is here, and something else; returns the listing that counted, and the names
  /// that would be deleted.
  private func mirror(
    _ listing: DamagedListing, _ first: [UInt8], _ later: [UInt8], _ answers: Answers
  ) async throws -> (listing: FTPListing?, deleted: Set<[UInt8]>) {
    struct Unreadable: Error {}
    let truth = Set(listing.truth.entries.map(\.name))
    let here =
      listing.truth.entries.map {
        MirrorTree.Entry($0.name, $0.isDirectory ? .directory : .file, size: $0.size)
      }
      + ["extra", "more"].map { MirrorTree.Entry(Array($0.utf8), .file, size: 1) }
    let options = MirrorPlan.Options(deletes: true)
    let proof = AbsenceProof(
      list: {
        guard let next = DamagedListing.read(later, listing.dialect) else { throw Unreadable() }
        return next
      }, has: { answers == .truly ? truth.contains($0) : nil }, names: { answers == .never ? nil : truth })
    guard let start = DamagedListing.read(first, listing.dialect) else { return (nil, []) }
    let final: FTPListing
    do {
      final = try await proof.proved(start) { listing in
        let names = listing.entries.map(\.name)
        return names.isEmpty
          ? [] : MirrorPlan.extra(here, in: MirrorPath(), comparedTo: names, options).map(\.name)
      }
    } catch is Unreadable { return (nil, []) }
    let there = final.entries.map {
      MirrorTree.Entry($0.name, $0.isDirectory ? .directory : .file, size: $0.size)
    }
    let plan = MirrorPlan(
      from: MirrorTree([MirrorPath(): .init(there, doubt: final.doubt)]),
      to: MirrorTree([MirrorPath(): .init(here)]), options)
    let deleted = plan.actions.compactMap { action in
      switch action {
      case .delete(let path), .deleteDirectory(let path): path.name
      default: nil
      }
    }
    return (final, Set(deleted))
  }

  /// A listing that differs each time is not settled; one that differs once is.
  @Test(arguments: [([0, 1, 1], true), ([0, 0], true), ([0, 1, 2, 2], true), ([0, 1, 2, 3, 3], false)])
  func aListingThatChangesIsReadAgain(states: [Int], isCertain: Bool) async throws {
    let listings = states.map { FTPListing(facts: Array("type=file;size=\($0); a\r\n".utf8)) }
    var next = 0
    let proof = AbsenceProof(
      list: {
        next += 1
        return listings[next]
      }, has: { $0 == [0x61] }, names: { nil })
    let final = try await proof.proved(listings[0]) { _ in [[0x62]] }
    #expect((final.doubt == nil) == isCertain)
    if isCertain { #expect(final.entries.first?.size == UInt64(states.last ?? 0)) }
  }

  /// MLSD lines that have no form, or that no directory has; each is told apart from the others.
  @Test(arguments: [
    "5 a.txt", "-rw-r--r--   1 ftp ftp 5 May 17  2024 a.txt", "total 12", " type=file;size=5; a.txt", "a.txt",
    " a.txt",
    "type=file;si", "ze=5 a.txt", "type=file;size=5;a.txt", "type=file;size=5; ", "type=file; .",
    "type=dir; ..",
    "size=5; .", "type=file;5; a.txt", "type=file; x", "Note: a=b; c",
  ])
  func whatIsNoLineOfMLSDIsNoEntry(line: String) {
    let listing = FTPListing(facts: Array("type=file; x\r\n\(line)\r\ntype=file; y\r\n".utf8))
    #expect(listing.entries.map(\.text) == ["x", "y"])
    #expect(listing.others.map { String(decoding: $0, as: UTF8.self) } == [line])
    #expect(listing.doubt == "a line of its listing cannot be read: \(line)")
  }

  /// Lists in which each line can be read, but which cannot be true as a whole.
  @Test(arguments: [
    (
      "-rw-r--r-- 1 ftp ftp 5 May 17  2024 a\r\n-rw-r--r-- 1 ftp ftp 6 May 17  2024 a\r\n",
      "its listing has a twice"
    ),
    (
      "-rw-r--r-- 1 ftp ftp 5 May 17  2024 a\r\n\r\nsub:\r\n-rw-r--r-- 1 ftp ftp 6 May 17  2024 b\r\n",
      "its listing has a heading among its entries"
    ),
    (
      "-rw-r--r-- 1 ftp ftp 5 May 17  2024 a\r\ntotal 5\r\n-rw-r--r-- 1 ftp ftp 6 May 17  2024 b\r\n",
      "its listing goes on after its end"
    ),
    (
      "-rw-r--r-- 1 ftp ftp 5 May 17  2024 a\r\n-rw-r--r-- 1 ftp ftp 6 May 17  2024 b\n",
      "the lines of its listing end in different ways"
    ),
    ("total 5\r\n-rw-r--r-- 1 ftp ftp 5 May 17  2024 a\r\n", nil),
  ])
  func aListingThatContradictsItselfIsDoubted(text: String, doubt: String?) throws {
    let now = try #require(TimeValue(secondsSince1970: 1_716_200_000))
    let (lines, recognition) = ListingParser.read(text.utf8, clock: ListingClock(now: now))
    #expect(FTPListing(lines: lines, recognition: recognition).doubt == doubt)
  }
}
