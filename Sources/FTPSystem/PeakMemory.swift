#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The most memory that a process has had at a time, in bytes.
enum PeakMemory {
  /// Of this process.
  static var ofThisProcess: Int {
    var usage = rusage()
    #if canImport(Glibc)
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #else
      getrusage(RUSAGE_SELF, &usage)
    #endif
    return bytes(of: usage)
  }

  /// Of another one that runs; nil where the system does not tell.
  static func of(_ identifier: Int32) -> Int? {
    guard let text = ProcessTable.read("/proc/\(identifier)/status") else { return nil }
    let name = Array("VmHWM:".utf8)
    guard let line = text.split(separator: 0x0A).first(where: { $0.starts(with: name) }) else { return nil }
    let digits = line.dropFirst(name.count).filter { 0x30...0x39 ~= $0 }
    return Int(String(decoding: digits, as: UTF8.self)).map { $0 << 10 }
  }

  /// As the system tells it when a process has ended.
  static func bytes(of usage: rusage) -> Int {
    #if canImport(Darwin)
      usage.ru_maxrss
    #else
      usage.ru_maxrss << 10
    #endif
  }
}
