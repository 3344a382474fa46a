import FTPConversation
import FTPSystem

extension FTPQueue {
  /// Downloads a file to a local file as ``FTPSession/download(_:to:options:)`` does; another attempt continues where the
  /// last one was cut.
  ///
  /// With segments, several connections download one part each, and fewer if the server allows fewer, or has no REST, or
  /// an incorrect one. The bytes are kept next to the target, with a state file that records which parts have arrived,
  /// until all have arrived and every seam has been compared. If such a download is resumed, it stays one.
  /// - Parameters:
  ///   - path: the file on the server.
  ///   - file: the local file.
  ///   - segments: the most connections to use, 1 or more; each has at least 1 MiB to download.
  ///   - options: what to do with an existing file, and whether to resume.
  /// - Returns: how many bytes the file has.
  /// - Throws: ``FTPError``, and what the question before overwriting throws.
  @discardableResult
  public func download(
    _ path: FTPPath, to file: String, segments: Int = 1, options: FTPFileOptions = FTPFileOptions()
  ) async throws -> UInt64 {
    let hasState = options.resumes && (try? SegmentTarget(path: file).readState()) != nil
    guard segments > 1 || hasState, options.representation == .image else {
      return try await transfer(options) { try await $0.download(path, to: file, options: $1) }
    }
    let target: SegmentTarget
    do throws(LocalFileError) { target = try SegmentTarget(path: file) } catch { throw FTPError.local(error) }
    return try await download(path, to: target, segments: segments, options)
  }

  /// Downloads a file in segments; `listed` is its size in a listing, which counts if the server tells no other.
  func download(
    _ path: FTPPath, to target: SegmentTarget, segments: Int, listed: UInt64? = nil, _ options: FTPFileOptions
  ) async throws -> UInt64 {
    var download = SegmentedDownload(
      queue: self, path: path, target: target, segments: segments, options: told(options))
    download.listedSize = listed
    do { return try await withConnection { [download] in try await download.run(over: $0) } } catch {
      throw FTPError(any: error) ?? error
    }
  }

  /// Uploads a local file as ``FTPSession/upload(file:to:options:)`` does; another attempt continues where the last one
  /// was cut.
  ///
  /// - Returns: how many bytes the file has.
  /// - Throws: ``FTPError``, and what the question before overwriting throws.
  @discardableResult
  public func upload(
    file: String, to path: FTPPath, options: FTPFileOptions = FTPFileOptions()
  ) async throws -> UInt64 {
    let source: LocalSource
    do throws(LocalFileError) { source = try LocalSource(file) } catch { throw FTPError.local(error) }
    return try await upload(source, to: path, options)
  }

  /// Uploads an open file; if it is a stream, nothing is tried again once some of it was read.
  func upload(_ source: LocalSource, to path: FTPPath, _ options: FTPFileOptions) async throws -> UInt64 {
    try await transfer(options, unless: { source.isSpent }) {
      try await $0.upload(source, to: path, options: $1)
    }
  }

  private func transfer(
    _ options: FTPFileOptions, unless isSpent: @Sendable () -> Bool = { false },
    _ body: @Sendable (FTPSession, FTPFileOptions) async throws -> UInt64
  ) async throws -> UInt64 {
    var options = told(options)
    options.overwriting = options.overwriting.askingOnce
    return try await withConnection { [options] connection in
      try await connection.retrying(unless: isSpent) { session, attempt in
        var options = options
        // The bytes that have arrived are compared before the transfer continues.
        if attempt > 0 { (options.resumes, options.isRetry) = (true, !options.resumes) }
        return try await body(session, options)
      }
    }
  }

  private func told(_ options: FTPFileOptions) -> FTPFileOptions {
    var options = options
    options.remark = options.remark ?? self.options.remark
    return options
  }
}

extension FTPOverwriting {
  /// The same rule, whose question is asked only once, however often the transfer is tried.
  fileprivate var askingOnce: FTPOverwriting {
    guard case .asking(let question) = self else { return self }
    let answer = Answer()
    return .asking { entry in
      if let known = answer.value.withLock({ $0 }) { return known }
      let said = try await question(entry)
      answer.value.withLock { $0 = said }
      return said
    }
  }
}

/// What was answered, once it was.
private final class Answer: Sendable {
  let value = Guarded<Bool?>(nil)
}
