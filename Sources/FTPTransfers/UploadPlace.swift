import FTPProtocol
import FTPSystem

/// Where on the server the bytes of an upload go until they are complete, and the local lock on that.
///
/// A temporary name contains a token of its own, so that two uploads never write the same file. On this machine there is
/// a lock for each target on a server. It is held while an upload is under way, and keeps the token of one that was
/// interrupted, so that the next one finds its part or replaces it.
struct UploadPlace: Sendable {
  private let target: FTPPath
  private let lock: FileLock?
  /// The token in the temporary name; nil for a name without one, which other machines use as well.
  private var token: [UInt8]?
  private let isDirect: Bool
  /// Whether an earlier upload may have left something there that is to be continued.
  let mayContinue: Bool

  /// Chooses the place and takes the lock.
  ///
  /// Without the lock, a new upload goes to a new temporary name. One that continues, or has no temporary name, needs
  /// the lock.
  /// - Throws: ``FTPError/busy(_:process:)`` if another upload has it, and it is needed.
  static func take(
    _ target: FTPPath, on site: FTPSite, _ options: FTPFileOptions, stayInTouch: @Sendable () async -> Void
  ) async throws -> UploadPlace {
    let needsLock = options.resumes && !options.isRetry || !options.usesTemporaryName
    let lock = try await takeLock(on: target, of: site, isNeeded: needsLock, options, stayInTouch)
    var place = UploadPlace(
      target: target, lock: lock, token: lock.flatMap { isToken($0.note) ? $0.note : nil },
      isDirect: !options.usesTemporaryName, mayContinue: options.resumes)
    if !needsLock { place.renew() }
    return place
  }

  /// The name to write to.
  var path: FTPPath {
    if isDirect { return target }
    let infix = token.map { [UInt8(ascii: ".")] + $0 } ?? []
    return FTPPath(bytes: target.bytes + infix + FTPSession.temporarySuffix.utf8)
  }

  /// Chooses a new temporary name, unless there is one that nobody else writes to, or there is to be none.
  mutating func renew() {
    guard token == nil, !isDirect else { return }
    let new = Array(DigestAlgorithm.hexadecimal((0..<4).map { _ in UInt8.random(in: 0...255) }).utf8)
    try? lock?.leave(note: new)
    token = new
  }

  /// Ends the lock; if the upload has left something, its token is kept.
  func release(leaving isLeft: Bool) { lock?.release(keepingNote: isLeft && token != nil) }

  private static func isToken(_ note: [UInt8]) -> Bool {
    note.count == 8 && note.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
  }
}

extension UploadPlace {
  /// Takes the lock on a target, if it is free; waits for it, or throws, only if it is needed.
  private static func takeLock(
    on target: FTPPath, of site: FTPSite, isNeeded: Bool, _ options: FTPFileOptions,
    _ stayInTouch: @Sendable () async -> Void
  ) async throws -> FileLock? {
    let folder: DirectoryRoot
    do throws(LocalFileError) { folder = try DirectoryRoot.privateFolder("ftpraw-locks") } catch {
      guard isNeeded else { return nil }
      // The folder may be there, with a lock in it.
      if error.cause == .tooManyOpenFiles { throw error }
      options.remark?("there is no folder for locks; let no other process upload \(target)")
      return nil
    }
    let key = "\(site.host.lowercased()):\(site.port)\n\(Escaping.ascii(site.credentials.user))\n"
    let name = DigestAlgorithm.sha256.hexDigest(of: Array(key.utf8) + target.bytes)
    guard isNeeded else {
      guard case .taken(let lock) = try? folder.lock([Array(name.utf8)]) else { return nil }
      return lock
    }
    return try await TransferLock.take(
      [Array(name.utf8)], in: folder, for: "\(target) is being uploaded", waits: options.waits,
      remark: { options.remark?($0) }, stayInTouch: stayInTouch)
  }
}
