import FTPTransport
import Synchronization
import TestSupport
import Testing

@Suite("Calls take turns, and leave the line when they are cancelled", .endsWhenItHangs)
struct AsyncLockTests {
  /// Starts a call; the task returns how it ended.
  private func run(_ line: AsyncLock, _ body: @escaping @Sendable () async -> Void) -> Task<String, Never> {
    Task {
      switch await line.takingTurn(body) {
      case .done: "done"
      case .cancelled: "cancelled"
      case .interrupted: "interrupted"
      }
    }
  }

  private func wait(for count: Int, in line: AsyncLock) async {
    while line.waitingCount != count { await Task.yield() }
  }

  /// Waits like a blocking call, on a separate thread.
  private func block(_ line: AsyncLock) async {
    await BlockingThread.run { line.wakeUp.wait(.test) }
  }

  @Test func oneAfterTheOtherInTheOrderOfComing() async {
    let line = AsyncLock()
    let order = Mutex<[Int]>([])
    let first = run(line) { await block(line) }
    while !line.isTaken { await Task.yield() }
    var others: [Task<String, Never>] = []
    for number in 0..<20 {
      others.append(run(line) { order.withLock { $0.append(number) } })
      await wait(for: number + 1, in: line)
    }
    first.cancel()
    #expect(await first.value == "done")
    for task in others { #expect(await task.value == "done") }
    #expect(order.withLock { $0 } == Array(0..<20))
  }

  @Test func oneInLineLeavesItAndTheSignalIsForNoOther() async {
    let line = AsyncLock()
    let wasWoken = Mutex(false)
    let first = run(line) {
      await block(line)
      wasWoken.withLock { $0 = true }
    }
    while !line.isTaken { await Task.yield() }
    let second = run(line) { Issue.record("it has left") }
    await wait(for: 1, in: line)
    second.cancel()
    #expect(await second.value == "cancelled")
    #expect(!line.wakeUp.isSignalled)
    #expect(!wasWoken.withLock { $0 })
    first.cancel()
    #expect(await first.value == "done")
    let third = run(line) { #expect(!line.wakeUp.isSignalled) }
    #expect(await third.value == "done")
  }

  @Test func anInterruptionEndsAllAndTheLineContinues() async {
    let line = AsyncLock()
    let first = run(line) { await block(line) }
    while !line.isTaken { await Task.yield() }
    let second = run(line) { Issue.record("it was sent away") }
    await wait(for: 1, in: line)
    let isUnsignalled = await line.interrupting { !line.wakeUp.isSignalled }
    #expect(isUnsignalled)
    #expect(await first.value == "done")
    #expect(await second.value == "interrupted")
    #expect(await run(line) {}.value == "done")
  }

  @Test func aTaskThatIsCancelledBeforeDoesNothing() async {
    let line = AsyncLock()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      guard case .cancelled = await line.takingTurn({ Issue.record("it has begun") }) else { return false }
      return true
    }
    #expect(await task.value)
    #expect(await run(line) {}.value == "done")
  }

  @Test func aFreeTurnIsSeized() async throws {
    let line = AsyncLock()
    let turn = try #require(line.interruptAndSeize())
    let inLine = run(line) {}
    await wait(for: 1, in: line)
    #expect(line.interruptAndSeize() == nil)
    #expect(await inLine.value == "interrupted")
    line.leave(turn)
    #expect(await run(line) {}.value == "done")
  }
}
