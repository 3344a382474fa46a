import FTPTransport
import FTPVectors

/// Where recorded conversations go: into a folder, one file each, or as one into one file.
final class RecordedFiles: Sendable {
  /// The two kinds of places.
  private enum Place {
    case folder(DirectoryRoot, path: String)
    case file(String)
    case standardOutput
  }

  private let place: Place
  private let console: any Console
  private let next = Guarded(1)

  /// Finds out what a name stands for: `-` is standard output, a name with a slash at its end a folder, which is made
  /// where it is not there, any other a folder if there is one, else a file.
  ///
  /// Throws when the folder cannot be made or opened.
  init(_ name: String, console: any Console) throws(LocalFileError) {
    self.console = console
    guard name != "-" else {
      place = .standardOutput
      return
    }
    let isFolder = name.hasSuffix("/")
    if isFolder { Self.makeFolder(name) }
    do throws(LocalFileError) {
      place = .folder(try DirectoryRoot.open(name), path: isFolder ? name : name + "/")
    } catch {
      if isFolder { throw error }
      place = .file(name)
    }
  }

  /// Whether there is room for more than one conversation.
  var takesMany: Bool {
    if case .folder = place { true } else { false }
  }

  /// Writes a recording as a vector.
  ///
  /// In a folder the names are `0001.ftpv` and so on; one that is there already is passed over.
  func write(_ recording: RecordedVector) throws(LocalFileError) {
    switch place {
    case .standardOutput: console.write(recording.bytes(path: nil), to: .output)
    case .file(let path):
      let file = try LocalFile.create(path)
      try file.write(recording.bytes(path: path))
      try file.close()
    case .folder(let root, let path):
      while true {
        let number = next.withLock { number in
          defer { number += 1 }
          return number
        }
        let digits = "\(number)"
        let name = String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ".ftpv"
        do throws(LocalFileError) {
          let file = try root.create([Array(name.utf8)])
          try file.write(recording.bytes(path: path + name))
          return try file.close()
        } catch {
          guard error.operation == .create, error.cause == .fileExists else { throw error }
        }
      }
    }
  }

  /// Makes a folder in one that is there; that it cannot be made shows when it is opened.
  private static func makeFolder(_ name: String) {
    let path = name.reversed().drop { $0 == "/" }.reversed()
    guard !path.isEmpty else { return }
    let last = path.lastIndex(of: "/")
    let parent = last.map { String(path[...$0]) } ?? "."
    let leaf = last.map { path[path.index(after: $0)...] } ?? path[...]
    try? DirectoryRoot.open(parent).makeDirectory([Array(String(leaf).utf8)])
  }
}
