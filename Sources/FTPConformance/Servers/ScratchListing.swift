import FTPProtocol

/// A command that lists a directory to be removed; a server need not know any particular one.
package enum ScratchListing: String, CaseIterable, Sendable {
  case names = "NLST"
  case facts = "MLSD"
  /// Before `NLST .`, to which Twisted sometimes answers with the name of the directory itself.
  case lines = "LIST"
  /// For a server that requires an argument.
  case namesHere = "NLST ."

  /// The names in the first listing that has any; `contents` returns nil for a command that is refused.
  package static func firstNames(
    _ contents: (_ command: String) async throws -> [UInt8]?
  ) async throws -> [[UInt8]] {
    for command in allCases {
      guard let bytes = try await contents(command.rawValue) else { continue }
      let names = command.names(in: bytes)
      if !names.isEmpty { return names }
    }
    return []
  }

  /// The names in a listing, without the directory itself, its parent, and names that no command can contain.
  func names(in bytes: [UInt8]) -> [[UInt8]] {
    let names: [[UInt8]] =
      switch self {
      case .names, .namesHere:
        Self.lines(of: bytes)
      case .facts:
        Self.lines(of: bytes).map { Array($0.drop { $0 != 0x20 }.dropFirst()) }
      case .lines:
        // The dates are not needed.
        TimeValue(secondsSince1970: 0).map { now in
          ListingParser.read(bytes, clock: ListingClock(now: now)).lines.compactMap(\.entry?.name)
        } ?? []
      }
    return names.map { Array($0.split(separator: 0x2F).last ?? []) }
      .filter { !$0.isEmpty && $0 != [0x2E] && $0 != [0x2E, 0x2E] }
      .filter { !$0.contains(0x0D) && !$0.contains(0x0A) }
  }

  private static func lines(of bytes: [UInt8]) -> [[UInt8]] {
    bytes.split(separator: 0x0A).map { $0.filter { $0 != 0x0D } }
  }
}
