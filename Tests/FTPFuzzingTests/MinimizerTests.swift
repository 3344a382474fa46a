import Testing

@testable import FTPFuzzing

@Suite("The minimizer removes everything that can go")
struct MinimizerTests {
  @Test(arguments: [1, 2, 7, 64, 1_000])
  func keepsWhatIsNeeded(count: Int) {
    let needed = Set([0, count / 2, count - 1])
    var search = Minimizer(Array(0..<count), budget: 10_000, [.shorten(\.self)])
    #expect(search.run { needed.isSubset(of: $0) } == needed.sorted())
  }

  @Test func tellsWhichRangeIsMissing() {
    var search = Minimizer(
      Array(0..<20), budget: 1_000,
      [
        .shorten(\.self) { kept, candidate, missing in
          var expected = kept
          expected.removeSubrange(missing)
          #expect(candidate == expected)
          return candidate
        }
      ])
    #expect(search.run { $0.contains(7) } == [7])
  }

  @Test func endsWithItsBudget() {
    var search = Minimizer(Array(0..<1_000), budget: 10, [.shorten(\.self), .first { _ in [[]] }])
    var tried = 0
    let kept = search.run { _ in
      tried += 1
      return false
    }
    #expect(kept.count == 1_000 && tried == 10 && search.budget == 0 && search.next() == nil)
  }

  @Test func putsThePlainestElementThatWillDo() {
    var search = Minimizer(Array("a7-b9".utf8), budget: 1_000, [.plainBytes(\.self)])
    let plain = search.run { $0[1] == 0x37 && $0[4] != 0x78 }
    #expect(String(decoding: plain, as: UTF8.self) == "x7xx2")
  }

  @Test func passesFollowFromWhatWasKeptAndAreRepeatedUntilNothingChanges() {
    // Each element can only be halved, the last one first.
    var search = Minimizer(
      [8, 4, 1], budget: 100,
      [
        .repeated([
          .then { kept in
            kept.indices.reversed().map { index in
              .first { kept in
                var halved = kept
                halved[index] /= 2
                return halved == kept ? [] : [halved]
              }
            }
          }
        ])
      ])
    #expect(search.run { $0[0] >= $0[1] && $0[1] >= $0[2] && $0[2] > 0 } == [1, 1, 1])
  }
}
