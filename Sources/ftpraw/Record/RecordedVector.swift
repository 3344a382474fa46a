import FTPConversation
import FTPVectors

/// A recording to be written as a vector.
struct RecordedVector: Sendable {
  /// Where it comes from.
  enum Origin: Sendable {
    /// As described on the command line.
    case named(String)
    /// Recorded by this; the two sides identify themselves, if at all.
    case recorded(by: String)
  }

  let transcript: Transcript
  /// The program that recorded it.
  let origin: Origin

  /// The bytes of the file, which is named after its path below a folder `Vectors`, or after its name alone.
  func bytes(path: String?) -> [UInt8] {
    var vector = Vector(transcript, id: path.map(Self.identifier) ?? "")
    switch origin {
    case .named(let text): vector.origin = text
    case .recorded(let recorder):
      vector.origin = "recorded by " + recorder
      if let server = vector.serverIntroduction { vector.origin += "; server: " + server }
      if let client = vector.clientIntroduction { vector.origin += "; client: " + client }
    }
    return Array(vector.description.utf8)
  }

  /// The name of the vector in a file: what follows `Vectors/`, or else the last component, without `.ftpv`.
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

extension RecordedVector.Origin {
  /// What `--from` names, else the recorder.
  init(_ invocation: Invocation, recorder: String) {
    self = invocation.value(.origin).map { .named($0) } ?? .recorded(by: recorder)
  }
}
