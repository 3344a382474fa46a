/// The resources of a process and its child processes at a moment.
package struct ProcessUse: Hashable, Sendable {
  /// How many descriptors are open.
  package let descriptors: Int
  /// How many bytes of memory are resident.
  package let memory: Int

  /// Asks the system; nil if it does not report them, or if the process has ended.
  static func of(_ identifier: Int32) -> ProcessUse? {
    guard let memory = ProcessTable.residentMemory(of: identifier) else { return nil }
    var sum = (descriptors: descriptors(of: identifier), memory: memory)
    for other in ProcessTable.descendants(of: identifier) {
      sum.descriptors += descriptors(of: other.identifier)
      sum.memory += ProcessTable.residentMemory(of: other.identifier) ?? 0
    }
    return ProcessUse(descriptors: sum.descriptors, memory: sum.memory)
  }

  private static func descriptors(of identifier: Int32) -> Int {
    guard let folder = try? DirectoryRoot.open("/proc/\(identifier)/fd") else { return 0 }
    return (try? folder.names(in: []).count) ?? 0
  }
}
