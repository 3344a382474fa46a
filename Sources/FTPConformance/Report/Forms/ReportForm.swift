import FTPText

/// A form in which a report is written to a file; `Documentation/reports.md` describes each.
public enum ReportForm: String, Hashable, Sendable, CaseIterable {
  /// Everything that the run found out, for programs; `ftpraw matrix` reads it.
  case json
  /// JUnit's XML, for build servers.
  case junit = "xml"
  /// A page with both channels of every case on one time line.
  case html
  /// Markdown, for comments and summaries of jobs.
  case markdown = "md"
  /// The Test Anything Protocol, version 13.
  case tap
  /// The Static Analysis Results Interchange Format 2.1.0, for code scanning.
  case sarif

  /// The form for the extension of a file's name, in upper or lower case; nil for any other extension.
  public init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    self.init(rawValue: name[name.index(after: dot)...].lowercased())
  }

  /// The extension of such files, without its dot.
  public var fileExtension: String { rawValue }
}

extension RunReport {
  /// The report as the bytes of a file.
  ///
  /// Bytes of the server are escaped, the password is not included, and the date appears at most once.
  /// - Parameters:
  ///   - form: The form.
  ///   - program: The program that writes the report, with its version: `ftpraw 1.0.0`.
  /// - Returns: The contents of the file.
  public func bytes(as form: ReportForm, program: String) -> [UInt8] {
    switch form {
    case .json: return Self.file(json(program: program), breakingLinesTo: 2)
    case .junit: return Array(junit(program: program).document.utf8)
    case .html: return Array(html(program: program).utf8)
    case .markdown: return Array(markdown.utf8)
    case .tap: return Array(tap.utf8)
    case .sarif: return Self.file(sarif(program: program), breakingLinesTo: 6)
    }
  }

  private static func file(_ value: JSONText, breakingLinesTo depth: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    value.append(to: &bytes, breakingLinesTo: depth)
    return bytes + [0x0A]
  }
}
