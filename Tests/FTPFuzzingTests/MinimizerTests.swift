import Testing

@testable import FTPFuzzing

@Suite("The minimizer removes everything that can go")
struct MinimizerTests {
  @Test(arguments: [1, 2, 7, 64, 1_000])
  func keepsWhatIsNeeded(count: Int) {
    let needed = Set([0, count / 2, count - 1])
    var minimizer = Minimizer(budget: 10_000)
    let kept = minimizer.shorten(Array(0..<count)) { candidate, _ in needed.isSubset(of: candidate) }
    #expect(kept == needed.sorted())
  }

  @Test func tellsWhichRangeIsMissing() {
    var minimizer = Minimizer(budget: 1_000)
    var before = Array(0..<20)
    _ = minimizer.shorten(before) { candidate, missing in
      var expected = before
      expected.removeSubrange(missing)
      #expect(candidate == expected)
      guard candidate.contains(7) else { return false }
      before = candidate
      return true
    }
    #expect(before == [7])
  }

  @Test func endsWithItsBudget() {
    var minimizer = Minimizer(budget: 10)
    var tried = 0
    let kept = minimizer.shorten(Array(0..<1_000)) { _, _ in
      tried += 1
      return false
    }
    #expect(kept.count == 1_000 && tried == 10 && minimizer.budget == 0)
    #expect(minimizer.simplify([1], { _ in [0] }, { _ in true }) == [1])
  }

  @Test func putsThePlainestElementThatWillDo() {
    var minimizer = Minimizer(budget: 1_000)
    let plain = minimizer.simplify(Array("a7-b9".utf8), { _ in Array("x2".utf8) }) {
      $0[1] == 0x37 && $0[4] != 0x78
    }
    #expect(String(decoding: plain, as: UTF8.self) == "x7xx2")
  }
}
