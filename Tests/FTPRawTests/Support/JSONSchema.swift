import FTPText
import Foundation

/// The part of JSON Schema that the files of `Documentation/schemas` use.
///
/// Any other keyword is an error, so that none is ignored.
struct JSONSchema {
  let name: String

  /// What is wrong with a document, each with its place; empty if it is valid.
  func problems(of document: JSONText) throws -> [String] {
    try Self.problems(document, Self.load(name), name, "")
  }

  private static func load(_ name: String) throws -> JSONText {
    let file = ProcessRunner.packageFolder.appending(path: "Documentation/schemas/\(name)")
    return try JSONText(parsing: Array(try Data(contentsOf: file)))
  }

  private static let remarks: Set = ["$schema", "$id", "title", "description"]

  private static func problems(
    _ value: JSONText, _ schema: JSONText, _ file: String, _ place: String
  ) throws -> [String] {
    var found: [String] = []
    func check(_ isValid: Bool, _ what: String) {
      if !isValid { found.append("\(place): \(what)") }
    }
    for member in schema.members ?? [] where !remarks.contains(member.name) {
      let rule = member.value
      switch member.name {
      case "type":
        let names = rule.string.map { [$0] } ?? rule.elements?.compactMap(\.string) ?? []
        check(names.contains { isOf(value, $0) }, "is not \(names.joined(separator: " or "))")
      case "const": check(value == rule, "is not \(rule.text)")
      case "enum": check(rule.elements?.contains(value) == true, "is not one of \(rule.text)")
      case "minimum":
        if let number = value.real, let bound = rule.real { check(number >= bound, "is below \(bound)") }
      case "required":
        if value.members != nil {
          for name in rule.elements?.compactMap(\.string) ?? [] { check(value[name] != nil, "lacks \(name)") }
        }
      case "properties":
        for property in rule.members ?? [] {
          guard let part = value[property.name] else { continue }
          found += try problems(part, property.value, file, "\(place)/\(property.name)")
        }
      case "additionalProperties":
        let known = Set((schema["properties"]?.members ?? []).map(\.name))
        for part in value.members ?? [] where !known.contains(part.name) {
          check(rule != .boolean(false), "has \(part.name)")
          found += try problems(part.value, rule, file, "\(place)/\(part.name)")
        }
      case "items":
        for (index, part) in (value.elements ?? []).enumerated() {
          found += try problems(part, rule, file, "\(place)/\(index)")
        }
      case "oneOf":
        let valid = try (rule.elements ?? []).filter { try problems(value, $0, file, place).isEmpty }
        check(valid.count == 1, "matches \(valid.count) of the forms there are")
      case "$ref":
        let other = rule.string ?? ""
        found += try problems(value, try load(other), other, place)
      default: found.append("\(file) has the keyword \(member.name), which this validator does not know")
      }
    }
    return found
  }

  private static func isOf(_ value: JSONText, _ type: String) -> Bool {
    switch type {
    case "null": value == .null
    case "boolean": value.boolean != nil
    case "integer": value.wholeNumber != nil || value.wholeNumber(as: UInt64.self) != nil
    case "number": value.real != nil
    case "string": value.string != nil
    case "array": value.elements != nil
    case "object": value.members != nil
    default: false
    }
  }
}
