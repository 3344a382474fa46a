import LibC

/// How many descriptors, connections among them, the process may have open.
package enum DescriptorLimit {
  /// Whether this many descriptors are still available.
  package static func leaves(_ count: Int) -> Bool {
    var opened: [Int32] = []
    defer { opened.forEach { _ = systemClose($0) } }
    for _ in 0..<count {
      let descriptor = open("/", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return false }
      opened.append(descriptor)
    }
    return true
  }

  /// Raises the limit as far as the system allows, and returns it.
  ///
  /// Systems start processes with a limit of 256 or 1,024, for the sake of programs that use `select`; nothing here
  /// does. Where the limit cannot be raised it stays.
  @discardableResult
  package static func raise() -> Int {
    var limit = rlimit()
    guard getrlimit(Platform.descriptorLimit, &limit) == 0 else { return 0 }
    // Systems that know no highest number name one that does not fit.
    let highest = min(limit.rlim_max, rlim_t(1 << 20))
    if limit.rlim_cur < highest {
      var raised = limit
      raised.rlim_cur = highest
      if setrlimit(Platform.descriptorLimit, &raised) == 0 { limit = raised }
    }
    return Int(clamping: limit.rlim_cur)
  }
}
