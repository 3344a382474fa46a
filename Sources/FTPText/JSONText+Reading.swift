extension JSONText {
  /// Reads a value by its description for `Codable`; throws with the place of what is missing or wrong.
  package func read<Value: Decodable>(
    as type: Value.Type = Value.self, in notation: (any JSONNotation)? = nil
  ) throws(DecodingError) -> Value {
    do {
      return try JSONReader(json: self, notation: notation).read()
    } catch let error as DecodingError { throw error } catch {
      throw .dataCorrupted(.init(codingPath: [], debugDescription: "\(error)"))
    }
  }
}

extension JSONText {
  /// A member of an object, read by its description for `Codable`; nil if it is missing or something else.
  package subscript<Value: Decodable>(name: String) -> Value? {
    guard let value = self[name] as JSONText?, value != .null else { return nil }
    return try? value.read()
  }

  /// The elements of a member that is a list; none for any other.
  package func list(_ name: String) -> [JSONText] { self[name]?.elements ?? [] }
}

extension JSONText: Codable {
  /// Takes the value as it is; only ``init(_:in:)`` and ``read(as:in:)`` know how.
  package init(from decoder: any Decoder) throws {
    guard let reader = decoder as? JSONReader else { throw JSONReader.wrong(decoder.codingPath) }
    self = reader.json
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

private struct JSONReader: Decoder {
  let json: JSONText
  let notation: (any JSONNotation)?
  var codingPath: [any CodingKey] = []
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  static func wrong(_ path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(.init(codingPath: path, debugDescription: "not such a value"))
  }

  func read<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    func checked(_ value: Any?) throws -> Value {
      guard let value = value as? Value else { throw Self.wrong(codingPath) }
      return value
    }
    if type == String.self { return try checked(json.string) }
    if type == Bool.self { return try checked(json.boolean) }
    if type == Double.self { return try checked(json.real) }
    if type == Duration.self { return try checked(json.duration) }
    if type == [UInt8].self, let notation { return try checked(notation.bytes(json)) }
    if let number = type as? any FixedWidthInteger.Type { return try checked(json.wholeNumber(as: number)) }
    return try Value(from: self)
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Members(reader: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard let elements = json.elements else { throw Self.wrong(codingPath) }
    return Elements(reader: self, elements: elements)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { Single(reader: self) }

  private func member(_ key: any CodingKey) throws -> JSONReader {
    // A value that stands alone in the case of an enumeration has no name.
    guard let value = json[key.stringValue] ?? (key.stringValue == "_0" ? json : nil) else {
      throw DecodingError.keyNotFound(key, .init(codingPath: codingPath, debugDescription: "missing"))
    }
    return JSONReader(json: value, notation: notation, codingPath: codingPath + [key])
  }

  private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let reader: JSONReader
    var codingPath: [any CodingKey] { reader.codingPath }
    var allKeys: [Key] { reader.json.members?.compactMap { Key(stringValue: $0.name) } ?? [] }

    func contains(_ key: Key) -> Bool { (try? reader.member(key)) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try reader.member(key).json == .null }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try reader.member(key).read()
    }
    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
      try reader.member(key).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try reader.member(key).unkeyedContainer()
    }
    func superDecoder() -> any Decoder { reader }
    func superDecoder(forKey key: Key) throws -> any Decoder { try reader.member(key) }
  }

  private struct Elements: UnkeyedDecodingContainer {
    let reader: JSONReader
    let elements: [JSONText]
    var currentIndex = 0
    var codingPath: [any CodingKey] { reader.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex >= elements.count }

    mutating func next() throws -> JSONReader {
      guard !isAtEnd else { throw JSONReader.wrong(codingPath) }
      defer { currentIndex += 1 }
      return JSONReader(
        json: elements[currentIndex], notation: reader.notation,
        codingPath: codingPath + [Index(intValue: currentIndex)])
    }

    private struct Index: CodingKey {
      let place: Int
      var intValue: Int? { place }
      var stringValue: String { "\(place)" }
      init(intValue: Int) { place = intValue }
      init?(stringValue: String) { return nil }
    }

    mutating func decodeNil() -> Bool {
      guard !isAtEnd, elements[currentIndex] == .null else { return false }
      currentIndex += 1
      return true
    }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next().read() }
    mutating func nestedContainer<Key: CodingKey>(
      keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
      try next().container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try next().unkeyedContainer()
    }
    mutating func superDecoder() throws -> any Decoder { try next() }
  }

  private struct Single: SingleValueDecodingContainer {
    let reader: JSONReader
    var codingPath: [any CodingKey] { reader.codingPath }

    func decodeNil() -> Bool { reader.json == .null }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try reader.read() }
  }
}

extension DecodingError {
  /// What is wrong, and where, in one line: `calls[3][2]: not such a value`.
  package var line: String {
    let (context, key): (Context, (any CodingKey)?) =
      switch self {
      case .keyNotFound(let key, let context): (context, key)
      case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
        (context, nil)
      @unknown default: (Context(codingPath: [], debugDescription: "\(self)"), nil)
      }
    let path = (context.codingPath + (key.map { [$0] } ?? [])).map { key in
      key.intValue.map { "[\($0)]" } ?? ".\(key.stringValue)"
    }.joined().drop { $0 == "." }
    return path.isEmpty ? context.debugDescription : "\(path): \(context.debugDescription)"
  }
}
