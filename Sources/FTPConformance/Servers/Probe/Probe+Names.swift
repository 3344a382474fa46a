import FTPProtocol

extension Probe {
  /// Names as a report shows them: `none`, or `'one', 'two'`.
  static func list(_ names: some Collection<String>) -> String {
    names.isEmpty ? "none" : names.map { "'\($0)'" }.joined(separator: ", ")
  }

  /// The names that NLST lists for the current directory, byte for byte, without the directory itself and its parent.
  ///
  /// Some servers leave directories out; some send whole paths, which are pathnames too.
  func listedNames(over connection: CaseConnection? = nil) async throws -> [[UInt8]] {
    try requireReadableNames()
    try await prepare(.send("TYPE A"), over: connection)
    let start = try await startPassive("NLST", over: connection)
    if facts.isAbsent(start.reply) { try skip("NLST does not work: \(Self.words(of: start.reply))") }
    // Some servers refuse to list an empty directory.
    if start.reply.code == 550 || start.reply.code == 450 { return [] }
    return try await received(start, "NLST").lines
      .map { $0.last == 0x0A ? $0.dropLast() : $0 }
      .map { line in
        // Other cases check that there is one CR before each LF.
        var name = line
        while name.last == 0x0D { name.removeLast() }
        return ServerModel.lastName(name)
      }
      .filter { $0 != [0x2E] && $0 != [0x2E, 0x2E] }
  }

  /// Ends the case if the lines of NLST are no names.
  func requireReadableNames() throws {
    guard let names = facts.unreadableNames else { return }
    try skip("NLST lists \(names) instead of two files (see rfc959/4.1.3/nlst-names-only)")
  }

  /// Ends the case unless NLST lists exactly these files.
  func requireNames(
    _ names: [String], after event: String, over connection: CaseConnection? = nil,
    citing requirement: RequirementID? = nil
  ) async throws {
    let listed = try await listedNames(over: connection).map { Escaping.ascii($0) }
    try require(
      listed.sorted() == names.sorted(), "\(Self.list(names.sorted())) in NLST \(event)",
      Self.list(listed.sorted()),
      citing: requirement)
  }
}
