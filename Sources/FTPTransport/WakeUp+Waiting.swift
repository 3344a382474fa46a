extension WakeUp {
  /// Blocks until the signal or the deadline, with nothing else to wait for.
  package func wait(_ deadline: Deadline = .never) {
    _ = try? Nothing().wait(for: [], deadline: deadline, wakeUp: self)
  }
}

/// Something that is never ready.
private struct Nothing: Waitable {
  let waitDescriptor: Int32 = -1
  let waitPeer = ""
}
