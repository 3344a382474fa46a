import FTPProtocol

/// Finds problems of a vector's file beyond its grammar: missing explanations, and parts without
/// effect.
///
/// This target does not know the requirements; callers pass a function that does.
package struct VectorLinter: Sendable {
  /// One remark.
  package struct Finding: Hashable, Sendable {
    /// The line of the file, counted from 1.
    package var line: Int
    /// The problem, as a sentence without its full stop.
    package var message: String

    /// Makes a remark.
    package init(line: Int, _ message: String) {
      self.line = line
      self.message = message
    }
  }

  private let isKnown: (@Sendable (RequirementID) -> Bool)?

  /// Makes a linter.
  ///
  /// - Parameter isKnown: whether a requirement exists; nil if unknown.
  package init(isKnown: (@Sendable (RequirementID) -> Bool)? = nil) { self.isKnown = isKnown }

  /// Reads the text of a file and returns its problems, in order of lines.
  ///
  /// `path` is the path below `Vectors/`, which must be the id; nil if there is none. Returns the findings; none for
  /// a vector that needs nothing. Throws if the text is not a vector.
  package func lint(_ text: String, path: String? = nil) throws(VectorSyntaxError) -> [Finding] {
    let vector = try Vector(parsing: text)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var findings = headers(vector, lines, path: path)
    findings += requirements(vector, lines)
    findings += placeholders(vector)
    findings += rows(vector)
    if findings.isEmpty { findings += form(vector, lines) }
    return findings.sorted { $0.line < $1.line }
  }

  private func headers(_ vector: Vector, _ lines: [Substring], path: String?) -> [Finding] {
    var findings: [Finding] = []
    if vector.comment.allSatisfy({ $0.isEmpty }) {
      findings.append(Finding(line: 1, "no comment says what the vector shows and why it matters"))
    }
    let keys = lines.enumerated().compactMap { index, line -> (name: String, line: Int)? in
      guard HeaderReader.isKnownHeader(Array(line.utf8)[...]) else { return nil }
      return (String(line.prefix { $0 != ":" }), index + 1)
    }
    for name in ["id", "rfc", "from"] where !keys.contains(where: { $0.name == name }) {
      findings.append(Finding(line: (keys.first?.line ?? 1), "the header '\(name)' is missing"))
    }
    let ranks = keys.map { HeaderReader.names.firstIndex(of: $0.name) ?? 0 }
    if let index = ranks.indices.dropFirst().first(where: { ranks[$0] < ranks[$0 - 1] }) {
      findings.append(
        Finding(
          line: keys[index].line,
          "the headers must be in the order \(HeaderReader.names.joined(separator: ", ")); '\(keys[index].name)' is late"
        ))
    }
    if let path, !vector.id.isEmpty, "\(vector.id).ftpv" != path {
      findings.append(
        Finding(line: keys.first { $0.name == "id" }?.line ?? 1, "the id must be the path, \(path)"))
    }
    return findings
  }

  private func requirements(_ vector: Vector, _ lines: [Substring]) -> [Finding] {
    var findings: [Finding] = []
    let header = (lines.firstIndex { $0.hasPrefix("rfc:") } ?? 0) + 1
    if let isKnown {
      findings += vector.requirements.filter { !isKnown($0) }.map {
        Finding(line: header, "no requirement \($0)")
      }
    }
    for row in vector.rows {
      guard case .verdict(let verdict) = row.content else { continue }
      if let isKnown, !isKnown(verdict.requirement) {
        findings.append(Finding(line: row.line, "no requirement \(verdict.requirement)"))
      }
      if !vector.requirements.contains(verdict.requirement) {
        findings.append(
          Finding(line: row.line, "\(verdict.requirement) is not among the requirements of the header"))
      }
    }
    return findings
  }

  private func placeholders(_ vector: Vector) -> [Finding] {
    var uses: [String: Int] = [:]
    var bindings: [(placeholder: Placeholder, line: Int)] = []
    for row in vector.rows {
      var found = row.content.line?.placeholders ?? []
      switch row.content {
      case .meaning(let meaning): found += PlaceholderScanner.placeholders(in: meaning.description)
      case .mark(let mark): found += PlaceholderScanner.placeholders(in: mark.address ?? "")
      default: break
      }
      for placeholder in found where !placeholder.name.isEmpty {
        if placeholder.kind == nil {
          uses[placeholder.name, default: 0] += 1
        } else {
          bindings.append((placeholder, row.line))
        }
      }
    }
    return bindings.filter { uses[$0.placeholder.name] == nil && !$0.placeholder.isAddress }.map {
      Finding(
        line: $0.line,
        "nothing uses '\($0.placeholder.name)'; an unused placeholder is written {:\($0.placeholder.kind?.rawValue ?? "")}"
      )
    }
  }

  private func rows(_ vector: Vector) -> [Finding] {
    var findings: [Finding] = []
    if !vector.rows.contains(where: { !$0.content.isRemark }) {
      findings.append(Finding(line: vector.rows.first?.line ?? 1, "nothing happens in the conversation"))
    }
    for (index, row) in vector.rows.enumerated() {
      switch row.content {
      case .mark(.note(let text)):
        findings.append(
          Finding(line: row.line, "'\(text)' is not a mark but a note; use a comment (#)"))
      case .meaning(let meaning):
        if meaning.code == nil {
          findings.append(Finding(line: row.line, "a meaning without a code accepts any code"))
        }
        if meaning.time != nil {
          findings.append(Finding(line: row.line, "how long a reply took is never compared"))
        }
      case .reply(let line), .command(let line):
        if vector.charset == nil, !line.isUTF8 {
          findings.append(
            Finding(line: row.line, "bytes that are not UTF-8, and no header 'charset' says what they are"))
        }
        if lacksMeaning(vector.rows, index) {
          findings.append(Finding(line: row.line, "no row => says what the reply means"))
        }
      default: break
      }
    }
    return findings
  }

  /// Whether the server sends only this row before something else happens, and no row says what that
  /// means.
  private func lacksMeaning(_ rows: [VectorRow], _ index: Int) -> Bool {
    guard case .reply = rows[index].content else { return false }
    for row in rows[(index + 1)...] {
      switch row.content {
      case .meaning, .reply: return false
      case .comment, .blank, .difference: continue
      default: return true
      }
    }
    return true
  }

  /// The last check of a file without other problems: whether it is in canonical form.
  private func form(_ vector: Vector, _ lines: [Substring]) -> [Finding] {
    let canonical = vector.description.split(separator: "\n", omittingEmptySubsequences: false)
    guard canonical != lines else { return [] }
    let index = zip(canonical, lines).prefix { $0 == $1 }.count
    let wanted = index < canonical.count ? canonical[index] : ""
    return [Finding(line: index + 1, "not in canonical form, which is `\(wanted)`")]
  }
}

extension VectorLinter.Finding: CustomStringConvertible {
  /// One line: `line 3: …`.
  package var description: String { "line \(line): \(message)" }
}

extension Placeholder {
  /// Whether the placeholder stands for an address or a port, which always has a name: the
  /// other side must know where to connect.
  fileprivate var isAddress: Bool {
    switch kind {
    case .address, .port, .portpair, .hostport, .extended, .long: true
    default: false
    }
  }
}

extension VectorLine {
  /// Whether the bytes are UTF-8, each run between placeholders checked separately.
  fileprivate var isUTF8: Bool {
    var run: [UInt8] = []
    for part in parts {
      if case .bytes(let bytes) = part { run += bytes }
    }
    return String(validating: Telnet.strip(run).text, as: UTF8.self) != nil
  }
}
