/// The steps that make one tree equal to another; the plan does nothing itself.
///
/// Nothing is ever deleted in a directory whose listing at the source failed or is empty, or whose listing on either side
/// is in doubt, nor below it: they look the same from here, and any of them may be a mistake.
package struct MirrorPlan: Hashable, Sendable {
  /// One step, or an entry that is left unchanged.
  package enum Action: Hashable, Sendable {
    case makeDirectory(MirrorPath)
    /// Copy a file.
    case transfer(MirrorPath, size: UInt64?, modified: MirrorTime?, because: Reason)
    /// Delete a file or a link that the source does not have.
    case delete(MirrorPath)
    /// Delete a directory that the source does not have, once it is empty.
    case deleteDirectory(MirrorPath)
    /// Leave an entry unchanged.
    case skip(MirrorPath, because: Omission)
  }

  /// Why a file is copied.
  package enum Reason: String, Hashable, Sendable, CaseIterable {
    case missing = "it is not there"
    case size = "its size differs"
    case newer = "it is newer"
  }

  /// Why an entry is left unchanged.
  package enum Omission: Hashable, Sendable {
    /// It is the same by size and time.
    case same
    /// It is neither a file nor a directory.
    case kind(MirrorTree.Kind)
    /// Its name cannot be used.
    case name(NameFault)
    /// The destination cannot distinguish its name from that of something else.
    case clash([UInt8])
    /// An entry of another kind has the same name.
    case inTheWay(MirrorTree.Kind)
    /// The directory could not be listed, or not completely.
    case listing(String)
    /// It was not deleted, because the source's listing is empty, failed or doubtful.
    case kept(String)
  }

  /// The settings of the plan.
  package struct Options: Hashable, Sendable {
    /// Whether to delete entries that the source lacks.
    package var deletes = false
    /// Which files are copied, and which directories are entered.
    package var patterns = MirrorPatterns()
    /// Whether `A` and `a` are the same name at the destination.
    package var foldsCase = false
  }

  /// The steps, in an order in which they can be taken.
  package private(set) var actions: [Action] = []
  /// Names in one directory that differ only in case, or in how accents are encoded, which some systems cannot keep
  /// apart.
  package private(set) var clashes: [[MirrorPath]] = []

  /// The steps in groups, one after the other: those of one may be taken at a time.
  ///
  /// With more than one job, directories are made first, then all files are copied, and everything is deleted last.
  package func groups(for jobs: Int) -> [[Action]] {
    guard jobs > 1 else { return actions.map { [$0] } }
    var (first, transfers, last): ([Action], [Action], [Action]) = ([], [], [])
    for action in actions {
      switch action {
      case .makeDirectory, .skip: first.append(action)
      case .transfer: transfers.append(action)
      case .delete, .deleteDirectory: last.append(action)
      }
    }
    return first.map { [$0] } + [transfers] + last.map { [$0] }
  }

  private let source: MirrorTree
  private let destination: MirrorTree
  private let options: Options
  /// Directories that will exist at the destination.
  private var made: Set<MirrorPath> = []

  /// Compares two trees.
  init(from source: MirrorTree, to destination: MirrorTree, _ options: Options = Options()) {
    self.source = source
    self.destination = destination
    self.options = options
    visit(MirrorPath(), under: nil)
  }

  /// Plans a directory; `doubt` is the reason to doubt one above it.
  private mutating func visit(_ path: MirrorPath, under doubt: String?) {
    guard let listing = source.listings[path] else {
      return actions.append(.skip(path, because: .listing("it was not listed")))
    }
    let there = destination.listings[path]
    let own = listing.doubt ?? there?.doubt
    if let own { actions.append(.skip(path, because: .listing(own))) }
    let doubt = own ?? doubt
    let others = Dictionary(
      (there?.entries ?? []).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
    let entries = listing.entries.sorted { $0.name.lexicographicallyPrecedes($1.name) }
    let doubles = tellClashes(of: entries, in: path)
    var last: [UInt8]?
    for entry in entries where entry.name != last {
      last = entry.name
      let place = path.appending(entry.name)
      if options.patterns.excludes(place) { continue }
      if let fault = NameFault.of(entry.name, copied: true) {
        actions.append(.skip(place, because: .name(fault)))
      } else if let double = doubles[entry.name], options.foldsCase {
        actions.append(.skip(place, because: .clash(double)))
      } else {
        take(entry, at: place, over: others[entry.name], under: doubt)
      }
    }
    if options.deletes { delete(from: there, in: path, comparedTo: listing, doubt) }
  }

  private mutating func take(
    _ entry: MirrorTree.Entry, at path: MirrorPath, over other: MirrorTree.Entry?, under doubt: String?
  ) {
    switch entry.kind {
    case .link, .other, .unknown: actions.append(.skip(path, because: .kind(entry.kind)))
    case .directory:
      if let other, other.kind != .directory {
        return actions.append(.skip(path, because: .inTheWay(other.kind)))
      }
      // With a pattern, a directory is created only for a file in it.
      if other == nil, options.patterns.including.isEmpty { make(path) }
      visit(path, under: doubt)
    case .file:
      guard options.patterns.includes(path) else { return }
      if let other, other.kind != .file {
        return actions.append(.skip(path, because: .inTheWay(other.kind)))
      }
      guard let reason = reason(to: entry, over: other) else {
        return actions.append(.skip(path, because: .same))
      }
      if let parent = path.parent { make(parent) }
      actions.append(.transfer(path, size: entry.size, modified: entry.modified, because: reason))
    }
  }

  private func reason(to entry: MirrorTree.Entry, over other: MirrorTree.Entry?) -> Reason? {
    guard let other else { return .missing }
    // Without a size, nothing shows that the file is the same.
    guard let size = entry.size, size == other.size else { return .size }
    guard let modified = entry.modified, let before = other.modified else { return nil }
    return modified.isAfter(before) ? .newer : nil
  }

  private mutating func make(_ path: MirrorPath) {
    guard destination.listings[path] == nil, !path.names.isEmpty, made.insert(path).inserted else { return }
    if let parent = path.parent { make(parent) }
    actions.append(.makeDirectory(path))
  }

  /// Finds names that differ only in case, or in how accents are encoded; returns each later one with the earlier one.
  private mutating func tellClashes(
    of entries: [MirrorTree.Entry], in path: MirrorPath
  ) -> [[UInt8]: [UInt8]] {
    let names = Set(entries.map(\.name)).sorted { $0.lexicographicallyPrecedes($1) }
    let groups = Dictionary(grouping: names) { String(decoding: $0, as: UTF8.self).lowercased() }
    var doubles: [[UInt8]: [UInt8]] = [:]
    for name in names {
      let group = groups[String(decoding: name, as: UTF8.self).lowercased()] ?? []
      guard group.count > 1, let first = group.first else { continue }
      if name == first { clashes.append(group.map { path.appending($0) }) } else { doubles[name] = first }
    }
    return doubles
  }

  // MARK: - Deleting

  private mutating func delete(
    from there: MirrorTree.Listing?, in path: MirrorPath, comparedTo listing: MirrorTree.Listing,
    _ doubt: String?
  ) {
    let extra = Self.extra(there?.entries ?? [], in: path, comparedTo: listing.entries.map(\.name), options)
    let reason = doubt ?? (listing.entries.isEmpty ? "the listing of the source is empty" : nil)
    for other in extra.sorted(by: { $0.name.lexicographicallyPrecedes($1.name) }) {
      let place = path.appending(other.name)
      if let reason {
        actions.append(.skip(place, because: .kept(reason)))
      } else {
        _ = delete(other, at: place)
      }
    }
  }

  /// The entries of a directory that a listing of the source lacks, and that may be deleted.
  ///
  /// A name that cannot be used in a command or path is not deleted.
  package static func extra(
    _ entries: [MirrorTree.Entry], in path: MirrorPath, comparedTo listed: [[UInt8]], _ options: Options
  ) -> [MirrorTree.Entry] {
    guard !entries.isEmpty else { return [] }
    func folded(_ name: [UInt8]) -> String { String(decoding: name, as: UTF8.self).lowercased() }
    let names = Set(listed)
    let others = options.foldsCase ? Set(listed.map(folded)) : []
    return entries.filter { entry in
      !names.contains(entry.name) && !(options.foldsCase && others.contains(folded(entry.name)))
        && NameFault.of(entry.name, copied: true) == nil
        && options.patterns.mayDelete(path.appending(entry.name), entry.kind)
    }
  }

  /// Deletes something with its content; false if something remains.
  private mutating func delete(_ entry: MirrorTree.Entry, at path: MirrorPath) -> Bool {
    guard entry.kind == .directory else {
      actions.append(.delete(path))
      return true
    }
    guard let listing = destination.listings[path], listing.doubt == nil else {
      let doubt = destination.listings[path]?.doubt ?? "it was not listed"
      actions.append(.skip(path, because: .kept(doubt)))
      return false
    }
    var isEmpty = true
    for inner in listing.entries.sorted(by: { $0.name.lexicographicallyPrecedes($1.name) }) {
      let place = path.appending(inner.name)
      guard NameFault.of(inner.name, copied: true) == nil, options.patterns.mayDelete(place, inner.kind)
      else {
        isEmpty = false
        continue
      }
      if !delete(inner, at: place) { isEmpty = false }
    }
    if isEmpty { actions.append(.deleteDirectory(path)) }
    return isEmpty
  }
}
