import FTPConversation
import FTPProtocol
import FTPText
import FTPVectors

/// What has to hold of conversations in text forms.
enum FileCheck {
  /// A vector that is written here; an empty one where it cannot be read, which a test would show.
  static func sample(_ text: String) -> Vector { (try? Vector(parsing: text)) ?? Vector() }

  /// The recording of a conversation is shown and told, and the vector that is made of it is read back.
  static func transcript(_ transcript: Transcript) throws(BrokenOracle) {
    try events(transcript)
    if !transcript.events.isEmpty { try printing(Vector(transcript)) }
  }

  /// Events are shown as text and told in JSON.
  static func events(_ transcript: Transcript) throws(BrokenOracle) {
    let text = transcript.description
    try FuzzOracle.messages.expect(
      text.utf8.allSatisfy { $0 == 0x0A || 0x20...0x7E ~= $0 }, "the transcript is no printable text: \(text)"
    )
    for event in transcript.events {
      let json = event.json
      try FuzzOracle.printing.expect(
        (try? JSONText(parsing: Array(json.text.utf8))) == json,
        "the event \(json.text) is read as another value")
    }
  }

  /// A vector is printed as it is read.
  static func printing(_ vector: Vector) throws(BrokenOracle) {
    let printed = vector.description
    let again: Vector
    do throws(VectorSyntaxError) { again = try Vector(parsing: printed) } catch {
      throw BrokenOracle(.printing, "what is printed is no vector: \(error), '\(error.excerpt)'")
    }
    try FuzzOracle.printing.expect(again.description == printed, "printed \(printed), and then \(again)")
  }
}
