/// What Linux says about processes in `/proc`; empty on other systems.
enum ProcessTable {
  /// A process, with the moment at which it began: numbers are used again.
  struct Entry: Hashable, Sendable {
    let identifier: Int32
    let parent: Int32
    let began: [UInt8]
  }

  /// The processes that a process has started, and those that they have.
  static func descendants(of identifier: Int32) -> [Entry] {
    guard let folder = try? DirectoryRoot.open("/proc"), let names = try? folder.names(in: []) else {
      return []
    }
    let all = names.compactMap { Int32(String(decoding: $0, as: UTF8.self)) }.compactMap(entry)
    var found: [Entry] = []
    var parents: Set<Int32> = [identifier]
    while true {
      let next = all.filter { parents.contains($0.parent) && !found.contains($0) }
      guard !next.isEmpty else { return found }
      found += next
      parents.formUnion(next.map(\.identifier))
    }
  }

  /// Whether a process is still the one that it was.
  static func isSame(_ entry: Entry) -> Bool { Self.entry(entry.identifier)?.began == entry.began }

  private static func entry(_ identifier: Int32) -> Entry? {
    // The name is in parentheses and may contain anything.
    guard let text = read("/proc/\(identifier)/stat"), let end = text.lastIndex(of: UInt8(ascii: ")")) else {
      return nil
    }
    let fields = text[(end + 1)...].split(separator: 0x20)
    guard fields.count > 19, let parent = Int32(String(decoding: fields[1], as: UTF8.self)) else {
      return nil
    }
    return Entry(identifier: identifier, parent: parent, began: Array(fields[19]))
  }

  /// How many bytes of a process are in memory; nil if it does not exist.
  static func residentMemory(of identifier: Int32) -> Int? { bytes("VmRSS:", of: identifier) }

  /// The most bytes of a process that were in memory at a time.
  static func peakMemory(of identifier: Int32) -> Int? { bytes("VmHWM:", of: identifier) }

  /// How long the threads of a process have been ready to run while others had the processor.
  ///
  /// A wait counts when it is over; zero if the system does not say.
  static func waitedForProcessor(_ identifier: Int32) -> Duration {
    threads(of: identifier, "schedstat").compactMap(waitedForProcessor(schedstat:)).reduce(.zero, +)
  }

  /// How many threads of a process run, or would if others did not have the processor; zero if the system does not say.
  static func readyThreads(of identifier: Int32) -> Int {
    threads(of: identifier, "stat").count { text in
      text.lastIndex(of: UInt8(ascii: ")")).map { text[$0...].starts(with: ") R".utf8) } ?? false
    }
  }

  private static func threads(of identifier: Int32, _ file: String) -> [[UInt8]] {
    let folder = "/proc/\(identifier)/task"
    guard let names = try? DirectoryRoot.open(folder).names(in: []) else { return [] }
    return names.compactMap { read("\(folder)/\(String(decoding: $0, as: UTF8.self))/\(file)") }
  }

  /// The second number of `schedstat`, in nanoseconds.
  static func waitedForProcessor(schedstat text: [UInt8]) -> Duration? {
    let fields = text.split(separator: 0x20)
    guard fields.count > 1 else { return nil }
    return Int64(String(decoding: fields[1], as: UTF8.self)).map { .nanoseconds($0) }
  }

  /// A number of `status`, which counts in KiB.
  private static func bytes(_ name: String, of identifier: Int32) -> Int? {
    guard let text = read("/proc/\(identifier)/status"),
      let line = text.split(separator: 0x0A).first(where: { $0.starts(with: name.utf8) })
    else { return nil }
    let digits = line.dropFirst(name.utf8.count).filter { 0x30...0x39 ~= $0 }
    return Int(String(decoding: digits, as: UTF8.self)).map { $0 << 10 }
  }

  /// The beginning of a file that the system makes when it is read: 4 KiB at most.
  static func read(_ path: String) -> [UInt8]? {
    guard let file = try? LocalFile.open(path) else { return nil }
    var buffer = [UInt8](repeating: 0, count: 4_096)
    guard let count = try? file.read(into: &buffer) else { return nil }
    return Array(buffer[..<count])
  }
}
