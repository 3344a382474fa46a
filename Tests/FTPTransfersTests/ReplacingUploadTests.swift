import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPSystem
import TestSupport
import Testing
import ToyLayer

@testable import FTPTransfers

/// What a server does to the renames at the end of an upload, and what there is afterwards.
private struct Replacement: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The rules; the file is `file`, and its name while it is moved aside ends with `.old.ftpraw-part`.
  let rules: [String]
  /// Whether the new file is there, under its name.
  var succeeds = false
  /// Which names the earlier file has; none if it is gone.
  var earlier: [String] = []
  /// Whether a remark says where the earlier file is.
  var isTold = false

  /// A rename does not replace a file.
  private static let first = "on the 1st RNTO *file -> 553"

  static let all: [Replacement] = [
    .init(testDescription: "a rename replaces", rules: [], succeeds: true),
    .init(testDescription: "a rename does not replace", rules: [first], succeeds: true),
    .init(
      testDescription: "the new name is refused for good, so that the earlier file gets it back",
      rules: [first, "on the 2nd RNTO *file -> 553"], earlier: ["file"]),
    .init(
      testDescription: "it cannot get it back", rules: ["RNTO *file -> 553"], earlier: ["aside"], isTold: true
    ),
    .init(
      testDescription: "the earlier file may not be renamed", rules: [first, "RNFR *file -> 550"],
      earlier: ["file"]),
    .init(
      testDescription: "it may not be moved aside", rules: [first, "RNTO *.old.ftpraw-part -> 550"],
      earlier: ["file"]),
    .init(
      testDescription: "no room to move it aside now", rules: [first, "RNTO *.old.ftpraw-part -> 450"],
      earlier: ["file"]),
    .init(testDescription: "the refusal is for now", rules: ["RNTO *file -> 450"], earlier: ["file"]),
    .init(testDescription: "nothing may be renamed", rules: ["RNFR * -> 550"], earlier: ["file"]),
    .init(
      testDescription: "the connection is lost at once", rules: ["RNTO *file -> close"], earlier: ["file"]),
    .init(
      testDescription: "the connection is lost while it is moved aside",
      rules: [first, "RNTO *.old.ftpraw-part -> obey quietly, close"], earlier: ["aside"], isTold: true),
    .init(
      testDescription: "the connection is lost before it is moved aside",
      rules: [first, "RNTO *.old.ftpraw-part -> close"], earlier: ["file"], isTold: true),
    .init(
      testDescription: "the connection is lost when the new file gets its name",
      rules: [first, "on the 2nd RNTO *file -> close"], earlier: ["aside"], isTold: true),
    .init(
      testDescription: "the earlier file may not be deleted", rules: [first, "DELE * -> 550"], succeeds: true,
      earlier: ["aside"], isTold: true),
  ]
}

@Suite("A file that an upload replaces is there until the new one is", .queueing, .endsWhenItHangs)
struct ReplacingUploadTests {
  @Test(arguments: Replacement.all)
  private func noFileIsLost(_ row: Replacement) async throws {
    let folder = try TemporaryFolder("ftpraw-replacing-")
    let (old, new) = (pattern(100), pattern(2000, from: 7))
    try write(new, to: "\(folder.path)/source")
    var configuration = try MockServer.Configuration.testing(tree: tree(count: old.count))
    configuration.script = try Script(parsing: row.rules.map { $0 + "\n" }.joined())
    try await withSession(configuration) { ftp, server async throws in
      let remarks = Guarded<[String]>([])
      var options = FTPFileOptions()
      options.overwriting = .always
      options.remark = { remark in remarks.withLock { $0.append(remark) } }
      var failure: FTPError?
      do { try await ftp.upload(file: "\(folder.path)/source", to: "file", options: options) } catch {
        failure = error as? FTPError
        #expect(failure != nil, "\(error)")
      }
      #expect((failure == nil) == row.succeeds, "\(failure.map { "\($0)" } ?? "no failure")")
      let names = try #require(server.tree.names(in: ""))
      let aside = names.filter { $0.hasSuffix(".old.ftpraw-part") }
      #expect((server.tree.bytes(of: "file") == new) == row.succeeds)
      let found = names.filter { server.tree.bytes(of: $0) == old }
      #expect(found == row.earlier.flatMap { $0 == "aside" ? aside : [$0] }, "\(names)")
      #expect(aside.count == row.earlier.count { $0 == "aside" }, "\(names)")
      // A failed upload keeps what arrived, under its temporary name, for `resumes`.
      #expect(names.count { server.tree.bytes(of: $0) == new } == 1, "\(names)")
      let told = remarks.withLock { $0 }
      #expect(told.count == (row.isTold ? 1 : 0), "\(told)")
      #expect(!row.isTold || told.contains { $0.contains(".old.ftpraw-part") }, "\(told)")
    }
  }
}
