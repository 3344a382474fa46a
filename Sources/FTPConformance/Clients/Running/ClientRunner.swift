import FTPConversation
import FTPProtocol
import FTPSystem
import FTPTransport

/// Attempts scenarios with a client, each with its own server and folder.
final class ClientRunner: CaseRunner {
  private struct State {
    var words: [String] = []
    var memory: Int?
    var reasons: [Need: String] = [:]
  }

  private let client: TestedClient
  private let scale: Double
  private let state = Guarded(State())

  init(_ client: TestedClient, timeoutScale: Double) {
    self.client = client
    scale = timeoutScale
  }

  var party: TestedParty { TestedParty(client, saying: state.withLock { $0.words }) }

  /// The client downloads a file correctly.
  static let look = ClientScenario(
    "good/get/look", "The client downloads a file.", ["practice:good:works"], source: "the run itself",
    bad: [], steps: [ScenarioStep(.get)], checks: [.gets])

  func meet() async -> CaseAttempt {
    let words = await version()
    state.withLock { $0.words = words }
    let (attempt, observation) = await Self.look.attempt(at: client, usual: nil, scale: scale * 3)
    let memory = observation?.last.peakMemory
    state.withLock { $0.memory = memory.flatMap { $0 > 0 ? $0 : nil } }
    return attempt
  }

  private func version() async -> [String] {
    guard case .program(let driver) = client.way, let command = driver.version else { return [] }
    let output = await BlockingThread.run { () -> [UInt8] in
      guard let process = try? WatchedProcess.start(ClientWord.fill(command, [.driver: driver.folder ?? "."]))
      else {
        return []
      }
      let deadline = ContinuousClock.now + .seconds(10)
      let wakeUp = WakeUp()
      while process.ending == nil, ContinuousClock.now < deadline { wakeUp.wait(.after(.milliseconds(2))) }
      process.waitForOutput(within: .milliseconds(300))
      return process.output(after: 0)
    }
    return output.split(separator: 0x0A).prefix(1).map { Escaping.ascii($0, limit: 120) }
  }

  func survey(_ needs: Set<Need>) async {
    var reasons: [Need: String] = [:]
    if needs.contains(.loopbackIPv6) {
      do throws(TransportError) { _ = try TCPListener(on: .loopbackIPv6(port: 0)) } catch {
        reasons[.loopbackIPv6] = "this machine has no ::1"
      }
    }
    if needs.contains(.secondLoopback) {
      do throws(TransportError) { _ = try HostTrap() } catch {
        reasons[.secondLoopback] = "this machine has no 127.0.0.2"
      }
    }
    if needs.contains(.tlsLibrary) {
      do throws(TLSSetupError) { _ = try TLSIdentity.selfSigned(for: ["127.0.0.1"]) } catch {
        reasons[.tlsLibrary] = "\(error)"
      }
    }
    let found = reasons
    state.withLock { $0.reasons = found }
  }

  func reasonAgainst(_ need: Need) -> String? {
    state.withLock { $0.reasons[need] } ?? client.reasonAgainst(need)
  }

  func attempt(_ scenario: ClientScenario, seed: UInt64, isCalm: Bool) async -> CaseAttempt {
    await scenario.attempt(at: client, usual: state.withLock { $0.memory }, scale: scale).attempt
  }

  func leavesTraces(_ entry: ClientScenario) -> Bool { false }

  func look() async -> CaseAttempt {
    await Self.look.attempt(at: client, usual: nil, scale: scale * 3).attempt
  }

  /// Clients spend most of their time waiting.
  var suitableJobs: Int { min(16, 4 * Processors.count) }

  /// Each has its own server, so only a busy machine can disturb them.
  var calmJobs: Int { Processors.count }

  func tidyUp(jobs: Int) async -> [String] { [] }
}
