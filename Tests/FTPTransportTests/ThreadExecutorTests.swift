import FTPTransport
import Synchronization
import TestSupport
import Testing

/// The structure of a client: an actor on its own thread, which holds a connection and may block.
private actor Client {
  private let executor: ThreadExecutor
  private let wakeUp = WakeUp()
  private var connection: TCPConnection?
  private var count = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init() throws(TransportError) { executor = try ThreadExecutor() }

  func connect(to address: SocketAddress) throws(TransportError) {
    connection = try TCPConnection.connect(to: address, deadline: .test, wakeUp: wakeUp)
  }

  func ask(_ question: [UInt8]) throws(TransportError) -> [UInt8] {
    var answer: [UInt8] = []
    try connection?.write(question, deadline: .test)
    _ = try connection?.read(appendingTo: &answer, deadline: .test, order: .waitFirst)
    return answer
  }

  func close() { connection.take()?.close() }

  func increment() -> Int {
    count += 1
    return count
  }

  nonisolated func interrupt() { wakeUp.signal() }
}

@Suite("An actor on its own thread may block", .queueing)
struct ThreadExecutorTests {
  @Test("An actor keeps a connection, uses it and releases it")
  func actorHoldsConnection() async throws {
    let listener = try TCPListener(on: .loopbackIPv4(port: 0))
    let address = listener.localAddress
    async let echoed: Void = BlockingThread.run { () throws in
      let server = try listener.accept(deadline: .test)
      while true {
        var bytes: [UInt8] = []
        if try server.read(appendingTo: &bytes, deadline: .test) == 0 { return }
        try server.write(bytes, deadline: .test)
      }
    }
    let client = try Client()
    try await client.connect(to: address)
    for question in ["SYST", "NOOP", "QUIT"] {
      #expect(try await client.ask(question.bytes) == question.bytes)
    }
    await client.close()
    try await echoed
  }

  @Test("Cancelling the task ends the blocking call, and the pool is free meanwhile")
  func cancellation() async throws {
    let listener = try TCPListener(on: .loopbackIPv4(port: 0))
    let address = listener.localAddress
    // More actors than the pool has threads, each blocked in a read.
    var tasks: [Task<TransportError?, any Error>] = []
    for _ in 0..<16 {
      let client = try Client()
      try await client.connect(to: address)
      tasks.append(
        Task {
          await withTaskCancellationHandler {
            do {
              _ = try await client.ask([])
              return nil
            } catch {
              return error as? TransportError
            }
          } onCancel: {
            client.interrupt()
          }
        })
    }
    #expect(await Task.detached { 1 }.value == 1)
    for task in tasks { task.cancel() }
    for task in tasks { #expect(try await task.value?.cause == .cancelled) }
  }

  @Test("Jobs run in order and one at a time")
  func order() async throws {
    let client = try Client()
    let total = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<500 { group.addTask { await client.increment() } }
      return await group.reduce(0, +)
    }
    #expect(total == 500 * 501 / 2)
  }

  @Test("200 executors, created and released, leave no thread")
  func threadsEnd() async throws {
    guard Resources.threadCount() != nil else { try Test.cancel("threads can be counted on Linux only") }
    await #expect(processExitsWith: .success) {
      let before = try #require(Resources.threadCount())
      for _ in 0..<200 {
        let client = try Client()
        #expect(await client.increment() == 1)
      }
      let deadline = Deadline.test
      while let now = Resources.threadCount(), now > before + 20, !deadline.hasPassed { await Task.yield() }
      #expect(try #require(Resources.threadCount()) <= before + 20)
    }
  }

  @Test("A blocking closure returns its value or throws its error")
  func blockingThread() async throws {
    #expect(await BlockingThread.run { 42 } == 42)
    await #expect(throws: TransportError(step: .read, peer: "x", cause: .closedByPeer)) {
      try await BlockingThread.run { () throws(TransportError) in
        throw TransportError(step: .read, peer: "x", cause: .closedByPeer)
      }
    }
  }
}
