/// The scratch directory with all that must be in it, as far as it is known.
struct FolderModel: Sendable {
  /// What stands after a name.
  enum Standing: Hashable, Sendable {
    case file(FileModel)
    case directory
    /// Nothing has the name.
    case absent
    /// Something may have it.
    case unknown
  }

  /// Files and directories, and names of which nothing is known any more.
  private var entries: [ModelPath: Standing] = [:]
  /// Directories in which there may be more than is known.
  private var open: Set<ModelPath> = []
  /// What was there once and is no more: a listing that still has it is out of date.
  private(set) var past: Set<ModelPath> = []

  /// What is known of a place.
  subscript(path: ModelPath) -> Standing {
    if let known = entries[path] { return known }
    guard let parent = path.parent else { return .directory }
    switch self[parent] {
    case .directory: return open.contains(parent) ? .unknown : .absent
    case .file, .absent: return .absent
    case .unknown: return .unknown
    }
  }

  /// The file at a place; nil for anything else.
  func file(_ path: ModelPath) -> FileModel? {
    if case .file(let file) = self[path] { file } else { nil }
  }

  /// What is in a directory, or may be.
  func contents(of directory: ModelPath) -> [ModelPath: Standing] {
    entries.filter { $0.key.parent == directory && $0.value != .absent }
  }

  /// Every place that is known to hold a file, or a directory, in a steady order.
  func paths(_ isWanted: (Standing) -> Bool) -> [ModelPath] {
    entries.filter { isWanted($0.value) }.keys.sorted { left, right in
      left.names.lexicographicallyPrecedes(right.names) { $0.lexicographicallyPrecedes($1) }
    }
  }

  /// Whether all that is in a directory is known.
  func isComplete(_ directory: ModelPath) -> Bool {
    self[directory] == .directory && !open.contains(directory)
      && !contents(of: directory).values.contains(.unknown)
  }
}

// What commands do to it.
extension FolderModel {
  /// Something is at a place now, and what was there before is not.
  mutating func put(_ standing: Standing, at path: ModelPath) {
    guard path.parent != nil else { return }
    remove(path)
    past.remove(path)
    entries[path] = standing
  }

  /// A file is what it was, but for what has been learned of it.
  mutating func learn(_ file: FileModel, at path: ModelPath) { entries[path] = .file(file) }

  /// Nothing is at a place any more, nor was anything in it.
  mutating func remove(_ path: ModelPath) {
    for place in entries.keys where place.isWithin(path) {
      entries[place] = nil
      past.insert(place)
    }
    open = open.filter { !$0.isWithin(path) }
    if case .unknown = self[path] { entries[path] = .absent }
  }

  /// What is at one place, with all that is in it, is at another.
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

  /// Something may be at a place.
  mutating func forget(_ path: ModelPath) {
    remove(path)
    past.remove(path)
    if path.parent == nil { open.insert(path) } else { entries[path] = .unknown }
  }

  /// Something of which the name is not known may be in a directory.
  mutating func admitMore(in directory: ModelPath) { open.insert(directory) }
}
