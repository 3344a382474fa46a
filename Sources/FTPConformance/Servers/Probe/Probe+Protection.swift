import FTPClient
import FTPProtocol
import FTPTransport

/// Helpers for the cases about TLS itself.
extension Probe {
  /// Logs in on a connection under TLS, without PBSZ and PROT.
  func logInOnly(over connection: CaseConnection? = nil) async throws {
    let client = try connection ?? ftp
    let reply = try await client.walkLogin(target.login).reply
    if reply.code.isNegative, connection == nil, facts.greeting.map({ !$0.code.isNegative }) ?? false {
      throw CaseStop.turnedAway("the login is now refused: \(Self.words(of: reply))")
    }
    try expect(reply, .completion, to: "the login")
  }

  /// Sends a command of the security extensions in clear.
  ///
  /// The case is unsupported if a server refuses it whose FEAT lists nothing of them. A refusal by any other does not prove
  /// that FEAT lists it wrongly.
  func sendInClear(_ command: String) async throws -> Reply {
    let reply = try await send(command)
    let label = String(command.prefix { $0 != " " })
    let isOffered =
      facts.features.contains(label) || (facts.features.contains("AUTH") && !facts.isAbsent(reply))
    if reply.code.isNegative, !isOffered { throw CaseStop.unsupported(Self.words(of: reply)) }
    return reply
  }

  /// Sends CCC, which ends TLS on the control connection; the case is unsupported if the server refuses.
  func clearControl() async throws -> Reply {
    let reply: Reply
    do { reply = try await ftp.send("CCC") } catch FTPClientError.transport(let error) {
      if mainRequirement != "4217:5:ccc-continues-clear" {
        try skip("TLS does not end: \(error) (see rfc4217/5/ccc-continues-clear)")
      }
      try fail(
        "the end of TLS after 200 to CCC, and a connection that stays open", "\(error)")
    }
    if reply.code.kind != .completion { throw CaseStop.unsupported(Self.words(of: reply)) }
    return reply
  }

  /// Lists the working directory over a connection that is opened by hand; returns what came, how the connection ended,
  /// and the replies.
  ///
  /// If a layer is to begin late, it waits for the 150 first.
  func list(
    _ protection: HandMade = .asAgreed, beginning late: CaseLayer? = nil, sending bytes: [UInt8]? = nil,
    command: String = "LIST"
  ) async throws -> HandMadeTransfer {
    let announced = try await announcement()
    guard let data = try await dial(port(in: announced), protection) else {
      try skip("nothing listens on the announced port (see rfc959/4.1.2/pasv-listens)")
    }
    try await write("\(command)\r\n")
    if let bytes { try? await data.finish(with: bytes, within: patience.data) }
    if let late {
      let opening = try await ftp.nextReply(within: patience.data)
      guard opening.code.isPreliminary else {
        return HandMadeTransfer(opening: nil, bytes: [], trouble: nil, final: opening)
      }
      try await data.begin(late)
      let (received, trouble) = try await data.drain(within: patience.data)
      return HandMadeTransfer(opening: opening, received, trouble, try await finalReply())
    }
    // A server may wait for the handshake before it replies.
    async let drained = data.drain(within: patience.data)
    let first: Reply
    do { first = try await ftp.nextReply() } catch {
      data.close()
      throw error
    }
    guard first.code.isPreliminary else {
      data.close()
      return HandMadeTransfer(opening: nil, bytes: [], trouble: nil, final: first)
    }
    let (received, trouble) = try await drained
    return HandMadeTransfer(opening: first, received, trouble, try await finalReply())
  }

  /// Ends the case unless a listing is sent, under TLS or in clear; a refusal of a transfer in clear is a matter of policy.
  func requireListing(isProtected: Bool) async throws {
    let transfer = try await list(isProtected ? .asAgreed : .clear)
    if isProtected { return try require(transfer.isProtected, "a listing under TLS", transfer.reason) }
    if transfer.opening == nil, transfer.final?.code.isNegative == true {
      try skip("the server requires protected data connections: \(transfer.words)")
    }
    try require(
      transfer.isComplete && transfer.trouble == nil && (transfer.bytes.isEmpty || transfer.broughtClearData),
      "a listing in clear", transfer.reason)
  }

  /// The reply after a transfer, or why there is none: after a failed handshake, some servers say nothing, end the
  /// session, or send something in clear.
  func finalReply() async throws -> Result<Reply, FTPClientError> {
    let client = try ftp
    do { return .success(try await client.nextReply()) } catch let error as FTPClientError {
      switch error {
      case .timedOut, .closedByServer, .transport, .malformedReply: return .failure(error)
      default: throw error
      }
    }
  }

  /// Starts TLS again after REIN; if that does not work, the case is skipped, because another one is about it.
  func beginAgain() async throws {
    do { try await secureAgain(ftp) } catch {
      try skip("\(Sanity.words(of: error)) (see rfc4217/13/rein-ends-tls)")
    }
  }
}

/// A transfer over a connection that was opened by hand.
struct HandMadeTransfer {
  /// The reply before the data; nil if there was none.
  let opening: Reply?
  /// The received bytes.
  let bytes: [UInt8]
  /// What is wrong with the end of the connection; nil if nothing is.
  let trouble: TransportError?
  /// The last reply; nil if none came.
  let final: Reply?
  /// Why there is no last reply.
  private let silence: FTPClientError?

  init(opening: Reply?, bytes: [UInt8], trouble: TransportError?, final: Reply) {
    self.init(opening: opening, bytes, trouble, .success(final))
  }

  init(
    opening: Reply?, _ bytes: [UInt8], _ trouble: TransportError?, _ final: Result<Reply, FTPClientError>
  ) {
    self.opening = opening
    self.bytes = bytes
    self.trouble = trouble
    switch final {
    case .success(let reply): (self.final, silence) = (reply, nil)
    case .failure(let error): (self.final, silence) = (nil, error)
    }
  }

  /// Whether the transfer was carried out.
  var isComplete: Bool { final?.code.kind == .completion }

  /// Whether the transfer was carried out under TLS.
  ///
  /// A missing close alert is the topic of another case.
  var isProtected: Bool { isComplete && (trouble == nil || trouble?.cause == .truncated) }

  /// What is wrong with the transfer, in words.
  var reason: String { trouble?.description ?? words }

  /// Whether data came that is not a TLS record.
  var broughtClearData: Bool { bytes.first.map { !(20...23).contains($0) } ?? false }

  /// Both replies in printable ASCII.
  var words: String {
    let first = opening.map { Probe.words(of: $0) + ", and then " } ?? ""
    return first + (final.map { Probe.words(of: $0) } ?? silence?.description ?? "nothing")
  }
}

extension Probe {
  /// TLS for a data connection, without resuming a session.
  func freshLayer() async throws -> CaseLayer {
    guard let layer = try await ftp.dataLayer(isResuming: false) else {
      throw CaseStop.impossible("PROT P is not in force")
    }
    return layer
  }

  /// The certificate that the server showed on the control connection.
  func certificate() async throws -> TLSCertificate {
    guard let certificate = try await ftp.controlHandshake()?.certificate else {
      throw CaseStop.impossible("the server showed no certificate")
    }
    return certificate
  }
}

extension TLSCertificate {
  /// Whether a certificate may be for a host; for an address, also if the certificate names no address.
  func isFor(_ host: String) -> Bool {
    func values(_ kind: String) -> [String] {
      names.filter { $0.hasPrefix(kind) }.map { String($0.dropFirst(kind.count)).lowercased() }
    }
    if let address = IPAddress(host) {
      let addresses = values("IP Address:")
      return addresses.isEmpty || addresses.contains { IPAddress($0) == address }
    }
    let host = host.lowercased()
    return values("DNS:").contains { name in
      guard name.hasPrefix("*.") else { return name == host }
      return host.split(separator: ".", maxSplits: 1).dropFirst().first.map { $0 == name.dropFirst(2) }
        ?? false
    }
  }
}
