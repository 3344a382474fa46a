extension Probe {
  /// The name that the target is logged in by, as it stands behind USER.
  package var userName: String { String(decoding: target.login.user, as: UTF8.self) }

  /// Names as a report shows them: `none`, or `'one', 'two'`.
  static func list(_ names: some Collection<String>) -> String {
    names.isEmpty ? "none" : names.map { "'\($0)'" }.joined(separator: ", ")
  }
}
