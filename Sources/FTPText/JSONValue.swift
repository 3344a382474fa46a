/// A value that has a form in JSON; if it is the raw value of a type, that type has the same form.
package protocol JSONValue {
  /// The form.
  var json: JSONText { get }
}

extension [JSONText.Member] {
  /// Members with their values; nil is null.
  package static func of(_ members: KeyValuePairs<String, any JSONValue>) -> Self {
    members.map { JSONText.Member($0.key, $0.value.json) }
  }
}

extension JSONText: JSONValue {
  /// An object with these members; nil is null.
  package static func of(_ members: KeyValuePairs<String, any JSONValue>) -> JSONText {
    .object(.of(members))
  }

  /// An object with all these members.
  package init(_ parts: [Member]...) { self = .object(parts.flatMap(\.self)) }

  /// The value itself.
  package var json: JSONText { self }
}

extension JSONValue where Self: RawRepresentable, RawValue: JSONValue {
  package var json: JSONText { rawValue.json }
}

extension Int: JSONValue { package var json: JSONText { .integer(Int64(self)) } }
extension Int64: JSONValue { package var json: JSONText { .integer(self) } }
extension UInt16: JSONValue { package var json: JSONText { .integer(Int64(self)) } }
extension UInt64: JSONValue {
  package var json: JSONText { Int64(exactly: self).map(JSONText.integer) ?? .natural(self) }
}
extension Bool: JSONValue { package var json: JSONText { .boolean(self) } }
extension Double: JSONValue { package var json: JSONText { .number(self) } }
extension Duration: JSONValue { package var json: JSONText { .seconds(self) } }
extension String: JSONValue { package var json: JSONText { .string(self) } }
extension Optional: JSONValue where Wrapped: JSONValue {
  package var json: JSONText { self?.json ?? .null }
}
extension Array: JSONValue where Element: JSONValue {
  package var json: JSONText { .array(map(\.json)) }
}
