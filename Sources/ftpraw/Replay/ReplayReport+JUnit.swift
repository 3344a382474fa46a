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
    return XMLText.suite(
      name(of: way), cases.map(testCase), failures: cases.count { !$0.result.differences.isEmpty },
      skipped: cases.count { $0.excuse != nil })
  }

  private func testCase(_ entry: Entry) -> XMLText {
    var element = XMLText.test(name(of: entry.target), entry.file.vector?.id ?? entry.file.name)
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
      var element = XMLText.test("files", file.vector?.id ?? file.name)
      element.contents = [
        .element(XMLText("error", [.init("message", "\(error)")], [.text(error.report(path: file.path))]))
      ]
      return element
    }
    return XMLText.suite("files", cases, errors: cases.count)
  }
}
