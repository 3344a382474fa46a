/// The text of a 257: a path in double quotes, and words (RFC 959, appendix II).
///
/// A reader handles the forms as follows:
///
/// | written | read as |
/// |---|---|
/// | `"/a""b" words` | the path `/a"b` |
/// | words before the first quote | deviation; they are skipped |
/// | a quote inside the path that is not doubled | deviation; a quote ends the path if a space or nothing follows |
/// | no closing quote | deviation; the path is the rest |
/// | no quotes at all | deviation; the path is the text up to ` is `, or all of it |
/// | CR, LF or NUL in the path | deviation; kept, and ``isSendable`` is false |
/// | nothing | error |
public struct PathReply: Hashable, Sendable {
  /// The path, byte by byte, with quotes as in the name.
  public let path: [UInt8]
  /// The words after the path and a space; may be empty.
  public let comment: [UInt8]

  /// Makes the text for a path.
  public init(path: some Collection<UInt8>, comment: some Collection<UInt8> = []) {
    self.path = Array(path)
    self.comment = Array(comment)
  }

  /// True if the path can be put into a command without ending it: no CR, LF or NUL.
  ///
  /// A hostile server may answer PWD with a path that would be two commands if sent back in a CWD.
  public var isSendable: Bool { !path.contains(where: \.endsLine) }

  /// The path as text; bytes that are not UTF-8 are replaced.
  public var text: String { String(decoding: path, as: UTF8.self) }

  /// The text of the reply: the path in quotes, quotes in it doubled.
  ///
  /// - Throws: for CR, LF or NUL.
  public func encoded() throws(ValueDeviation) -> [UInt8] {
    guard isSendable, !comment.contains(where: \.endsLine) else {
      throw ValueDeviation("959:appendix-ii:pwd-name-round-trip", "a path with CR, LF or NUL")
    }
    var quoted: [UInt8] = [0x22]
    for byte in path {
      if byte == 0x22 { quoted.append(byte) }
      quoted.append(byte)
    }
    quoted.append(0x22)
    return comment.isEmpty ? quoted : quoted + [0x20] + comment
  }

  /// Reads the text.
  ///
  /// - Throws: A ``ValueDeviation`` that `leniency` does not allow.
  public static func read(
    _ text: some Collection<UInt8>, _ leniency: Leniency = .lenient
  ) throws(ValueDeviation) -> Reading<PathReply> {
    let bytes = slice(text)
    guard let open = bytes.firstIndex(of: 0x22) else { return try unquoted(bytes).checked(leniency) }
    var notes: [ValueDeviation] = []
    if open > bytes.startIndex { notes.append(ValueDeviation(form, "words before the path")) }
    let lastClose = Self.lastClose(in: bytes) ?? open
    var path: [UInt8] = []
    var index = open + 1
    var end: Int?
    while index < bytes.endIndex, end == nil {
      let byte = bytes[index]
      let next = index + 1 < bytes.endIndex ? bytes[index + 1] : nil
      if byte != 0x22 {
        path.append(byte)
        index += 1
      } else if next == 0x22 {
        path.append(byte)
        index += 2
      } else if next == nil || next == 0x20 || index >= lastClose {
        end = index + 1
      } else {
        notes.append(ValueDeviation("959:appendix-ii:doubled-quote", "a quote that is not doubled"))
        path.append(byte)
        index += 1
      }
    }
    if end == nil { notes.append(ValueDeviation(form, "no closing quote")) }
    var comment = bytes[(end ?? bytes.endIndex)...]
    if comment.first == 0x20 {
      comment = comment.dropFirst()
    } else if !comment.isEmpty {
      notes.append(ValueDeviation(form, "no space after the path"))
    }
    let value = PathReply(path: path, comment: comment)
    return try Reading(value, notes: notes + value.controlNotes).checked(leniency)
  }

  /// Reads a 257, or with a note another 2yz that has a quote: its last line.
  ///
  /// - Throws: A ``ValueDeviation`` that `leniency` does not allow.
  public static func read(
    _ reply: Reply, _ leniency: Leniency = .lenient
  ) throws(ValueDeviation) -> Reading<PathReply> {
    guard reply.code != 257, reply.code.kind == .completion, reply.lastLine.text.contains(0x22) else {
      return try read(reply.value(coded: [257], form), leniency)
    }
    let reading = try read(reply.value(coded: [reply.code], form))
    let note = ValueDeviation(form, "reply \(reply.code) instead of 257")
    return try Reading(reading.value, notes: [note] + reading.notes).checked(leniency)
  }

  private static let form: RequirementID = "959:appendix-ii:pwd-reply-form"
}

extension PathReply {
  /// The last quote that is followed by a space or by nothing, so that it may be the one that closes.
  private static func lastClose(in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.indices.last { bytes[$0] == 0x22 && ($0 + 1 == bytes.endIndex || bytes[$0 + 1] == 0x20) }
  }

  private static func unquoted(_ bytes: ArraySlice<UInt8>) throws(ValueDeviation) -> Reading<PathReply> {
    let words = bytes.trimmed
    guard !words.isEmpty else { throw ValueDeviation(form, "no path") }
    let verb = Array(words).firstRange(of: Array(" is ".utf8))
    let path = words.prefix(verb?.lowerBound ?? words.count)
    let value = PathReply(path: path, comment: words.dropFirst(path.count + 1))
    return Reading(
      value, notes: [ValueDeviation(form, "no quotes around the path")] + value.controlNotes)
  }

  private var controlNotes: [ValueDeviation] {
    var notes: [ValueDeviation] = []
    if !isSendable {
      notes.append(ValueDeviation("959:appendix-ii:pwd-name-round-trip", "CR, LF or NUL in the path"))
    }
    if comment.contains(where: \.endsLine) {
      notes.append(ValueDeviation("959:4.2:reply-line", "CR, LF or NUL after the path"))
    }
    return notes
  }
}
