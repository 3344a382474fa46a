import LibC

/// The processors of the machine.
package enum Processors {
  /// How many are at work now; at least 1.
  package static var count: Int { max(1, Int(clamping: sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }
}
