import FTPClient
import FTPMockServer
import FTPProtocol
import FTPSystem
import TestSupport
import Testing

@testable import FTPTransfers

extension FTPSite {
  /// The site of a server on which `tester` may do everything.
  static func at(_ server: MockServer) -> FTPSite {
    var site = FTPSite(server.address.host, port: server.port, user: "tester", password: "opensesame")
    site.idleLimit = .patience
    site.connectLimit = .patience
    return site
  }
}

extension MockServer.Configuration {
  /// A server with a user who may do everything, `tester` with the password `opensesame`.
  static func testing(tree: VirtualTree = .fixture, faults: [String] = [], without: Set<Verb> = []) throws
    -> Self
  {
    var configuration = Self(
      users: [User("tester", password: .exactly("opensesame"))], tree: tree,
      timeouts: .init(idle: .patience, dataConnection: .patience, dataIdle: .patience, reply: .patience))
    configuration.faults = try faults.map { try Fault($0) }
    configuration.disabledVerbs = without
    return configuration
  }
}

/// A tree with one file of the pattern.
func tree(_ name: String = "file", count: Int) -> VirtualTree {
  var tree = VirtualTree()
  tree.addFile(name, .pattern(count: UInt64(count)))
  return tree
}

/// The bytes of the pattern.
func pattern(_ count: Int, from offset: Int = 0) -> [UInt8] {
  FileContents.patternBytes(at: UInt64(offset), count: count)
}

/// Runs `body` with a session and its own server.
func withSession(
  _ configuration: MockServer.Configuration, _ change: (inout FTPSite) -> Void = { _ in },
  _ body: (FTPSession, MockServer) async throws -> Void
) async throws {
  try await withMockServer(configuration) { server in
    var site = FTPSite.at(server)
    change(&site)
    let session = try await FTPSession.open(site)
    do { try await body(session, server) } catch {
      Issue.record("\(error)\n\(session.transcript)")
    }
    await session.close()
  }
}

/// The error that `body` throws; records an issue if it throws none, or one that is not an `FTPError`.
@discardableResult
func failure<Value>(
  sourceLocation: SourceLocation = #_sourceLocation, of body: () async throws -> Value
) async -> FTPError? {
  do {
    let value = try await body()
    Issue.record("there is \(value) and no error", sourceLocation: sourceLocation)
    return nil
  } catch let error as FTPError {
    return error
  } catch {
    Issue.record("\(error)", sourceLocation: sourceLocation)
    return nil
  }
}

extension FTPError {
  /// The name of the case, for comparing.
  var kind: String {
    String("\(self)".isEmpty ? "" : Mirror(reflecting: self).children.first?.label ?? "cancelled")
  }

  /// The code of the reply with which the server refused.
  var code: ReplyCode? { if case .refused(let reply, _) = self { reply.code } else { nil } }
}

/// All bytes of a local file; nil if there is none.
func contents(of path: String) -> [UInt8]? {
  guard let file = try? LocalFile.open(path) else { return nil }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while let count = try? file.read(into: &buffer), count > 0 { bytes += buffer[..<count] }
  return bytes
}

/// Writes a local file.
func write(_ bytes: [UInt8], to path: String) throws {
  let file = try LocalFile.create(path)
  try file.write(bytes)
  try file.close()
}
