import FTPClient
import FTPConversation
import FTPProtocol

@testable import FTPMockServer

/// What a client observed of a server.
struct Observation: Sendable {
  /// Every reply in the order of arrival, with its judgement.
  var replies: [(reply: Reply, cuts: [Int], judgement: Judgement)] = []
  /// The data of each download.
  var downloads: [[UInt8]] = []
  /// How each data connection ended.
  var endings: [DataEnding] = []
  /// How long the connection and each step took.
  var times: [Duration] = []
  /// Why steps failed.
  var failures: [String] = []
  /// The requirements that the server broke, by the judge.
  var requirements: Set<RequirementID> = []
  /// The whole conversation.
  var transcript = ""

  var codes: [UInt16] { replies.map(\.reply.code.rawValue) }
  /// The code of the last reply.
  var lastCode: UInt16? { codes.last }
  /// The texts of the downloads.
  var texts: [String] { downloads.map { String(decoding: $0, as: UTF8.self) } }
  /// The first download as text.
  var text: String { texts.first ?? "" }

  /// The text of the last reply to a verb; empty if there is none.
  func reply(to verb: Verb) -> String { answer(to: verb).map { $0.text } ?? "" }

  /// The code of the last reply to a verb.
  func code(for verb: Verb) -> UInt16? { answer(to: verb)?.code.rawValue }

  /// The last reply to a verb.
  func answer(to verb: Verb) -> Reply? {
    replies.last { $0.judgement.command?.verb == verb }?.reply
  }
}

extension Observation {
  /// Runs the steps of a row against a server.
  init(of row: FaultCase, at server: MockServer) async throws {
    var configuration = RawFTPClient.Configuration()
    configuration.leniency = row.leniency
    let start = ContinuousClock.now
    let client = try await RawFTPClient.connect(
      to: "127.0.0.1", port: server.port, configuration: configuration, awaitingGreeting: false)
    do throws(FTPClientError) {
      switch row.start {
      case .connected: break
      case .greeted: try await Self.greet(client)
      case .loggedIn:
        try await Self.greet(client)
        try await client.login("ftpraw", password: "secret")
      }
    } catch {
      failures.append("\(error)")
    }
    times.append(ContinuousClock.now - start)
    for step in row.steps {
      let start = ContinuousClock.now
      do {
        try await take(step, client)
      } catch {
        failures.append("\(error)")
      }
      times.append(ContinuousClock.now - start)
    }
    client.close()
    read(client)
  }

  private static func greet(_ client: RawFTPClient) async throws(FTPClientError) {
    while try await client.nextReply().code.isPreliminary {}
  }

  private mutating func take(_ step: FaultCase.Step, _ client: RawFTPClient) async throws {
    switch step {
    case .send(let command): try await client.send(command)
    case .write(let command): try await client.write(Array((command + "\r\n").utf8))
    case .reply: _ = try await client.nextReply()
    case .rest: while true { _ = try await client.nextReply() }
    case .download(let command, let setUp):
      guard let transfer = try await begin(command, setUp, client) else { return }
      try await readToEnd(transfer, command)
      try await transfer.end()
    case .data(let command):
      guard let transfer = try await begin(command, "EPSV", client) else { return }
      try await readToEnd(transfer, command)
    case .replyFirst(let command):
      guard let transfer = try await begin(command, "EPSV", client) else { return }
      _ = try await client.nextReply()
      await transfer.close()
    case .abort(let command, let count):
      guard let transfer = try await begin(command, "EPSV", client) else { return }
      var left = count
      while left > 0 { left -= max(1, try await transfer.read(upTo: left).count) }
      try await client.write(Array("ABOR\r\n".utf8))
      try await readToEnd(transfer, command)
    case .upload(let command, let bytes):
      guard let transfer = try await begin(command, "EPSV", client) else { return }
      try await transfer.write(bytes)
      try await transfer.end()
    case .close: client.close()
    }
  }

  private func begin(
    _ command: String, _ setUp: String, _ client: RawFTPClient
  ) async throws -> DataTransfer? {
    try await client.connectData(announcedIn: try await client.send(setUp))
    return try await client.startTransfer(command).transfer
  }

  /// Keeps the received data, even if the connection was then reset.
  private mutating func readToEnd(_ transfer: DataTransfer, _ command: String) async throws {
    var bytes: [UInt8] = []
    do {
      while true {
        let piece = try await transfer.read()
        if piece.isEmpty { break }
        bytes += piece
      }
    } catch {
      failures.append("\(error)")
    }
    downloads.append(bytes)
    guard command.hasPrefix("MLSD") else { return }
    for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false).dropLast() {
      requirements.formUnion(Self.deviations { try FactList.read(line + [0x0A]) })
    }
  }

  private mutating func read(_ client: RawFTPClient) {
    let transcript = client.transcript
    self.transcript = transcript.description
    for event in transcript.events {
      switch event.content {
      case .reply(let reply, let cuts, let judgement):
        replies.append((reply, cuts, judgement))
        requirements.formUnion(Self.deviations(in: reply, judgement.command?.verb ?? ""))
      case .mark(.dataClosed(_, let closing)): endings += closing.ending.map { [$0] } ?? []
      default: break
      }
    }
    for verdict in client.verdicts where verdict.party != .client { requirements.insert(verdict.requirement) }
  }

  /// What the reader of a reply's value finds wrong with it.
  private static func deviations(in reply: Reply, _ verb: Verb) -> [RequirementID] {
    switch (verb, reply.code) {
    case (.feat, 211): deviations { try FeatureList.read(reply) }
    case (.size, 213): deviations { try SizeReply.read(reply) }
    case (.mdtm, 213): deviations { try TimeValue.read(reply) }
    case (.mlst, 250): deviations { try FactList.read(reply) }
    case (.pwd, 257), (.mkd, 257): deviations { try PathReply.read(reply) }
    case (.stou, 150): deviations { try StoreUniqueReply.read(reply, .strict) }
    default: []
    }
  }

  private static func deviations<Value>(_ read: () throws -> Reading<Value>) -> [RequirementID] {
    do {
      return try read().breaches.map(\.requirement)
    } catch let error as ValueDeviation {
      return [error.requirement]
    } catch {
      return []
    }
  }
}
