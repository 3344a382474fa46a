extension Probe {
  /// The name that the target is logged in by, as it stands behind USER.
  package var userName: String { String(decoding: target.login.user, as: UTF8.self) }
}
