import FTPConversation
import FTPSystem

/// The place for recorded conversations: a folder with a file for each, or one file for a single one.
final class RecordedFiles: Sendable {
  /// The two kinds of places.
  private enum Place {
    case folder(DirectoryRoot, path: String)
    case file(path: String)
    case standardOutput
  }

  private let place: Place
  /// The one file, until it is written.
  private let file = Guarded<LocalFile?>(nil)
  private let console: any Console
  private let next = Guarded(1)

  /// Interprets a name: `-` is standard output; a name that ends with a slash is a folder, which is made
  /// if it is missing; any other is a folder if one exists, otherwise a file.
  ///
  /// The file is opened at once, since a conversation cannot be repeated: throws if it cannot be
  /// written, or the folder cannot be made or opened. A file keeps its contents until there is a recording.
  init(_ name: String, console: any Console) throws(LocalFileError) {
    self.console = console
    guard name != "-" else {
      place = .standardOutput
      return
    }
    let isFolder = name.hasSuffix("/")
    do throws(LocalFileError) {
      let root = try isFolder ? DirectoryRoot.openOrMake(name) : DirectoryRoot.open(name)
      place = .folder(root, path: isFolder ? name : name + "/")
    } catch {
      if isFolder { throw error }
      place = .file(path: name)
      try file.withLock { file throws(LocalFileError) in
        file = try LocalFile.create(name, .keeping, makingFolders: true)
      }
    }
  }

  /// Whether a name stands for a folder, which would be made if its name says so; nothing is made here.
  static func isFolder(_ name: String) -> Bool {
    name != "-" && (name.hasSuffix("/") || (try? DirectoryRoot.open(name)) != nil)
  }

  /// Whether there is room for more than one conversation.
  var takesMany: Bool {
    if case .folder = place { true } else { false }
  }

  /// Writes a recording as a vector; if there is no room for all of it, nothing remains of it.
  ///
  /// In a folder the names are `0001.ftpv` and so on; existing ones are skipped.
  func write(_ recording: RecordedVector) throws(LocalFileError) {
    switch place {
    case .standardOutput: console.write(recording.bytes(path: nil), to: .output)
    case .file(let path):
      let bytes = recording.bytes(path: path)
      try file.withLock { file throws(LocalFileError) in
        guard let open = file.take() else { return }
        try Self.write(bytes, to: open) { _ = try? LocalFile.create(path) }
      }
    case .folder(let root, let path): try write(recording, into: root, path: path)
    }
  }

  private func write(
    _ recording: RecordedVector, into root: borrowing DirectoryRoot, path: String
  ) throws(LocalFileError) {
    while true {
      let number = next.withLock { number in
        defer { number += 1 }
        return number
      }
      let digits = "\(number)"
      let name = String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ".ftpv"
      let names = [Array(name.utf8)]
      let file: LocalFile
      do throws(LocalFileError) {
        file = try root.create(names)
      } catch {
        guard error.cause == .fileExists else { throw error }
        continue
      }
      return try Self.write(recording.bytes(path: path + name), to: file) { try? root.removeFile(names) }
    }
  }

  /// Half a conversation would pass for a whole one, so `undo` is called when not everything can be written.
  private static func write(
    _ bytes: [UInt8], to file: consuming LocalFile, undo: () -> Void
  ) throws(LocalFileError) {
    do throws(LocalFileError) {
      // A pipe has no size.
      try? file.truncate(to: 0)
      try file.write(bytes)
      try file.close()
    } catch {
      undo()
      throw error
    }
  }
}
