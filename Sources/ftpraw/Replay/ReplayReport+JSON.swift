import FTPText
import FTPVectors

extension ReplayReport {
  /// The report for programs, as one object.
  ///
  /// `Vectors/README.md` has the schema.
  var json: JSONText {
    .object([
      .init("passed", .boolean(isClean)),
      .init("totals", .array(ways.map(totalJSON))),
      .init("results", .array(entries.map(entryJSON))),
      .init("malformed", .array(malformed.map { Self.malformedJSON($0.file, $0.error) })),
    ])
  }

  private func totalJSON(_ way: LegitimateDifference.Target?) -> JSONText {
    let total = total(way)
    return .object([
      .init("target", .string(way?.rawValue ?? "none")), .init("vectors", .integer(Int64(total.vectors))),
      .init("excused", .integer(Int64(total.excuses.count))), .init("checks", .integer(Int64(total.checks))),
      .init("segmentations", .integer(Int64(total.segmentations))),
      .init("differences", .integer(Int64(total.differences.count))),
    ])
  }

  private func entryJSON(_ entry: Entry) -> JSONText {
    .object([
      .init("vector", .string(entry.file.vector?.id ?? entry.file.name)),
      .init("file", .string(entry.file.path)),
      .init("target", .string(entry.target?.rawValue ?? "none")),
      .init("excuse", .optional(entry.excuse)),
      .init("checks", .integer(Int64(entry.result.checks))),
      .init("segmentations", .integer(Int64(entry.result.segmentations))),
      .init("differences", .array(entry.result.differences.map { json(of: $0, entry) })),
    ])
  }

  private func json(of difference: ReplayDifference, _ entry: Entry) -> JSONText {
    .object([
      .init("line", .integer(Int64(difference.line))), .init("expected", .string(difference.expected)),
      .init("found", .string(difference.actual)),
      .init("segmentation", .string("\(difference.segmentation)")),
      .init("rows", .array(difference.surroundings.map { .string($0) })),
      .init("again", .string(command(entry))),
    ])
  }

  private static func malformedJSON(_ file: VectorFile, _ error: VectorSyntaxError) -> JSONText {
    .object([
      .init("file", .string(file.path)), .init("line", .integer(Int64(error.line))),
      .init("column", .integer(Int64(error.column))), .init("message", .string(error.message)),
    ])
  }
}
