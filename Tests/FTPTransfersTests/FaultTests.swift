import FTPClient
import FTPMockServer
import FTPProtocol
import FTPSystem
import TestSupport
import Testing

@testable import FTPTransfers

@Suite("Whatever a server does wrong, no incomplete file looks complete", .queueing, .endsWhenItHangs)
struct TransferFaultTests {
  static let families: Set<String> = [
    "data", "transfer", "session", "restart", "size", "listing", "time", "path", "abor", "address", "code",
    "reply",
  ]
  static let faults = FaultCatalogue.all.filter { families.contains($0.family) }.map(\.name)
    // Faults that need an explicit value are left out.
    .filter { !["code-answer", "code-swap", "code-500"].contains($0) }
    // One byte per millisecond would work, but take minutes.
    .map { $0 == "data-dripped" ? "data-dripped=5000" : $0 }
  /// Faults that no byte count can show.
  static let invisible: Set<String> = ["data-seven-bit"]
  static let size = 150_000

  /// The faults in six parts, each of which is run in order: a fault mostly waits, but each has its own server and sessions, and
  /// a process may open only so many descriptors.
  static let parts = (0..<6).map { part in faults.indices.filter { $0 % 6 == part }.map { faults[$0] } }

  private func site(_ server: MockServer) -> FTPSite {
    var site = FTPSite.at(server)
    // The limit ends what the fault has stopped. Other operations may fail because of it, which is allowed here.
    site.idleLimit = .seconds(2)
    return site
  }

  @Test(arguments: parts)
  func get(faults: [String]) async throws {
    for fault in faults { try await get(fault: fault) }
  }

  private func get(fault: String) async throws {
    let folder = try TemporaryFolder("ftpraw-faults-")
    let path = "\(folder.path)/copy"
    try await withMockServer(.testing(tree: tree(count: Self.size), faults: [fault])) { server in
      for resumes in [false, true] {
        if resumes { try write(pattern(70_000), to: "\(path)\(FTPSession.temporarySuffix)") }
        do {
          let ftp = try await FTPSession.open(site(server))
          var options = FTPFileOptions()
          options.resumes = resumes
          try await ftp.download("file", to: path, options: options)
          #expect(contents(of: path) == pattern(Self.size) || Self.invisible.contains(fault), "\(fault)")
          await ftp.close()
        } catch is FTPError {
          #expect(contents(of: path) == nil, "\(fault)")
        }
        try? DirectoryRoot.open(folder.path).removeFile([Array("copy".utf8)])
      }
    }
  }

  @Test(arguments: parts)
  func put(faults: [String]) async throws {
    for fault in faults { try await put(fault: fault) }
  }

  private func put(fault: String) async throws {
    let folder = try TemporaryFolder("ftpraw-faults-")
    let path = "\(folder.path)/source"
    try write(pattern(Self.size), to: path)
    try await withMockServer(.testing(tree: VirtualTree(), faults: [fault])) { server in
      do {
        let ftp = try await FTPSession.open(site(server))
        try await ftp.upload(file: path, to: "copy")
        #expect(server.tree.bytes(of: "copy") == pattern(Self.size), "\(fault)")
        await ftp.close()
      } catch is FTPError {
        // The rename may have succeeded although its reply is missing.
        if let bytes = server.tree.bytes(of: "copy") { #expect(bytes == pattern(Self.size), "\(fault)") }
      }
    }
  }

  @Test func aStallEndsAtTheLimit() async throws {
    try await withSession(
      .testing(tree: tree(count: Self.size), faults: ["data-stall=1000"]),
      { $0.idleLimit = .milliseconds(300) }
    ) { ftp, _ async throws in
      guard case .stalled(let limit, _) = await failure(of: { try await ftp.download("file") }) else {
        throw FTPError.unsupported("stall")
      }
      #expect(limit == .milliseconds(300))
      // Whether the session is closed already or not, the next call fails.
      #expect(await failure { try await ftp(.noop) }?.kind == "conversation")
    }
  }
}
