import Dispatch
import FTPSystem
import Foundation
import TestSupport

/// Runs a program to its end and keeps what it wrote.
struct ProcessRunner: Sendable {
  /// How a run ended.
  struct Outcome: Sendable {
    /// Standard output, byte for byte.
    let outputBytes: [UInt8]
    /// Standard error, byte for byte.
    let errorBytes: [UInt8]
    /// The exit status, or minus the number of the signal that ended the program.
    let status: Int32
    /// Whether the deadline passed and the program was killed.
    let timedOut: Bool

    /// Standard output as text.
    var output: String { String(decoding: outputBytes, as: UTF8.self) }
    /// Standard error as text.
    var error: String { String(decoding: errorBytes, as: UTF8.self) }
  }

  /// A program that could not be found or started.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The program's file.
  let executable: URL

  /// The `ftpraw` that was built together with these tests.
  static func ftpraw() throws -> ProcessRunner {
    guard let path = BuiltProgram.path("ftpraw") else {
      throw Failure(description: "no ftpraw beside the tests")
    }
    return ProcessRunner(executable: URL(filePath: path))
  }

  /// A program on `PATH`, or nil if the machine has none of that name.
  static func tool(_ name: String) -> ProcessRunner? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return path.split(separator: ":").lazy
      .map { URL(filePath: String($0)).appending(path: name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
      .map(ProcessRunner.init)
  }

  /// The folder of the package that these tests belong to.
  static var packageFolder: URL {
    URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
  }

  /// Runs the program with arguments, standard input and environment, and kills it when the deadline passes.
  ///
  /// The environment is that of the tests without the variables that `ftpraw` reads, so that a developer's settings do
  /// not change a result; `environment` is added to it. `body` runs meanwhile, and may signal the process.
  func run(
    _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:],
    deadline: Duration = .patience, _ body: @Sendable (Child) async throws -> Void = { _ in }
  ) async throws -> Outcome {
    // Files rather than pipes, which could fill up.
    let folder = FileManager.default.temporaryDirectory.appending(path: "ftpraw-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = ["input", "output", "error"].map { folder.appending(path: $0) }
    try Data(input).write(to: files[0])

    let child = try Child(
      executable.path, arguments, environment: Self.environment(adding: environment), files: files.map(\.path)
    )
    async let end = Self.end(of: child, deadline: deadline)
    do {
      try await body(child)
    } catch {
      child.kill()
      _ = await end
      throw error
    }
    let (status, timedOut) = await end
    return Outcome(
      outputBytes: try Self.bytes(of: files[1]), errorBytes: try Self.bytes(of: files[2]), status: status,
      timedOut: timedOut)
  }

  /// The bytes of a file, read without Foundation, which leaks a buffer each time.
  static func bytes(of file: URL) throws -> [UInt8] {
    let file = try LocalFile.open(file.path)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = try file.read(into: &buffer)
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
  }

  static func environment(adding added: [String: String]) -> [String: String] {
    let own = ["NO_COLOR", "TERM", "COLUMNS", "CI"]
    return ProcessInfo.processInfo.environment
      .filter { !$0.key.hasPrefix("FTPRAW_") && !own.contains($0.key) }
      .merging(added) { _, new in new }
  }

  /// Waits for the end of a process, and kills it when the deadline passes.
  static func end(of child: Child, deadline: Duration) async -> (status: Int32, timedOut: Bool) {
    let watchdog = Task {
      try await Task.sleep(for: deadline)
      child.kill()
      return true
    }
    let status = await child.wait()
    watchdog.cancel()
    return (status, (try? await watchdog.value) ?? false)
  }
}
