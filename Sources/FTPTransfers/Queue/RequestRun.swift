import FTPClient
import FTPConversation
import FTPProtocol
import FTPSystem

/// One request over one connection, repeated if that may help: what queues, mirrors and downloads in segments do.
struct RequestRun: Sendable {
  var request: FTPRequest
  /// The server and the user, also of further connections.
  let site: FTPSite
  let connection: TransferConnection
  /// Called with the progress, on the threads of the connections.
  var progress: @Sendable (FTPProgress) -> Void = { _ in }
  /// Called with remarks in words.
  var remark: @Sendable (String) -> Void = { _ in }
  /// Called with each session that is opened.
  var opened: @Sendable (FTPSession) -> Void = { _ in }
  var clock = TransferClock.system

  /// Performs the request, and returns the bytes of the file, or 0 if it is not a transfer.
  func perform() async throws -> UInt64 {
    switch request.operation {
    case .download(let path, let file): return try await download(path, to: try SegmentTarget(path: file))
    case .upload(let file, let path): return try await upload(try LocalSource(file), to: path)
    case .append(let file, let path): return try await append(try LocalSource(file), to: path)
    case .delete(let path, let recursively):
      try await retrying {
        if recursively { try await $0.removeTree(path) } else { try await $0(.delete(path)) }
      }
    case .makeDirectory(let path): try await retrying { try await $0.makeDirectories(path) }
    case .removeDirectory(let path): try await retrying { try await $0(.removeDirectory(path)) }
    case .rename(let path, let other): try await retrying { try await $0(.rename(path, to: other)) }
    }
    return 0
  }

  private func retrying(_ body: @Sendable (FTPSession) async throws -> Void) async throws {
    await connection.begin(retries: request.retries, backoff: request.backoff)
    try await connection.retrying(body)
  }

  /// Downloads a file; `listed` is its size in a listing, which counts if the server tells no other.
  func download(_ path: FTPPath, to target: SegmentTarget, listed: UInt64? = nil) async throws -> UInt64 {
    await connection.begin(retries: request.retries, backoff: request.backoff)
    var download = SegmentedDownload(request: request, site: site, path: path, target: target)
    download.listedSize = listed
    download.progress = progress
    download.remark = remark
    download.opened = opened
    download.clock = clock
    return try await download.run(over: connection)
  }

  /// Uploads a file.
  func upload(_ source: LocalSource, to path: FTPPath) async throws -> UInt64 {
    await connection.begin(retries: request.retries, backoff: request.backoff)
    let reached = Box<UInt64>(0)
    var options = FTPFileOptions()
    options.resumes = request.resumes
    options.waits = request.waits
    options.remark = remark
    options.keepsTime = request.keepsTime
    options.progress = { [progress] now in
      reached.value.withLock { $0 = now.bytes }
      progress(now)
    }
    options.overwriting = request.overwriting.askingOnce
    while true {
      let before = reached.value.withLock { $0 }
      do {
        let session = try await connection.session()
        let count = try await session.upload(source, to: path, options: options)
        await connection.succeeded()
        return count
      } catch {
        try await connection.recover(from: error, isFruitless: reached.value.withLock { $0 } <= before)
        // The bytes already sent are compared before the transfer continues.
        (options.resumes, options.isRetry) = (true, !request.resumes)
      }
    }
  }

  /// Appended bytes cannot be removed, so a transfer is tried again only if it has not begun.
  private func append(_ source: LocalSource, to path: FTPPath) async throws -> UInt64 {
    await connection.begin(retries: request.retries, backoff: request.backoff)
    let position = Guarded<UInt64>(0)
    while true {
      do {
        let count = try await connection.session().upload(path, at: 0, kind: .append) { upload in
          try await upload.write { buffer in
            let offset = position.withLock { $0 }
            let count = try source.read(into: &buffer, at: offset)
            position.withLock { $0 += UInt64(count) }
            progress(FTPProgress(bytes: offset + UInt64(count), size: source.entry.size))
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
  fileprivate var askingOnce: FTPOverwriting {
    guard case .asking(let question) = self else { return self }
    let answer = Box<Bool?>(nil)
    return .asking { entry in
      if let known = answer.value.withLock({ $0 }) { return known }
      let said = try await question(entry)
      answer.value.withLock { $0 = said }
      return said
    }
  }
}

/// A value that closures share.
private final class Box<Value: Sendable>: Sendable {
  let value: Guarded<Value>

  init(_ value: Value) { self.value = Guarded(value) }
}
