import FTPProtocol
import Testing

@testable import FTPMockServer

/// One row of the table: a fault, a conversation in which it shows, and how it is recognized.
struct FaultCase: Sendable, CustomTestStringConvertible {
  /// An action of the client.
  enum Step: Sendable, ExpressibleByStringLiteral {
    /// Sends a command and waits for the first reply to it.
    case send(String)
    /// Sends a command without waiting for a reply.
    case write(String)
    /// Waits for a reply.
    case reply
    /// Reads replies until the server closes.
    case rest
    /// A passive transfer: reads all data, then waits for the final reply.
    case download(String, by: String = "EPSV")
    /// The same without waiting for the final reply.
    case data(String)
    /// The same, but waits for the final reply before it reads data.
    case replyFirst(String)
    /// Reads this many bytes, sends ABOR, and reads the rest of the data.
    case abort(String, after: Int = 1)
    /// A passive transfer to the server.
    case upload(String, [UInt8])
    /// Closes the connection without QUIT.
    case close

    init(stringLiteral command: String) { self = .send(command) }
  }

  /// The state in which the steps begin.
  enum Start: Sendable {
    case connected, greeted, loggedIn
  }

  /// How the fault is recognized.
  enum Proof: Sendable {
    /// The judge, or a reader of values, reports this requirement against the server.
    case verdict(RequirementID)
    /// The fault breaks no rule, or none that shows on the wire, but has this effect.
    case effect(@Sendable (Observation) throws -> Bool)
  }

  /// The fault, and others that are needed to make it visible.
  let faults: [String]
  let start: Start
  let steps: [Step]
  let proof: Proof
  var leniency = Leniency.lenient
  var configure: @Sendable (inout MockServer.Configuration) -> Void = { _ in }

  var testDescription: String { faults.joined(separator: " + ") }

  /// A fault that the judge reports.
  init(
    _ faults: String..., from start: Start = .loggedIn, steps: [Step], breaks requirement: RequirementID
  ) {
    self.faults = faults
    self.start = start
    self.steps = steps
    proof = .verdict(requirement)
  }

  /// A fault that is recognized by its effect.
  init(
    _ faults: String..., from start: Start = .loggedIn, steps: [Step],
    does effect: @escaping @Sendable (Observation) throws -> Bool
  ) {
    self.faults = faults
    self.start = start
    self.steps = steps
    proof = .effect(effect)
  }

  /// The same row, with a client that ends a multiline reply at any code.
  func read(_ leniency: Leniency) -> FaultCase {
    var copy = self
    copy.leniency = leniency
    return copy
  }

  /// The same row, with a change to the server's configuration.
  func with(_ change: @escaping @Sendable (inout MockServer.Configuration) -> Void) -> FaultCase {
    var copy = self
    copy.configure = change
    return copy
  }

  /// The name of the fault that the row is about.
  var name: String { String(faults.first?.prefix { $0 != "=" } ?? "") }
}
