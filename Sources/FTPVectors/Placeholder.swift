/// A piece of a row that differs in each replay: an address, a port, a date, a password.
///
/// `{name:kind}` binds a name to the bytes there, `{name}` means the same again, and `{:kind}` stands for
/// something that is not referred to again.
package struct Placeholder: Hashable, Sendable {
  /// The name: lower-case letters, digits and hyphens; empty if nothing refers to it.
  package let name: String
  /// The kind of bytes; nil if the name was bound before.
  package let kind: PlaceholderKind?

  /// Makes a placeholder that binds a name, or none.
  package init(_ name: String = "", _ kind: PlaceholderKind) {
    self.name = name
    self.kind = kind
  }

  /// Makes one with the value of a bound name.
  package init(bound name: String) {
    self.name = name
    kind = nil
  }
}

extension Placeholder: CustomStringConvertible {
  /// The placeholder as written in a row.
  package var description: String { kind.map { "{\(name):\($0.rawValue)}" } ?? "{\(name)}" }
}

/// The values of the placeholders of one replay.
package struct PlaceholderBindings: Hashable, Sendable {
  package struct Value: Hashable, Sendable {
    /// The bytes of the row, in ASCII: `127,0,0,1,195,81`.
    package var wireText: String
    /// The form of ``Fact/address(_:)`` and of marks: `127.0.0.1:50001`.
    ///
    /// The same as the bytes for anything that is not an address.
    package var shownText: String
  }

  private var values: [String: Value] = [:]

  /// Makes bindings of nothing.
  package init() {}

  package subscript(name: String) -> Value? {
    get { values[name] }
    set { values[name] = newValue }
  }

  /// The value of a placeholder in the bytes of a row; a sample if it is not bound.
  package func wireText(of placeholder: Placeholder) -> String {
    if let value = values[placeholder.name], !placeholder.name.isEmpty { return value.wireText }
    return (placeholder.kind ?? .text).sample(0).wireText
  }

  /// A text of marks and facts with the names in braces replaced by their values.
  package func replacingNames(in text: String) -> String {
    guard text.contains("{") else { return text }
    var result = ""
    var rest = text[...]
    while let brace = rest.firstIndex(of: "{"), let end = rest[brace...].firstIndex(of: "}") {
      result += rest[..<brace]
      let inside = rest[rest.index(after: brace)..<end]
      let name = inside.prefix { $0 != ":" }
      let kind = inside.dropFirst(name.count + 1)
      if let value = values[String(name)] {
        result += value.shownText
      } else if let kind = PlaceholderKind(rawValue: String(kind)) {
        result += kind.sample(0).shownText
      } else {
        result += rest[brace...end]
      }
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }
}

extension PlaceholderBindings {
  /// Binds every name of a vector to a value of its kind, no two to the same.
  package init(samplesFor vector: Vector) {
    var count = 0
    for placeholder in vector.placeholders where !placeholder.name.isEmpty && values[placeholder.name] == nil
    {
      count += 1
      values[placeholder.name] = (placeholder.kind ?? .text).sample(count)
    }
  }
}

extension Vector {
  /// The placeholders in the order of the rows, those in marks included.
  package var placeholders: [Placeholder] {
    rows.flatMap(\.content.placeholders)
  }
}

extension VectorRow.Content {
  /// The placeholders in bytes, or in the address of a mark.
  package var placeholders: [Placeholder] {
    if let line { return line.placeholders }
    guard case .mark(let mark) = self, let address = mark.address else { return [] }
    return PlaceholderScanner.placeholders(in: address)
  }
}
