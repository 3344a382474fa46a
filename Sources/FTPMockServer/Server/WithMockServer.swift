import FTPTransport

/// Starts a server, runs `body` with it, and always stops it.
///
/// ```swift
/// try await withMockServer { server in
///   let ftp = try await RawFTPClient.connect(to: "127.0.0.1", port: server.port)
/// }
/// ```
///
/// - Throws: what `MockServer.start` and `body` throw.
@discardableResult
nonisolated(nonsending) public func withMockServer<Value>(
  _ configuration: MockServer.Configuration = .init(),
  _ body: nonisolated(nonsending) (MockServer) async throws -> Value
) async throws -> Value {
  let server = try MockServer.start(configuration)
  let result: Result<Value, any Error>
  do {
    result = .success(try await body(server))
  } catch {
    result = .failure(error)
  }
  await BlockingThread.run { server.stop() }
  return try result.get()
}

/// Starts a server, runs `body` with it, and always stops it; for code that is not asynchronous.
///
/// Asynchronous code gets the asynchronous form, whatever `body` does: this one would block a thread of the
/// cooperative pool. Throws the errors of `MockServer.start` and `body`.
@discardableResult
@_disfavoredOverload
public func withMockServer<Value>(
  _ configuration: MockServer.Configuration = .init(), _ body: (MockServer) throws -> Value
) throws -> Value {
  let server = try MockServer.start(configuration)
  defer { server.stop() }
  return try body(server)
}
