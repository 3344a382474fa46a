import FTPProtocol
import FTPTransport

extension Decoder {
  /// A value that is written as a text.
  func value<Value>(_ read: (String) throws -> Value?) throws -> Value {
    let container = try singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = try read(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not such a text")
    }
    return value
  }
}

extension Encoder {
  func write(_ text: String) throws {
    var container = singleValueContainer()
    try container.encode(text)
  }
}

extension DataAddress: Codable {
  /// Reads what ``encode(to:)`` wrote.
  public init(from decoder: any Decoder) throws { self = try decoder.value { DataAddress($0) } }
  /// Writes the address with its port as a text.
  public func encode(to encoder: any Encoder) throws { try encoder.write(description) }
}

extension SocketAddress: Codable {
  /// Reads what ``encode(to:)`` wrote.
  public init(from decoder: any Decoder) throws { self = try decoder.value { SocketAddress($0) } }
  /// Writes the address with its port as a text.
  public func encode(to encoder: any Encoder) throws { try encoder.write(description) }
}
