import FTPVectors

/// A recording that is to become a vector.
struct RecordedVector: Sendable {
  /// What was recorded.
  let transcript: Transcript
  /// Who recorded it with what.
  let origin: String

  /// The bytes of the file, which is named after its path below a folder `Vectors`, or after its name alone.
  func bytes(path: String?) -> [UInt8] {
    let id = path.map(Self.identifier) ?? ""
    return Array(Vector(transcript, id: id, origin: origin).description.utf8)
  }

  /// The name of the vector in a file: what stands behind `Vectors/`, or else the last component, without `.ftpv`.
  static func identifier(path: String) -> String {
    var components = path.split(separator: "/")[...]
    if let folder = components.lastIndex(of: "Vectors") {
      components = components[(folder + 1)...]
    } else {
      components = components.suffix(1)
    }
    let name = components.joined(separator: "/")
    return name.hasSuffix(".ftpv") ? String(name.dropLast(5)) : name
  }
}
