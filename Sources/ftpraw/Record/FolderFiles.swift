import FTPSystem

extension DirectoryRoot {
  /// The files in a folder and the folders in it, in the order of their paths, without those that begin with a dot.
  func files(in folder: [[UInt8]] = []) throws(LocalFileError) -> [[[UInt8]]] {
    var found: [[[UInt8]]] = []
    let entries = try list(folder).sorted { $0.name.lexicographicallyPrecedes($1.name) }
    for entry in entries where entry.name.first != 0x2E {
      switch entry.status.kind {
      case .directory: found += try files(in: folder + [entry.name])
      case .file: found.append(folder + [entry.name])
      default: break
      }
    }
    return found
  }
}
