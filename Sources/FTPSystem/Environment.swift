import LibC

/// The process's environment.
package enum Environment {
  /// The value of a variable; nil when it is not set.
  package static func value(_ name: String) -> String? {
    guard !name.utf8.contains(0), let value = getenv(name) else { return nil }
    return String(cString: value)
  }

  /// All variables as `NAME=VALUE`, with some changed; those with nil are left out.
  package static func variables(changing changes: [String: String?]) -> [String] {
    var variables: [String] = []
    var index = 0
    while let entry = environ[index] {
      let text = String(cString: entry)
      if !changes.keys.contains(String(text.prefix { $0 != "=" })) { variables.append(text) }
      index += 1
    }
    return variables + changes.compactMap { name, value in value.map { "\(name)=\($0)" } }.sorted()
  }

  /// All variables for a program under test: with its own home, in another folder, and without this user's settings and
  /// proxies.
  package static func variables(home: String, folder: String) -> [String] {
    var changes: [String: String?] = ["HOME": home, "TMPDIR": home, "PWD": folder]
    for name in ["CONFIG", "DATA", "CACHE", "STATE"] { changes["XDG_\(name)_HOME"] = .some(nil) }
    for name in ["ftp_proxy", "all_proxy", "no_proxy"] {
      changes[name] = .some(nil)
      changes[name.uppercased()] = .some(nil)
    }
    return variables(changing: changes)
  }

  /// The folder that relative paths begin at; nil if it is gone.
  package static var workingFolder: String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }
}
