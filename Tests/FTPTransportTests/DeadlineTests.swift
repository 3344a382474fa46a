import Testing

@testable import FTPTransport

@Suite("A deadline is rounded up for poll")
struct DeadlineTests {
  @Test(
    "Milliseconds",
    arguments: [
      (Deadline.never, -1...(-1)), (.after(.zero), 0...0), (.after(.seconds(-5)), 0...0),
      (.after(.seconds(Int64.max)), -1...(-1)), (.after(.seconds(Int64.min)), 0...0),
      (.after(.seconds(3_000_000_000)), 2_000_000_000...2_000_000_000), (.after(nil), -1...(-1)),
    ])
  func milliseconds(deadline: Deadline, range: ClosedRange<Int32>) {
    #expect(range.contains(deadline.pollMilliseconds))
  }

  @Test("A part of a millisecond counts as a whole one")
  func partOfMillisecond() {
    let deadline = Deadline.after(.seconds(1000))
    let milliseconds = deadline.pollMilliseconds
    let remaining = deadline.remaining ?? .zero
    #expect(Duration.milliseconds(Int64(milliseconds)) >= remaining)
    #expect(milliseconds > 900_000 && milliseconds <= 1_000_000)
  }

  @Test("The earlier of two")
  func earlier() {
    let soon = Deadline.after(.seconds(1))
    let late = Deadline.after(.seconds(100))
    #expect(soon.earlier(late) == soon && late.earlier(soon) == soon)
    #expect(soon.earlier(.never) == soon && Deadline.never.earlier(soon) == soon)
    #expect(Deadline.never.earlier(.never) == .never)
    #expect(Deadline.after(.zero).hasPassed && !late.hasPassed && !Deadline.never.hasPassed)
  }
}
