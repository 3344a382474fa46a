/// The features that a 211 lists in answer to FEAT (RFC 2389, section 3.2).
///
/// ```swift
/// let features = try FeatureList.read(reply).value
/// features["rest"]?.parameters   // "STREAM"
/// features.facts                 // type*, size*, UNIX.mode
/// ```
public struct FeatureList: Hashable, Sendable {
  /// One line of the list.
  public struct Feature: Hashable, Sendable {
    /// The line without the form of the reply, byte by byte: label and parameters.
    public let bytes: [UInt8]

    /// Takes a line such as `REST STREAM`.
    public init(_ bytes: some Collection<UInt8>) { self.bytes = Array(bytes) }

    /// Takes a line such as `REST STREAM`.
    public init(_ text: String) { self.init(text.utf8) }

    /// The label: the bytes before the first space or tab.
    public var label: String { String(decoding: bytes.prefix { !$0.isBlank }, as: UTF8.self) }

    /// The bytes after the label and one space or tab; may be empty.
    public var parameters: String {
      String(decoding: bytes.drop { !$0.isBlank }.dropFirst(), as: UTF8.self)
    }

    func isLabelled(_ label: some Collection<UInt8>) -> Bool {
      bytes.prefix { !$0.isBlank }.lazy.map(\.lowercased).elementsEqual(label.lazy.map(\.lowercased))
    }
  }

  /// The features in the order of the reply.
  public let features: [Feature]

  /// Makes a list.
  public init(_ features: [Feature]) { self.features = features }

  /// The first feature with this label, compared without regard to case; nil if it is not listed.
  public subscript(label: String) -> Feature? { features.first { $0.isLabelled(label.utf8) } }

  /// All features with this label, compared without regard to case: AUTH, for one, may be listed twice.
  public func all(_ label: String) -> [Feature] { features.filter { $0.isLabelled(label.utf8) } }

  /// True if the label is listed, compared without regard to case.
  public func contains(_ label: String) -> Bool { self[label] != nil }

  /// The facts that the MLST line lists, with a mark on those that are sent; nil if MLST is not listed.
  package var facts: [FactSelection]? { self["MLST"].map { FactSelection.read($0.parameters.utf8).value } }

  /// The list as a reply: of several lines, or of one if there is nothing to list.
  ///
  /// CR, LF and NUL in a feature become spaces.
  public var reply: Reply {
    guard !features.isEmpty else { return Reply(211, "No features.") }
    let lines = features.map { " " + String(decoding: $0.bytes, as: UTF8.self) }
    return Reply(211, lines: ["Features:"] + lines + ["End"])
  }
}

extension FeatureList {
  /// Reads a 211; a single line lists nothing, whatever it says.
  ///
  /// Deviations: lines without exactly one leading space, `211-` on every line, empty lines, labels with bytes
  /// outside 33–126 or in lower case, a tab after the label, a line twice, FEAT or OPTS among the features, no feature
  /// between the first and the last line, a last line other than `End`, a malformed MLST line or several. Remarks: spaces
  /// at the end of a line.
  ///
  /// - Throws: for any other code.
  public static func read(
    _ reply: Reply, _ leniency: Leniency = .lenient
  ) throws(ValueDeviation) -> Reading<FeatureList> {
    guard reply.code == 211 else {
      throw ValueDeviation("2389:3.2:feat-listing", "reply \(reply.code) instead of 211")
    }
    guard reply.isMultiline else { return Reading(FeatureList([])) }
    let lines = reply.lines.dropFirst(reply.leadingLineCount + 1).dropLast()
    var features: [Feature] = []
    var notes: [ValueDeviation] = []
    for line in lines {
      if let feature = feature(line, &notes) { features.append(feature) }
    }
    if features.isEmpty {
      notes.append(ValueDeviation("2389:3.2:feat-none", "several lines that list nothing"))
    }
    let end = Telnet.strip(reply.lastLine.text).text
    if !end.map(\.lowercased).elementsEqual("end".utf8) {
      let text = "'\(Escaping.ascii(end, limit: 30))' in the last line"
      notes.append(ValueDeviation("2389:3.2:feat-listing", text))
    }
    let list = FeatureList(features)
    return try Reading(list, notes: notes + list.notes).checked(leniency)
  }

  /// One line as a feature; nil if it is empty.
  private static func feature(_ line: ReplyLine, _ notes: inout [ValueDeviation]) -> Feature? {
    let bytes = Telnet.strip(line.text).text
    let content = bytes[...].trimmed
    guard !content.isEmpty else {
      notes.append(ValueDeviation("2389:3.2:feat-line", "an empty line"))
      return nil
    }
    let quoted = "'\(Escaping.ascii(content, limit: 30))'"
    func note(_ weight: ValueDeviation.Weight, _ requirement: RequirementID, _ what: String) {
      notes.append(ValueDeviation(requirement, "\(quoted) \(what)", weight: weight))
    }
    if line.text.startIndex > line.bytes.startIndex {
      note(.breach, "2389:3.2:feat-leading-space", "with the code of the reply in front")
    } else if content.startIndex != 1 || bytes.first != 0x20 {
      note(.breach, "2389:3.2:feat-leading-space", "without exactly one leading space")
    }
    let label = content.prefix { !$0.isBlank }
    if content.dropFirst(label.count).first == 0x09 {
      note(.breach, "2389:3.2:feat-line", "with a tab after the label")
    }
    if !label.allSatisfy({ $0 > 32 && $0 < 127 }) {
      note(.breach, "2389:3.2:feat-line", "with a label that is not visible ASCII")
    } else if label.contains(where: { $0 != $0.uppercased }) {
      note(.breach, "2389:3.2:feat-upper-case", "in lower case")
    }
    if content.endIndex < bytes.count { note(.remark, "2389:3.2:feat-line", "with blanks at the end") }
    return Feature(content)
  }

  /// Notes about the list as a whole.
  private var notes: [ValueDeviation] {
    var notes: [ValueDeviation] = []
    for label in ["FEAT", "OPTS"] where contains(label) {
      notes.append(ValueDeviation("2389:3.2:feat-not-itself", "\(label) among the features"))
    }
    let count = all("MLST").count
    if count > 1 { notes.append(ValueDeviation("3659:7.8:mlst-in-feat", "\(count) lines MLST")) }
    var seen: Set<[UInt8]> = []
    for feature in features where !seen.insert(feature.bytes.map(\.lowercased)).inserted {
      let text = "'\(Escaping.ascii(feature.bytes, limit: 30))' twice"
      notes.append(ValueDeviation("5797:2:labels-unique", text))
    }
    if let facts = self["MLST"] { notes += FactSelection.read(facts.parameters.utf8).notes }
    return notes
  }
}
