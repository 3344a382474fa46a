import Dispatch
import Foundation

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
    let folders =
      [CommandLine.arguments.first.map { URL(filePath: $0).deletingLastPathComponent() }]
      + Bundle.allBundles.filter { $0.bundlePath.hasSuffix(".xctest") }
      .map { $0.bundleURL.deletingLastPathComponent() }
      + [packageFolder.appending(path: ".build/debug")]
    for folder in folders.compactMap({ $0 }) {
      let file = folder.appending(path: "ftpraw")
      if FileManager.default.isExecutableFile(atPath: file.path) { return ProcessRunner(executable: file) }
    }
    throw Failure(description: "no ftpraw beside the tests; looked in \(folders.compactMap { $0?.path })")
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

  /// Runs the program with words, standard input and environment, and kills it when the deadline passes.
  ///
  /// The environment is that of the tests without what `ftpraw` reads, so that a developer's own settings do
  /// not change a result; the variables given are added to it.
  func run(
    _ arguments: [String], input: [UInt8] = [], environment: [String: String] = [:],
    deadline: Duration = .seconds(60)
  ) async throws -> Outcome {
    // Files rather than pipes: nothing can fill up, whatever the program writes and whenever it reads.
    let folder = FileManager.default.temporaryDirectory.appending(path: "ftpraw-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = ["input", "output", "error"].map { folder.appending(path: $0) }
    try Data(input).write(to: files[0])
    try Data().write(to: files[1])
    try Data().write(to: files[2])

    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    process.environment = Self.environment(adding: environment)
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    process.standardOutput = try FileHandle(forWritingTo: files[1])
    process.standardError = try FileHandle(forWritingTo: files[2])
    let timedOut = try await Self.wait(for: process, deadline: deadline)
    return Outcome(
      outputBytes: Array(try Data(contentsOf: files[1])),
      errorBytes: Array(try Data(contentsOf: files[2])),
      status: process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus,
      timedOut: timedOut)
  }

  private static func environment(adding added: [String: String]) -> [String: String] {
    let own = ["NO_COLOR", "TERM", "COLUMNS"]
    return ProcessInfo.processInfo.environment
      .filter { !$0.key.hasPrefix("FTPRAW_") && !own.contains($0.key) }
      .merging(added) { _, new in new }
  }

  /// Starts a process and waits for its end; true if it had to be killed.
  private static func wait(for process: Process, deadline: Duration) async throws -> Bool {
    let (ends, continuation) = AsyncStream.makeStream(of: Void.self)
    process.terminationHandler = { _ in continuation.finish() }
    try process.run()
    let identifier = process.processIdentifier
    return await withTaskGroup(of: Bool.self) { group in
      group.addTask {
        for await _ in ends {}
        return false
      }
      group.addTask {
        do {
          try await Task.sleep(for: deadline)
        } catch {
          return false
        }
        kill(identifier, SIGKILL)
        return true
      }
      let first = await group.next() ?? false
      if first {
        // Killed: its end is what remains to be waited for.
        _ = await group.next()
      }
      group.cancelAll()
      return first
    }
  }
}
