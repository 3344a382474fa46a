import FTPProtocol
import FTPTransport

/// The digest of a file on a server, as HASH answers (draft-bryan-ftpext-hash-02).
struct RemoteDigest: Hashable, Sendable {
  let algorithm: DigestAlgorithm
  /// In lower-case hexadecimal digits.
  let hexadecimal: String

  /// Reads `SHA-256 0-49 6ba8ac… name`; nil if it is about another range, or has another form.
  init?(_ reply: Reply, count: UInt64) {
    let words = reply.lastLine.text.split(separator: 0x20, maxSplits: 3).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard reply.code == 213, words.count == 4, words[1] == "0-\(count - 1)",
      let algorithm = DigestAlgorithm(name: words[0])
    else { return nil }
    self.algorithm = algorithm
    hexadecimal = words[2].lowercased()
  }
}

extension FTPSession {
  /// Larger files are not compared: the server could take longer to answer than the session waits.
  private static let mostDigested: UInt64 = 256 << 20

  /// Whether the first `count` bytes of a local file, and nothing else, are in a file on the server, by its digest.
  ///
  /// - Parameters:
  ///   - path: the file on the server.
  ///   - count: how many bytes it should have.
  ///   - read: reads the local file from an offset into a buffer, and returns how many bytes.
  /// - Returns: nil if the server offers no digest that can be compared, or does not answer.
  /// - Throws: ``FTPError`` if the task is cancelled, and whatever `read` throws.
  func digestAgrees(
    of path: FTPPath, with count: UInt64,
    reading read: @escaping @Sendable (inout [UInt8], UInt64) throws -> Int
  ) async throws -> Bool? {
    guard features.contains("HASH"), (1...Self.mostDigested).contains(count) else { return nil }
    let reply: Reply?
    do throws(FTPError) {
      reply = try await inTurn { (session) throws(FTPError) in
        try await session.ask(.command(Command(.hash, bytes: path.bytes)))
      }
    } catch {
      // A server may compute for longer than anybody waits. The transfer is complete nevertheless.
      guard case .conversation = error else { throw error }
      return nil
    }
    guard let reply, let remote = RemoteDigest(reply, count: count) else { return nil }
    return try await BlockingThread.run {
      var digest = remote.algorithm.makeDigest()
      var (offset, buffer) = (UInt64(0), [UInt8](repeating: 0, count: 1 << 16))
      while offset < count {
        let length = min(try read(&buffer, offset), Int(clamping: count - offset))
        guard length > 0 else { return false }
        digest.update(buffer[..<length])
        offset += UInt64(length)
      }
      return DigestAlgorithm.hexadecimal(digest.finish()) == remote.hexadecimal
    }
  }
}
