import FTPText
import FTPVectors

extension ReplayReport {
  /// The report for programs, as one object.
  ///
  /// `Vectors/README.md` has the schema.
  var json: JSONText {
    JSONText.of([
      "passed": isClean, "totals": ways.map(totalJSON), "results": entries.map(entryJSON),
      "malformed": malformed.map(malformedJSON),
    ])
  }

  private func totalJSON(_ way: ExpectedDifference.Target?) -> JSONText {
    let total = total(way)
    return JSONText.of([
      "target": way?.rawValue ?? "none", "vectors": total.vectors, "excused": total.excuses.count,
      "checks": total.checks, "segmentations": total.segmentations,
      "differences": total.differences.count,
    ])
  }

  private func entryJSON(_ entry: Entry) -> JSONText {
    JSONText.of([
      "vector": entry.file.vector?.id ?? entry.file.name, "file": entry.file.path,
      "target": entry.target?.rawValue ?? "none", "excuse": entry.excuse, "checks": entry.result.checks,
      "segmentations": entry.result.segmentations,
      "differences": entry.result.differences.map { json(of: $0, entry) },
    ])
  }

  private func json(of difference: ReplayDifference, _ entry: Entry) -> JSONText {
    JSONText.of([
      "line": difference.line, "expected": difference.expected, "found": difference.actual,
      "segmentation": "\(difference.segmentation)", "rows": difference.surroundings,
      "again": command(entry),
    ])
  }

  private func malformedJSON(_ file: VectorFile, _ error: VectorSyntaxError) -> JSONText {
    JSONText.of(["file": file.path, "line": error.line, "column": error.column, "message": error.message])
  }
}
