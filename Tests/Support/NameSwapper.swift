import Foundation
import Synchronization

/// Swaps two names in a folder over and over, on its own thread, until it is stopped.
package final class NameSwapper: Sendable {
  private let isOver = Atomic(false)
  private let rounds = Atomic(0)
  private let ended = DispatchSemaphore(value: 0)

  /// Runs `body` while the names are being swapped.
  package static func run(_ folder: String, _ name: String, with other: String, _ body: () throws -> Void)
    rethrows
  {
    let swapper = NameSwapper()
    Thread.detachNewThread {
      while !swapper.isOver.load(ordering: .relaxed) {
        rename("\(folder)/\(name)", "\(folder)/parked")
        rename("\(folder)/\(other)", "\(folder)/\(name)")
        rename("\(folder)/\(name)", "\(folder)/\(other)")
        rename("\(folder)/parked", "\(folder)/\(name)")
        swapper.rounds.add(1, ordering: .relaxed)
      }
      swapper.ended.signal()
    }
    defer {
      swapper.isOver.store(true, ordering: .relaxed)
      swapper.ended.wait()
    }
    while swapper.rounds.load(ordering: .relaxed) == 0 { sched_yield() }
    try body()
  }
}
