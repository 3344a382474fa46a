import FTPClient
import FTPProtocol

extension Probe {
  /// Sends a command and returns the first reply, which must be one of those expected; without patterns, any reply will
  /// do.
  ///
  /// - Parameters:
  ///   - command: The command, without a line end.
  ///   - patterns: The expected replies.
  ///   - requirement: What any other reply breaks; the first requirement of the case if nil.
  ///   - connection: The connection; the first one if nil.
  /// - Returns: The reply.
  /// - Throws: What ends the case: another reply, or none.
  @discardableResult
  package func send(
    _ command: String, expecting patterns: ReplyPattern..., citing requirement: RequirementID? = nil,
    over connection: CaseConnection? = nil
  ) async throws -> Reply {
    let reply = try await (connection ?? ftp).send(command)
    try expect(reply, patterns, tolerating: [], to: command, citing: requirement)
    return reply
  }

  /// Sends a command that a server need not have, and returns the first reply.
  ///
  /// - Parameters:
  ///   - command: The command, without a line end.
  ///   - connection: The connection; the first one if nil.
  /// - Returns: The reply.
  /// - Throws: What ends the case: as **unsupported** if the reply is 500, 502 or, with a parameter, 504; as **broken**
  ///   if FEAT lists the command anyway; or because no reply comes.
  @discardableResult
  package func sendOptional(
    _ command: String, over connection: CaseConnection? = nil
  ) async throws -> Reply {
    let reply = try await (connection ?? ftp).send(command)
    try skipUnsupported(reply, to: command)
    return reply
  }

  /// Ends the case as unsupported, or as broken, if a reply says that a command does not exist; see
  /// ``sendOptional(_:over:)``.
  package func skipUnsupported(_ reply: Reply, to command: String) throws {
    let label = String(command.prefix { $0 != " " })
    // 504 to HOST is about the host.
    guard facts.isAbsent(reply) || (reply.code == 504 && label != "HOST") else { return }
    let isListed = facts.features.announces(label, command)
    // What FEAT lists may have refused only this argument.
    if isListed, facts.isAboutArgument(reply, of: command) { return }
    throw absence(in: reply, against: isListed ? "\(label), which FEAT lists" : nil)
  }

  /// Sends a command that changes nothing, to see that the session continues; which one depends on the server.
  @discardableResult
  package func sendHarmless(over connection: CaseConnection? = nil) async throws -> Reply {
    let reply = try await (connection ?? ftp).send(facts.harmless.verb)
    // What was done before need not be the reason.
    let rule: RequirementID? = facts.harmless == .noop ? "959:4.1.3:noop-ok-only" : nil
    try expect(reply, ReplyPattern(facts.harmless.code), to: facts.harmless.verb, citing: rule)
    return reply
  }

  /// Writes raw bytes, each string as one segment, without waiting; `nextReply` reads the replies.
  package func write(_ segments: String..., over connection: CaseConnection? = nil) async throws {
    let client = try connection ?? ftp
    for segment in segments { try await client.write(Array(segment.utf8)) }
  }

  /// The oldest reply that was not read yet, or else the next one; it must be one of those expected.
  @discardableResult
  package func nextReply(
    expecting patterns: ReplyPattern..., to command: String = "what was sent",
    over connection: CaseConnection? = nil
  ) async throws -> Reply {
    let reply = try await (connection ?? ftp).nextReply()
    try expect(reply, patterns, tolerating: [], to: command, citing: nil)
    return reply
  }

  /// How many pauses a server's system may take to confirm what was sent before the first of them.
  private static let mostPauses = 20

  /// Waits for a few round trips, and until what was sent has arrived; anything that comes ends the case.
  package func expectNothing(
    because reason: String, citing requirement: RequirementID? = nil, over connection: CaseConnection? = nil
  ) async throws {
    let client = try connection ?? ftp
    for _ in 0..<Self.mostPauses {
      do {
        let reply = try await client.nextReply(within: pause())
        throw found(expected: "nothing \(reason)", received: Self.words(of: reply), citing: requirement)
      } catch FTPClientError.timedOut {
        // What is sent next would otherwise arrive together with this.
        if try await client.bytesUnconfirmed == 0 { return }
      }
    }
    throw CaseStop.impossible("the server's system did not confirm what was sent before a pause")
  }

  /// Waits for the server to close the control connection; anything else ends the case.
  package func expectClose(
    after event: String, citing requirement: RequirementID? = nil, over connection: CaseConnection? = nil
  ) async throws {
    let expected = "the control connection closed after \(event)"
    do {
      let reply = try await (connection ?? ftp).nextReply(within: patience.closing)
      throw found(expected: expected, received: Self.words(of: reply), citing: requirement)
    } catch FTPClientError.closedByServer {
      return
    } catch FTPClientError.transport(let cause) where cause.isPeerGone {
      return
    } catch FTPClientError.timedOut {
      throw found(expected: expected, received: "nothing", citing: requirement)
    }
  }

  /// Takes steps that show whether the control connection is still open; if it is not, the case ends.
  func requireOpen(
    after event: String, citing requirement: RequirementID? = nil, _ steps: () async throws -> Void
  ) async throws {
    do { try await steps() } catch let error as FTPClientError {
      switch error {
      case .closedByServer: break
      case .transport(let cause) where cause.isPeerGone: break
      default: throw error
      }
      try fail("the control connection to stay open after \(event)", "\(error)", citing: requirement)
    }
  }
}

extension FeatureList {
  /// Whether FEAT announces a command: a label with values, as in `MODE Z` and `TYPE A;I`, announces only these values.
  fileprivate func announces(_ label: String, _ command: String) -> Bool {
    guard contains(label) else { return false }
    guard ["MODE", "TYPE", "STRU"].contains(label.uppercased()) else { return true }
    let value = command.split(separator: " ").dropFirst().first?.uppercased() ?? ""
    let values = all(label).flatMap { feature in
      feature.parameters.uppercased().split { !$0.isLetter }.map(String.init)
    }
    return values.isEmpty || values.contains(value)
  }
}
