import FTPProtocol
import Testing

/// The result of decoding: the elements, with adjacent data joined, the bytes that were left, and how it ended.
struct Decoding: Equatable, CustomStringConvertible {
  private(set) var elements: [TransferElement] = []
  private(set) var rest: [UInt8] = []
  private(set) var deviations: [RequirementID] = []
  private(set) var error: ValueDeviation?

  /// Decodes pieces one after the other; bytes after the end of the file are left.
  init(_ pieces: [ArraySlice<UInt8>], _ decoder: any TransferDecoder, closes: Bool = true) {
    var decoder = decoder
    do throws(ValueDeviation) {
      for piece in pieces {
        var left = piece
        while let element = try decoder.next(&left) { append(element) }
        rest += left
        if !decoder.isFinished { #expect(left.isEmpty) }
      }
      if closes { for element in try decoder.finish() { append(element) } }
    } catch {
      self.error = error
    }
    deviations = decoder.deviations
  }

  init(_ bytes: [UInt8], _ decoder: any TransferDecoder, closes: Bool = true) {
    self.init([bytes[...]], decoder, closes: closes)
  }

  private mutating func append(_ element: TransferElement) {
    switch (elements.last, element) {
    case (.data(let first)?, .data(let second)):
      elements[elements.count - 1] = .data(first + second)
    case (.suspectData(let first)?, .suspectData(let second)):
      elements[elements.count - 1] = .suspectData(first + second)
    default: elements.append(element)
    }
  }

  /// The result as a line for a table, such as `data(hello) record end`, followed by what was wrong.
  var description: String {
    var words = elements.map(Self.word)
    if !rest.isEmpty { words.append("left(\(Escaping.ascii(rest)))") }
    words += deviations.map { "!\($0)" }
    if let error { words.append("error \(error.requirement) at \(error.offset ?? 0)") }
    return words.joined(separator: " ")
  }

  private static func word(_ element: TransferElement) -> String {
    switch element {
    case .data(let bytes): "data(\(Escaping.ascii(bytes)))"
    case .suspectData(let bytes): "suspect(\(Escaping.ascii(bytes)))"
    case .endOfRecord: "record"
    case .marker(let bytes): "marker(\(Escaping.ascii(bytes)))"
    case .endOfFile: "end"
    }
  }
}

/// The bytes of a transfer, and what is decoded from them.
struct CodingRow: Sendable, CustomStringConvertible {
  let coding: TransferCoding
  let bytes: [UInt8]
  let read: String

  init(_ coding: TransferCoding, _ bytes: [UInt8], _ read: String) {
    self.coding = coding
    self.bytes = bytes
    self.read = read
  }

  var description: String { "\(coding) \(Escaping.ascii(bytes))" }
}

/// The bytes for elements.
func encoded(_ elements: [TransferElement], _ coding: TransferCoding) throws -> [UInt8] {
  var encoder = coding.makeEncoder()
  var bytes: [UInt8] = []
  for element in elements { try encoder.encode(element, into: &bytes) }
  return bytes
}
