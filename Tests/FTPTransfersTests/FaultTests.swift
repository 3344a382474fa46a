import FTPClient
import FTPMockServer
import FTPProtocol
import FTPSystem
import TestSupport
import Testing

@testable import FTPTransfers

// One after the other, since each has a server and sessions of its own, and the descriptors of a process are counted.
@Suite("Whatever a server does wrong, nothing that is not whole looks whole", .serialized, .endsWhenItHangs)
struct TransferFaultTests {
  static let families: Set<String> = [
    "data", "transfer", "session", "restart", "size", "listing", "time", "path", "abor", "address", "code",
    "reply",
  ]
  static let faults = FaultCatalogue.all.filter { families.contains($0.family) }.map(\.name)
    // Those that need a value of their own.
    .filter { !["code-answer", "code-swap", "code-500"].contains($0) }
    // A byte a millisecond would be right, and take minutes.
    .map { $0 == "data-dripped" ? "data-dripped=5000" : $0 }
  /// What no count of bytes can show.
  static let invisible: Set<String> = ["data-seven-bit"]
  static let size = 150_000

  private func site(_ server: MockServer) -> FTPSite {
    var site = FTPSite.at(server)
    // It ends what the fault has stopped. What it ends beside that fails, which is allowed here.
    site.idleLimit = .seconds(2)
    return site
  }

  @Test(arguments: faults)
  func get(fault: String) async throws {
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
          #expect(contents(of: path) == pattern(Self.size) || Self.invisible.contains(fault))
          await ftp.close()
        } catch is FTPError {
          #expect(contents(of: path) == nil)
        }
        try? DirectoryRoot.open(folder.path).removeFile([Array("copy".utf8)])
      }
    }
  }

  @Test(arguments: faults)
  func put(fault: String) async throws {
    let folder = try TemporaryFolder("ftpraw-faults-")
    let path = "\(folder.path)/source"
    try write(pattern(Self.size), to: path)
    try await withMockServer(.testing(tree: VirtualTree(), faults: [fault])) { server in
      do {
        let ftp = try await FTPSession.open(site(server))
        try await ftp.upload(file: path, to: "copy")
        #expect(server.tree.bytes(of: "copy") == pattern(Self.size))
        await ftp.close()
      } catch is FTPError {
        // A reply may be missing to a rename that was done.
        if let bytes = server.tree.bytes(of: "copy") { #expect(bytes == pattern(Self.size)) }
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
      // Whether it is closed already or not, the next call ends.
      #expect(await failure { try await ftp(.noop) }?.kind == "conversation")
    }
  }
}
