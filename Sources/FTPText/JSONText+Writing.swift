/// How JSON holds what it has no form for, and what is written of texts.
package protocol JSONNotation: Sendable {
  func text(_ text: String) -> String
  func json(_ bytes: [UInt8]) -> JSONText
  /// The bytes that ``json(_:)`` wrote; nil for anything else.
  func bytes(_ json: JSONText) -> [UInt8]?
}

extension JSONText {
  /// Writes a value by its description for `Codable`; null if it cannot be written.
  ///
  /// A duration is a number of seconds, and an absent member is left out. A value that stands alone in the case of an
  /// enumeration is written without the name `_0`.
  package init(_ value: some Encodable, in notation: (any JSONNotation)? = nil) {
    let writer = JSONWriter(notation: notation)
    self = (try? writer.write(value)) == nil ? .null : writer.node.json
  }

  /// A value that JSON has a form for; nil for any other.
  fileprivate static func simple(_ value: any Encodable) -> JSONText? {
    switch value {
    case let value as JSONText: value
    case let value as String: .string(value)
    case let value as Bool: .boolean(value)
    case let value as Int: .integer(Int64(value))
    case let value as Double: .number(value)
    case let value as Duration: .seconds(value)
    case let value as any FixedWidthInteger:
      Int64(exactly: value).map(JSONText.integer) ?? .natural(UInt64(clamping: value))
    default: nil
    }
  }
}

/// A value that is being written.
private final class JSONNode {
  var value = JSONText.null
  var elements: [JSONNode]?
  var members: [(name: String, node: JSONNode)]?

  var json: JSONText {
    if let elements { return .array(elements.map(\.json)) }
    guard let members else { return value }
    if members.count == 1, members[0].name == "_0" { return members[0].node.json }
    return .object(members.map { JSONText.Member($0.name, $0.node.json) })
  }
}

private struct JSONWriter: Encoder {
  let node = JSONNode()
  let notation: (any JSONNotation)?
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func write<Value: Encodable>(_ value: Value, isRaw: Bool = false) throws {
    // The raw value of a type is not a text of the peer.
    if !isRaw, let notation, let text = value as? String {
      node.value = .string(notation.text(text))
    } else if let value = JSONText.simple(value) {
      node.value = value
    } else if let notation, Value.self == [UInt8].self, let bytes = value as? [UInt8] {
      node.value = notation.json(bytes)
    } else {
      try value.encode(to: self)
    }
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.members = node.members ?? []
    return KeyedEncodingContainer(Members(writer: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.elements = node.elements ?? []
    return Elements(writer: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(writer: self) }

  private func member(_ key: any CodingKey) -> JSONWriter {
    let writer = JSONWriter(notation: notation)
    node.members?.append((key.stringValue, writer.node))
    return writer
  }

  private func element() -> JSONWriter {
    let writer = JSONWriter(notation: notation)
    node.elements?.append(writer.node)
    return writer
  }

  private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let writer: JSONWriter
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { _ = writer.member(key) }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
      try writer.member(key).write(value)
    }
    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      writer.member(key).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      writer.member(key).unkeyedContainer()
    }
    func superEncoder() -> any Encoder { writer }
    func superEncoder(forKey key: Key) -> any Encoder { writer.member(key) }
  }

  private struct Elements: UnkeyedEncodingContainer {
    let writer: JSONWriter
    var codingPath: [any CodingKey] { [] }
    var count: Int { writer.node.elements?.count ?? 0 }

    func encodeNil() { _ = writer.element() }
    func encode<Value: Encodable>(_ value: Value) throws { try writer.element().write(value) }
    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      writer.element().container(keyedBy: type)
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { writer.element().unkeyedContainer() }
    func superEncoder() -> any Encoder { writer.element() }
  }

  private struct Single: SingleValueEncodingContainer {
    let writer: JSONWriter
    var codingPath: [any CodingKey] { [] }

    func encodeNil() { writer.node.value = .null }
    func encode<Value: Encodable>(_ value: Value) throws { try writer.write(value, isRaw: true) }
  }
}
