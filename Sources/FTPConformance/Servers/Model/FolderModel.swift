/// The scratch directory, with everything that it must contain as far as known.
struct FolderModel: Sendable {
  /// What a name refers to.
  enum Standing: Hashable, Sendable {
    case file(FileModel)
    case directory
    /// Nothing has the name.
    case absent
    /// Something may have it.
    case unknown
  }

  /// Files and directories, and names about which nothing is known any more.
  private var entries: [ModelPath: Standing] = [:]
  /// Directories that may contain more than is known.
  private var open: Set<ModelPath> = []
  /// Paths that no longer exist: a listing that still contains one is out of date.
  private(set) var past: Set<ModelPath> = []

  /// What is known about a path.
  subscript(path: ModelPath) -> Standing {
    if let known = entries[path] { return known }
    guard let parent = path.parent else { return .directory }
    switch self[parent] {
    case .directory: return open.contains(parent) ? .unknown : .absent
    case .file, .absent: return .absent
    case .unknown: return .unknown
    }
  }

  /// The file with this path; nil for anything else.
  func file(_ path: ModelPath) -> FileModel? {
    if case .file(let file) = self[path] { file } else { nil }
  }

  /// What a directory contains, or may contain.
  func contents(of directory: ModelPath) -> [ModelPath: Standing] {
    entries.filter { $0.key.parent == directory && $0.value != .absent }
  }

  /// Every path that is known to be a file or a directory of the wanted kind, in a fixed order.
  func paths(_ isWanted: (Standing) -> Bool) -> [ModelPath] {
    entries.filter { isWanted($0.value) }.keys.sorted { left, right in
      left.names.lexicographicallyPrecedes(right.names) { $0.lexicographicallyPrecedes($1) }
    }
  }

  /// Whether the contents of a directory are completely known.
  func isComplete(_ directory: ModelPath) -> Bool {
    self[directory] == .directory && !open.contains(directory)
      && !contents(of: directory).values.contains(.unknown)
  }
}

// The effects of commands.
extension FolderModel {
  /// Puts something at a path; what was there before is gone.
  mutating func put(_ standing: Standing, at path: ModelPath) {
    guard path.parent != nil else { return }
    remove(path)
    past.remove(path)
    entries[path] = standing
  }

  /// Creates a directory, and what is missing above it.
  mutating func create(_ path: ModelPath) {
    guard let parent = path.parent, self[path] == .absent else { return }
    create(parent)
    put(.directory, at: path)
  }

  /// Updates a file with what was learned about it; the file itself has not changed.
  mutating func learn(_ file: FileModel, at path: ModelPath) { entries[path] = .file(file) }

  /// Removes a path and everything below it.
  mutating func remove(_ path: ModelPath) {
    for place in entries.keys where place.isWithin(path) {
      entries[place] = nil
      past.insert(place)
    }
    open = open.filter { !$0.isWithin(path) }
    if case .unknown = self[path] { entries[path] = .absent }
  }

  /// Moves a path, with everything below it, to another.
  mutating func move(_ old: ModelPath, to new: ModelPath) {
    let moved = entries.filter { $0.key.isWithin(old) }
    let wasOpen = open.filter { $0.isWithin(old) }
    let standing = self[old]
    remove(new)
    remove(old)
    guard !moved.isEmpty else {
      entries[new] = standing == .absent ? .unknown : standing
      return
    }
    for (place, standing) in moved {
      let place = place.moved(from: old, to: new)
      entries[place] = standing
      past.remove(place)
    }
    open.formUnion(wasOpen.map { $0.moved(from: old, to: new) })
  }

  /// Forgets what is at a path: something may be there.
  mutating func forget(_ path: ModelPath) {
    remove(path)
    past.remove(path)
    if path.parent == nil { open.insert(path) } else { entries[path] = .unknown }
  }

  /// Notes that a directory may contain something under an unknown name.
  mutating func admitMore(in directory: ModelPath) { open.insert(directory) }
}
