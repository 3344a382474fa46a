/// A piece of a row that is another one in each replay: an address, a port, a date, a password.
///
/// `{name:kind}` binds a name to what stands there, `{name}` means the same again, and `{:kind}` stands for
/// something that nobody refers to.
package struct Placeholder: Hashable, Sendable {
  /// The name: lower-case letters, digits and hyphens; empty for what nobody refers to.
  package let name: String
  /// What can stand there; nil where the name was bound before.
  package let kind: PlaceholderKind?

  /// Makes a placeholder that binds a name, or none.
  package init(_ name: String = "", _ kind: PlaceholderKind) {
    self.name = name
    self.kind = kind
  }

  /// Makes one that means what a name was bound to.
  package init(bound name: String) {
    self.name = name
    kind = nil
  }
}

extension Placeholder: CustomStringConvertible {
  /// The placeholder as it is written in a row.
  package var description: String { kind.map { "{\(name):\($0.rawValue)}" } ?? "{\(name)}" }
}

/// What the placeholders of one replay stand for.
package struct PlaceholderBindings: Hashable, Sendable {
  /// What one placeholder stands for.
  package struct Value: Hashable, Sendable {
    /// The bytes of the row, in ASCII: `127,0,0,1,195,81`.
    package var wireText: String
    /// The form of ``Fact/address(_:)`` and of marks: `127.0.0.1:50001`.
    ///
    /// The same as the bytes for whatever is no address.
    package var shownText: String

    /// Makes a value.
    package init(wireText: String, shownText: String) {
      self.wireText = wireText
      self.shownText = shownText
    }
  }

  private var values: [String: Value] = [:]

  /// Makes bindings of nothing.
  package init() {}

  /// What a name is bound to.
  package subscript(name: String) -> Value? {
    get { values[name] }
    set { values[name] = newValue }
  }

  /// What a placeholder stands for in the bytes of a row; a sample where it is bound to nothing.
  package func wireText(of placeholder: Placeholder) -> String {
    if let value = values[placeholder.name], !placeholder.name.isEmpty { return value.wireText }
    return (placeholder.kind ?? .text).sample(0).wireText
  }

  /// A text of marks and facts with the names in braces replaced by what they are bound to.
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
