extension WakeUp {
  /// Blocks until the signal or the deadline, with nothing else to wait for.
  package func wait(_ deadline: Deadline = .never) {
    let nothing: TCPListener? = nil
    _ = try? nothing.wait(for: [], deadline: deadline, wakeUp: self)
  }
}
