import FTPText
import Foundation
import TestSupport
import Testing

@testable import FTPConformance

/// Reports are read from files, which anybody may have written.
@Suite("No text of a crafted report is more than text", .computing)
struct CraftedReportTests {
  /// Control characters, escape sequences, characters that XML lacks or that reorder text, markup, workflow commands.
  private static let hostile =
    "x\n::error::y\r##[error]z\u{1B}[31m\u{7}\u{0}\u{9B}2J\u{2028}\u{202E}\u{FFFE}\u{FEFF}</script><script>x|`\t]]>\"'"

  private static let files = ["report.json", "client.json"]

  @Test(arguments: files)
  func whereverItIs(file: String) throws {
    let golden = Golden.package.appending(path: "Tests/FTPConformanceTests/Goldens/\(file)")
    let json = try JSONText(parsing: Data(contentsOf: golden))
    var read = 0
    for path in Self.paths(json) where Thoroughness.includes(path.joined(separator: "/"), oneIn: 10) {
      let bytes = Self.bytes(Self.crafted(json, path[...]))
      if let column = try? MatrixColumn(name: Self.hostile, report: bytes) {
        let matrix = try ConformanceMatrix([column])
        expectText(matrix.html, "matrix.html, \(path)")
        expectText(matrix.markdown, "matrix.md, \(path)")
      }
      // The words of a verdict, a date and the like cannot be others.
      guard let report = try? RunReport(json: bytes) else { continue }
      read += 1
      for form in ReportForm.allCases {
        expectText(
          String(decoding: report.bytes(as: form, program: "ftpraw 0"), as: UTF8.self), "\(form), \(path)")
      }
    }
    #expect(read > (Thoroughness.isWhole ? 30 : 2))
  }

  private func expectText(_ text: String, _ place: String) {
    let odd = text.unicodeScalars.filter { $0 != "\n" && PrintableText.isUnseen($0) }
    #expect(odd.isEmpty, "\(place)")
    for reference in text.matches(of: /&#(?:x([0-9A-Fa-f]+)|([0-9]+));/) {
      let number =
        reference.output.1.flatMap { UInt32($0, radix: 16) } ?? reference.output.2.flatMap { UInt32($0) }
      let scalar = number.flatMap(Unicode.Scalar.init)
      #expect(
        scalar.map { $0 == "\n" || !PrintableText.isUnseen($0) } == true, "\(place): \(reference.output.0)")
    }
    // A page is for a browser, and nothing that a runner reads.
    guard !text.hasPrefix("<!doctype html>") else {
      #expect(!text.contains("<script>x"), "\(place)")
      return
    }
    for line in text.split(separator: "\n") where line.drop(while: \.isWhitespace).hasPrefix("::") {
      Issue.record("\(place): \(line)")
    }
  }

  /// The paths of all members that are or contain strings, each once; elements of lists count as one.
  private static func paths(_ json: JSONText) -> [[String]] {
    var seen: Set<[String]> = []
    func visit(_ value: JSONText, _ path: [String]) {
      switch value {
      case .string: seen.insert(path)
      case .array(let values): for value in values { visit(value, path) }
      case .object(let members): for member in members { visit(member.value, path + [member.name]) }
      default: break
      }
    }
    visit(json, [])
    return seen.sorted { $0.joined(separator: "/") < $1.joined(separator: "/") }
  }

  private static func crafted(_ json: JSONText, _ path: ArraySlice<String>) -> JSONText {
    switch json {
    case .string(let text): path.isEmpty ? .string(text + hostile) : json
    case .array(let values): .array(values.map { crafted($0, path) })
    case .object(let members):
      .object(
        members.map { member in
          .init(
            member.name,
            member.name == path.first ? crafted(member.value, path.dropFirst()) : member.value)
        })
    default: json
    }
  }

  private static func bytes(_ json: JSONText) -> [UInt8] { Array(json.text.utf8) }
}
