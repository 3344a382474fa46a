import Foundation
import TestSupport
import Testing

@testable import FTPSystem

@Suite("A lock has one holder, says which, and outlives nobody")
struct FileLockTests {
  private static let name = [Array("notes.lock".utf8)]

  private func taken(_ attempt: FileLock.Attempt) throws -> FileLock {
    guard case .taken(let lock) = attempt else { throw SystemError.fileExists }
    return lock
  }

  @Test func theSecondIsToldWhoHasIt() throws {
    try Resources.withTemporaryPath { path in
      let root = try DirectoryRoot.openOrMake(path)
      let lock = try taken(try root.lock(Self.name))
      guard case .busy(let holder) = try DirectoryRoot.open(path).lock(Self.name) else {
        Issue.record("two have the lock")
        return
      }
      #expect(holder == ProcessInfo.processInfo.processIdentifier)
      lock.release()
      #expect(try root.names(in: []).isEmpty)
      try taken(try root.lock(Self.name)).release()
    }
  }

  @Test func aNoteIsForTheNextHolder() throws {
    try Resources.withTemporaryPath { path in
      let root = try DirectoryRoot.openOrMake(path)
      var lock = try taken(try root.lock(Self.name))
      #expect(lock.note.isEmpty)
      try lock.leave(note: Array("a longer note".utf8))
      try lock.leave(note: Array("note".utf8))
      lock.release(keepingNote: true)
      lock = try taken(try root.lock(Self.name))
      #expect(lock.note == Array("note".utf8))
      lock.release()
      lock = try taken(try root.lock(Self.name))
      #expect(lock.note.isEmpty)
      lock.release()
    }
  }

  @Test func aLockOnARemovedFileProtectsNothingAndRemovesNoOther() throws {
    try Resources.withTemporaryPath { path in
      let root = try DirectoryRoot.openOrMake(path)
      let lost = try taken(try root.lock(Self.name))
      try root.removeFile(Self.name)
      let lock = try taken(try root.lock(Self.name))
      lost.release()
      guard case .busy = try root.lock(Self.name) else {
        Issue.record("the file of another lock was removed")
        return
      }
      lock.release()
    }
  }

  /// Threads that all want the same lock, and remove its file each time.
  @Test(.computing) func oneAtATime() async throws {
    let folder = try TemporaryFolder("ftpraw-locks-")
    let inside = Monitor(0)
    let rounds = Thoroughness.rounds(20_000)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          guard let root = try? DirectoryRoot.open(folder.path) else { return }
          for _ in 0..<rounds {
            guard case .taken(let lock)? = try? root.lock(Self.name) else { continue }
            let count = inside.withLock { count in
              count += 1
              return count
            }
            #expect(count == 1)
            inside.withLock { $0 -= 1 }
            lock.release()
          }
        }
      }
    }
  }

  @Test func aFolderOfThisUserOnly() throws {
    let name = "ftpraw-test-\(UInt64.random(in: 0...UInt64.max))"
    let root = try DirectoryRoot.privateFolder(name)
    defer { rmdir(root.path) }
    #expect(try root.status(of: []).permissions == 0o700)
    chmod(root.path, 0o777)
    #expect(throws: LocalFileError.self) { try DirectoryRoot.privateFolder(name) }
  }
}
