import FTPProtocol
import Testing

@testable import FTPTransfers

@Suite("Progress shows fraction, rate and remaining time, and invents nothing")
struct FTPProgressTests {
  @Test(
    arguments: [
      (0, 100, 0), (50, 100, 0.5), (100, 100, 1), (150, 100, 1), (0, 0, 1), (.max, .max, 1),
    ] as [(UInt64, UInt64, Double)])
  func tellsTheShare(bytes: UInt64, size: UInt64, share: Double) {
    #expect(FTPProgress(bytes: bytes, size: size).fraction == share)
  }

  @Test func tellsTheRestOnlyWhereItIsKnown() {
    #expect(FTPProgress(bytes: 50, size: 100, rate: 10).remaining == .seconds(5))
    #expect(FTPProgress(bytes: 150, size: 100, rate: 10).remaining == .zero)
    #expect(FTPProgress(bytes: 0, size: .max, rate: 0.001).remaining == .seconds(3_200_000_000))
    #expect(FTPProgress(bytes: 50, size: nil, rate: 10).remaining == nil)
    #expect(FTPProgress(bytes: 50, size: nil).fraction == nil)
    #expect(FTPProgress(bytes: 50, size: 100).remaining == nil)
    #expect(FTPProgress(bytes: 50, size: 100, rate: 0).remaining == nil)
  }

  private static let second: UInt64 = 1_000_000_000

  @Test func theRateIsThatOfTheLastSeconds() {
    var meter = RateMeter(window: 5 * Self.second)
    #expect(meter.note(0, at: 0) == nil)
    #expect(meter.note(100, at: 0) == nil)
    for moment in 1...60 {
      #expect(meter.note(UInt64(moment) * 100, at: UInt64(moment) * Self.second) == 100)
    }
    // Ten times as fast from here: after the window, the earlier rate no longer counts.
    for moment in 61...66 {
      _ = meter.note(UInt64(6000 + (moment - 60) * 1000), at: UInt64(moment) * Self.second)
    }
    #expect(meter.note(13_000, at: 67 * Self.second) == 1000)
    // Nothing moves any longer.
    #expect(meter.note(13_000, at: 80 * Self.second) == 0)
  }

  @Test func holdsLittleHoweverOftenItIsAsked() {
    var meter = RateMeter(window: 5 * Self.second)
    for count in 0..<100_000 { _ = meter.note(UInt64(count), at: UInt64(count) * 1_000_000) }
    #expect(Mirror(reflecting: meter).children.contains { ($0.value as? [Any])?.count ?? .max <= 40 })
    #expect(meter.note(100_000, at: 100_000 * 1_000_000) == 1000)
  }

  @Test func waitsGrowUpToALimitAndNoFurther() {
    let backoff = FTPBackoff(first: .seconds(1), factor: 2, longest: .seconds(10), jitter: 0)
    var generator = SeededGenerator(seed: 1)
    let waits = (1...6).map { backoff.delay(before: $0, using: &generator) }
    #expect(waits == [1, 2, 4, 8, 10, 10].map { Duration.seconds($0) })
    #expect(backoff.delay(before: .max, using: &generator) == .seconds(10))
    #expect(FTPBackoff.none.delay(before: 3, using: &generator) == .zero)
    #expect(FTPBackoff(first: .seconds(-1), factor: -4).delay(before: 9, using: &generator) == .zero)
    #expect(FTPBackoff(factor: .infinity, jitter: 0).delay(before: 9, using: &generator) == .seconds(60))
  }

  @Test func theSameSeedWaitsTheSame() {
    let backoff = FTPBackoff(jitter: 0.5)
    var one = SeededGenerator(seed: 3)
    var other = SeededGenerator(seed: 3)
    let waits = (1...50).map { _ in backoff.delay(before: 3, using: &one) }
    #expect(waits == (1...50).map { _ in backoff.delay(before: 3, using: &other) })
    #expect(waits.allSatisfy { $0 >= .seconds(2) && $0 <= .seconds(4) } && Set(waits).count > 40)
  }
}
