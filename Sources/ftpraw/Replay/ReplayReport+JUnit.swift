import FTPText
import FTPVectors

extension ReplayReport {
  /// The report in the form that build servers read: a suite for each way, a case for each vector.
  var junit: XMLText {
    var suites = ways.map(suite)
    if !malformed.isEmpty { suites.append(malformedSuite) }
    return XMLText("testsuites", [.init("name", "ftpraw replay")], suites.map { .element($0) })
  }

  private func suite(_ way: ExpectedDifference.Target?) -> XMLText {
    let cases = entries.filter { $0.target == way }
    return XMLText(
      "testsuite",
      Self.counts(
        name(of: way), cases.count, failures: cases.count { !$0.result.differences.isEmpty },
        skipped: cases.count { $0.excuse != nil }),
      cases.map { .element(testCase($0)) })
  }

  private func testCase(_ entry: Entry) -> XMLText {
    var element = Self.testCase(entry.file, className: name(of: entry.target))
    if let excuse = entry.excuse {
      element.contents = [.element(XMLText("skipped", [.init("message", excuse)]))]
    }
    element.contents += entry.result.differences.map { difference in
      let message = "line \(difference.line): expected \(difference.expected); found \(difference.actual)"
      let text = "\(difference)\nagain: \(command(entry))"
      return .element(XMLText("failure", [.init("message", message)], [.text(text)]))
    }
    return element
  }

  private var malformedSuite: XMLText {
    let cases = malformed.map { file, error in
      var element = Self.testCase(file, className: "files")
      element.contents = [
        .element(XMLText("error", [.init("message", "\(error)")], [.text(error.report(path: file.path))]))
      ]
      return XMLText.Content.element(element)
    }
    return XMLText("testsuite", Self.counts("files", cases.count, errors: cases.count), cases)
  }

  private static func testCase(_ file: VectorFile, className: String) -> XMLText {
    XMLText(
      "testcase",
      [
        .init("classname", className), .init("name", file.vector?.id ?? file.name),
      ])
  }

  private static func counts(
    _ name: String, _ tests: Int, failures: Int = 0, errors: Int = 0, skipped: Int = 0
  ) -> [XMLText.Attribute] {
    [
      .init("name", name), .init("tests", "\(tests)"), .init("failures", "\(failures)"),
      .init("errors", "\(errors)"), .init("skipped", "\(skipped)"),
    ]
  }
}
