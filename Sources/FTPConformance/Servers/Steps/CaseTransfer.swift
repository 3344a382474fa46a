import FTPClient
import FTPConversation
import FTPProtocol
import FTPTransport

/// A transfer as the steps of a case use it; its members are those of `DataTransfer` with the same names.
package final class CaseTransfer: Sendable {
  private let data: OpenedData
  private let connection: CaseConnection
  private let subject: String

  init(_ data: OpenedData, of connection: CaseConnection) {
    self.data = data
    self.connection = connection
    subject = "\(connection.subject).\(data.number)"
  }

  package var opening: Reply { data.opening }
  var peerAddress: SocketAddress { data.peer }

  func read(upTo limit: Int = 256 * 1024) async throws -> [UInt8] {
    try await call("read") { try await $0.read(upTo: limit) }
  }

  /// Everything that comes, up to the end of the data.
  ///
  /// - Throws: `DownloadTooLarge` after `limit` bytes, and what `readWhatComes(limit:)` throws.
  package func contents(atMost limit: Int = RunBudget.transfer) async throws -> [UInt8] {
    try await call("contents") { try await $0.readWhatComes(limit: limit) }
  }

  /// Sends bytes; if the server refuses to go on, its reply is for the case to judge.
  package func sendUntilRefused(_ bytes: [UInt8]) async throws {
    connection.log.noteSent(bytes)
    _ = try await call("send \(bytes.count)") { transfer in
      do { try await transfer.write(bytes) } catch FTPClientError.unexpectedReply {}
      return Done()
    }
  }

  /// The same to a server that may close the data connection; its replies say why.
  func offer(_ bytes: [UInt8]) async throws {
    do { try await sendUntilRefused(bytes) } catch FTPClientError.transport(let error) where error.isPeerGone
    {}
  }

  @discardableResult
  package func end() async throws -> Reply { try await call("end") { try await $0.end() } }

  func close() async {
    _ = try? await call("close") {
      await $0.close(); return Done()
    }
  }

  /// Whether the server closes or resets the data connection in time.
  func ends(within limit: Duration) async throws -> Bool {
    try await call("ends") { transfer in
      try await withThrowingTaskGroup(of: Bool.self) { group in
        defer { group.cancelAll() }
        group.addTask {
          do {
            while try await !transfer.read().isEmpty {}
            return true
          } catch FTPClientError.transport(let error) where error.isPeerGone {
            return true
          } catch FTPClientError.transport(let error) where error.isTimeout {
            return false
          } catch FTPClientError.closedByServer {
            // Whoever closed the control connection, the data connection stays open.
            return false
          }
        }
        group.addTask {
          try await Task.sleep(for: limit)
          return false
        }
        return try await group.next() ?? false
      }
    }
  }

  private func call<Value: Codable>(
    _ words: @autoclosure () -> String, _ body: (DataTransfer) async throws -> Value
  ) async throws -> Value {
    try await connection.call(words(), on: subject, of: data.live, body)
  }
}

/// A data connection of a transfer, as a call returns it.
struct OpenedData: Codable, Sendable {
  let number: Int
  let opening: Reply
  let peer: SocketAddress
  /// The transfer; nil if the outcome was read.
  var live: DataTransfer?

  private enum CodingKeys: CodingKey { case number, opening, peer }

  init(_ transfer: DataTransfer) {
    number = transfer.identifier.rawValue
    opening = transfer.opening
    peer = transfer.peerAddress
    live = transfer
  }
}

/// What came of a transfer command: its reply, and the data connection unless it was refused.
struct StartedTransfer: Codable, Sendable {
  let reply: Reply
  let data: OpenedData?
}

/// A login: its last reply, and whether that answered USER.
struct LoginOutcome: Codable, Sendable {
  let reply: Reply
  let answersUSER: Bool
}

/// The outcome of a call that returns nothing.
struct Done: Codable {}
