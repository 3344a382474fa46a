import FTPSystem

/// How much longer everything takes here than on an idle machine.
enum MachineLoad {
  /// From 1 to 2, by how many want to run for each processor; 1 if unknown.
  static var factor: Double {
    guard let file = try? LocalFile.open("/proc/loadavg") else { return 1 }
    var bytes = [UInt8](repeating: 0, count: 64)
    guard let count = try? file.read(into: &bytes) else { return 1 }
    return factor(of: String(decoding: bytes[..<count], as: UTF8.self), processors: Processors.count)
  }

  /// The factor for a line of the system's load averages.
  ///
  /// Two for each processor is caused by the run itself. A factor above 2 would exceed the time limits of
  /// clients.
  static func factor(of line: String, processors: Int) -> Double {
    guard let load = line.split(separator: " ").first.flatMap({ Double($0) }) else { return 1 }
    return min(2, max(1, load / Double(2 * max(1, processors))))
  }
}
