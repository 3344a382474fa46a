import FTPText

/// Why a JSON report cannot be used, or several cannot be used together.
public struct ReportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, as a phrase.
  public let description: String

  init(_ description: String) { self.description = description }
}

extension JSONText {
  /// Reads the file of a report, which anybody may have written: its strings are made printable.
  init(report bytes: some Collection<UInt8>) throws(ReportError) {
    do { self = try JSONText(parsing: bytes).printable } catch { throw ReportError("\(error)") }
  }
}
