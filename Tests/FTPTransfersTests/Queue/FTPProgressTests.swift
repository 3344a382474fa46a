import FTPProtocol
import Testing

@testable import FTPTransfers

@Suite("Progress shows the fraction where it is known, and waits grow up to a limit")
struct FTPProgressTests {
  @Test(
    arguments: [
      (0, 100, 0), (50, 100, 0.5), (100, 100, 1), (150, 100, 1), (0, 0, 1), (.max, .max, 1),
    ] as [(UInt64, UInt64, Double)])
  func tellsTheShare(bytes: UInt64, size: UInt64, share: Double) {
    #expect(FTPProgress(bytes: bytes, size: size).fraction == share)
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
