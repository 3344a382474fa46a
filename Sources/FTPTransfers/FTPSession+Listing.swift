import FTPClient
import FTPProtocol
import FTPSystem

extension FTPSession {
  /// The entries of a directory: from MLSD if the server has it, otherwise from LIST in the form that is recognized.
  ///
  /// - Parameter path: the directory; the working directory by default.
  /// - Returns: the entries, in the order of the server.
  /// - Throws: ``FTPError/refused(_:to:)`` if the server refuses to list it, which differs from an empty list.
  public func list(_ path: FTPPath = "") async throws(FTPError) -> [FTPEntry] {
    try await listing(of: path).entries
  }

  /// The same with facts about the listing itself.
  ///
  /// - Throws: ``FTPError`` if the server refuses, the conversation fails, or the task is cancelled.
  public func listing(of path: FTPPath = "") async throws(FTPError) -> FTPListing {
    try await inTurn { (session) throws(FTPError) in try await session.readListing(of: path) }
  }

  func readListing(of path: FTPPath) async throws(FTPError) -> FTPListing {
    if !unknownVerbs.contains(.mlsd), features.contains("MLST") || features.features.isEmpty {
      do throws(FTPError) { return try await readFacts(of: path) } catch {
        guard case .refused(let reply, let command) = error, command?.verb == .mlsd,
          Self.unknownCodes.contains(reply.code) || reply.code == 504
        else { throw error }
        unknownVerbs.insert(.mlsd)
      }
    }
    // For a missing directory, some servers send an empty listing and report success; and some read names as
    // options or patterns. CWD avoids both.
    guard !path.bytes.isEmpty else { return try await readLines() }
    return try await within(path) { (session) throws(FTPError) in try await session.readLines() }
  }

  private func readFacts(of path: FTPPath) async throws(FTPError) -> FTPListing {
    let bytes = try await text(of: Command(.mlsd, bytes: path.bytes.isEmpty ? nil : path.bytes))
    var listing = FTPListing(facts: bytes)
    for heading in listing.headings {
      guard try await !isName(heading.name, of: path) else { continue }
      listing.others.append((try? heading.encoded()) ?? heading.name)
    }
    return try checked(listing)
  }

  /// Whether MLSD may call a directory so: by its last name or names, or by the path that PWD gives.
  private func isName(_ name: [UInt8], of path: FTPPath) async throws(FTPError) -> Bool {
    let names = FTPPath(bytes: name).components
    if name == [0x2E] { return true }
    let asked = path.components
    if !names.isEmpty, !asked.isEmpty, asked.endsWith(names) || names.endsWith(asked) { return true }
    let place: FTPPath?
    do throws(FTPError) {
      place =
        path.bytes.isEmpty
        ? try await ask(.workingDirectory)
        : try await within(path) { (session) throws(FTPError) in try await session.ask(.workingDirectory) }
    } catch {
      guard error.isRefusedForGood else { throw error }
      place = nil
    }
    guard let known = place?.components else { return false }
    return names == known || !names.isEmpty && known.endsWith(names)
  }

  private func readLines() async throws(FTPError) -> FTPListing {
    if system == nil { system = try await ask(.system)?.system }
    let bytes = try await text(of: Command(.list))
    guard let now = TimeValue(secondsSince1970: LocalClock.now().seconds) else {
      throw .unsupported("date files with a clock before the year 1000 or after 9999")
    }
    let (lines, recognition) = ListingParser.read(bytes, clock: ListingClock(now: now), system: system)
    return try checked(FTPListing(lines: lines, recognition: recognition))
  }

  /// The names in a directory from NLST, without the path that some servers write; nil if NLST is refused.
  func names(in path: FTPPath) async throws(FTPError) -> Set<[UInt8]>? {
    let command = Command(.nlst)
    do throws(FTPError) {
      let bytes = try await inTurn { (session) throws(FTPError) in
        guard !path.bytes.isEmpty else { return try await session.text(of: command) }
        return try await session.within(path) { (session) throws(FTPError) in
          try await session.text(of: command)
        }
      }
      return Set(bytes.split { $0 == 0x0A || $0 == 0x0D }.map { FTPPath(bytes: $0).name })
    } catch {
      guard error.isRefusedForGood else { throw error }
      return nil
    }
  }

  /// An unreadable listing is not mistaken for that of an empty directory.
  private func checked(_ listing: FTPListing) throws(FTPError) -> FTPListing {
    guard listing.entries.isEmpty, let first = listing.others.first else { return listing }
    throw .unreadableListing("it says \(Escaping.ascii(first, limit: 60))")
  }

  /// All data of a transfer that is text.
  private func text(of command: Command) async throws(FTPError) -> [UInt8] {
    let pieces = FTPPieces(
      path: "", offset: 0, size: nil, transfer: try await openData(command), course: FTPPieces.Course(),
      idleLimit: site.idleLimit, isListing: true)
    do throws(FTPError) {
      let bytes = try await pieces.bytes(limit: Self.longestListing)
      // Nothing announces the size of a listing. If it was cut between two lines, it looks complete; if it was cut
      // within a line, it does not.
      guard bytes.last ?? 0x0A == 0x0A else {
        throw .incomplete(got: UInt64(bytes.count), of: nil, reply: pieces.transfer.final)
      }
      return bytes
    } catch {
      await pieces.transfer.close()
      throw error
    }
  }

  /// The most bytes of a listing that are kept.
  private static let longestListing = 1 << 28
}

extension FTPPath {
  /// The names between slashes, without empty ones and `.`.
  fileprivate var components: [ArraySlice<UInt8>] { bytes.split(separator: 0x2F).filter { $0 != [0x2E] } }
}

extension [ArraySlice<UInt8>] {
  fileprivate func endsWith(_ names: Self) -> Bool { suffix(names.count).elementsEqual(names) }
}
