import FTPClient
import FTPConversation
import FTPProtocol
import FTPSystem

/// The operation of each kind of request.
extension FTPTransfer {
  /// Performs the request over a connection, and repeats it if that may help.
  func perform(over connection: TransferConnection, _ site: FTPSite, _ clock: TransferClock) async throws
    -> UInt64
  {
    switch request.operation {
    case .download(let path, let file):
      return try await download(path, to: try SegmentTarget(path: file), request.site ?? site, clock)
        .run(over: connection)
    case .upload(let file, let path):
      return try await upload(try LocalSource(file), to: path, over: connection)
    case .append(let file, let path):
      return try await append(try LocalSource(file), to: path, over: connection)
    case .delete(let path, let recursively):
      try await connection.retrying { session in
        if recursively { try await session.removeTree(path) } else { try await session(.delete(path)) }
      }
    case .makeDirectory(let path): try await connection.retrying { try await $0.makeDirectories(path) }
    case .removeDirectory(let path):
      try await connection.retrying { _ = try await $0(.removeDirectory(path)) }
    case .rename(let path, let other):
      try await connection.retrying { _ = try await $0(.rename(path, to: other)) }
    }
    return 0
  }

  private func download(
    _ path: FTPPath, to target: SegmentTarget, _ site: FTPSite, _ clock: TransferClock
  ) -> SegmentedDownload {
    var download = SegmentedDownload(site: site, path: path, target: target)
    download.segments = max(1, request.segments)
    download.leastSegment = request.leastSegment
    download.resumes = request.resumes
    download.waits = request.waits
    download.retries = request.retries
    download.backoff = request.backoff
    download.keepsTime = request.keepsTime
    download.overwriting = request.overwriting
    download.progress = { self.note($0) }
    download.remark = { self.remark($0) }
    download.clock = clock
    return download
  }

  private func upload(
    _ source: LocalSource, to path: FTPPath, over connection: TransferConnection
  ) async throws -> UInt64 {
    var options = FTPFileOptions()
    options.resumes = request.resumes
    options.waits = request.waits
    options.remark = { self.remark($0) }
    options.keepsTime = request.keepsTime
    options.progress = { self.note($0) }
    options.overwriting = request.overwriting.askingOnce
    while true {
      let before = progress.bytes
      do {
        let session = try await connection.session()
        let count = try await session.upload(source, to: path, options: options)
        await connection.succeeded()
        return count
      } catch {
        try await connection.recover(from: error, isFruitless: progress.bytes <= before)
        // The bytes already sent are compared before the transfer continues.
        (options.resumes, options.isRetry) = (true, !request.resumes)
      }
    }
  }

  /// Appended bytes cannot be removed, so a transfer is tried again only if it has not begun.
  private func append(
    _ source: LocalSource, to path: FTPPath, over connection: TransferConnection
  ) async throws -> UInt64 {
    let position = Guarded<UInt64>(0)
    while true {
      do {
        let count = try await connection.session().upload(path, at: 0, kind: .append) { upload in
          try await upload.write { buffer in
            let offset = position.withLock { $0 }
            let count = try source.read(into: &buffer, at: offset)
            position.withLock { $0 += UInt64(count) }
            self.note(FTPProgress(bytes: offset + UInt64(count), size: source.entry.size))
            return count
          }
        }
        await connection.succeeded()
        return count
      } catch {
        guard position.withLock({ $0 }) == 0 else { throw error }
        try await connection.recover(from: error, isFruitless: true)
      }
    }
  }
}

extension FTPOverwriting {
  /// The same rule, whose question is asked only once, however often the transfer is tried.
  var askingOnce: FTPOverwriting {
    guard case .asking(let question) = self else { return self }
    let box = AnswerBox()
    return .asking { entry in
      if let known = box.answer.withLock({ $0 }) { return known }
      let said = try await question(entry)
      box.answer.withLock { $0 = said }
      return said
    }
  }
}

/// The answer to the question, once it was asked.
private final class AnswerBox: Sendable {
  let answer = Guarded<Bool?>(nil)
}
