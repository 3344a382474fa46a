import FTPConversation
import FTPText
import FTPVectors

/// What must hold for the text forms of conversations.
enum FileCheck {
  /// A vector from a literal.
  ///
  /// It is empty if the literal cannot be read, which a test would notice.
  static func sample(_ text: String) -> Vector { (try? Vector(parsing: text)) ?? Vector() }

  /// The recording can be printed and written as JSON, and the vector made from it can be read.
  static func transcript(_ transcript: Transcript) throws(ParserFault) {
    try events(transcript)
    if !transcript.events.isEmpty { try printing(Vector(transcript)) }
  }

  /// Events can be printed and written as JSON.
  static func events(_ transcript: Transcript) throws(ParserFault) {
    let text = transcript.description
    try ParserOracle.messages.expect(
      text.utf8.allSatisfy { $0 == 0x0A || 0x20...0x7E ~= $0 }, "the transcript is no printable text: \(text)"
    )
    for event in transcript.events {
      let json = event.json
      try ParserOracle.printing.expect(
        (try? JSONText(parsing: Array(json.text.utf8))) == json,
        "the event \(json.text) is read as another value")
    }
  }

  /// A printed vector is read as the same vector.
  static func printing(_ vector: Vector) throws(ParserFault) {
    let printed = vector.description
    let again: Vector
    do throws(VectorSyntaxError) { again = try Vector(parsing: printed) } catch {
      throw ParserFault(.printing, "what is printed is no vector: \(error), '\(error.excerpt)'")
    }
    try ParserOracle.printing.expect(again.description == printed, "printed \(printed), and then \(again)")
  }
}
