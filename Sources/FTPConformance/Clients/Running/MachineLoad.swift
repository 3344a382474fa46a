import FTPSystem

/// How much slower this machine is than when idle.
enum MachineLoad {
  /// The factor, from 1 to 2, by the number of runnable processes for each processor; 1 if unknown.
  static var factor: Double {
    guard let file = try? LocalFile.open("/proc/loadavg") else { return 1 }
    var bytes = [UInt8](repeating: 0, count: 64)
    guard let count = try? file.read(into: &bytes) else { return 1 }
    return factor(of: String(decoding: bytes[..<count], as: UTF8.self), processors: Processors.count)
  }

  /// The factor for a line of the system's load averages.
  ///
  /// The run itself causes a load of two for each processor. With a factor above 2, limits would exceed those of the
  /// clients.
  static func factor(of line: String, processors: Int) -> Double {
    guard let load = line.split(separator: " ").first.flatMap({ Double($0) }) else { return 1 }
    return min(2, max(1, load / Double(2 * max(1, processors))))
  }
}
