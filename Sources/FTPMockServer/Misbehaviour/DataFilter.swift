/// A filter between a transfer and its data connection, used for one transfer.
protocol DataFilter {
  /// Takes bytes in transit, and returns the steps that replace them.
  mutating func take(_ bytes: ArraySlice<UInt8>) -> [DataStep]
  /// The steps after the last byte.
  mutating func end() -> [DataStep]
}

extension DataFilter {
  mutating func end() -> [DataStep] { [] }
}

/// Several filters, one after the other.
struct FilterChain: DataFilter {
  private var filters: [any DataFilter]

  init(_ filters: [any DataFilter]) { self.filters = filters }

  mutating func take(_ bytes: ArraySlice<UInt8>) -> [DataStep] { pass([.data(bytes)], from: 0) }

  mutating func end() -> [DataStep] {
    var steps: [DataStep] = []
    for index in filters.indices { steps += pass(filters[index].end(), from: index + 1) }
    return steps
  }

  private mutating func pass(_ steps: [DataStep], from first: Int) -> [DataStep] {
    var steps = steps
    for index in filters.indices.dropFirst(first) {
      steps = steps.flatMap { step in
        if case .data(let bytes) = step { filters[index].take(bytes) } else { [step] }
      }
    }
    return steps
  }
}

/// Takes steps at an offset: 0 is before the first byte, `.max` after the last.
///
/// All bytes before it pass unchanged, and so do those after it, unless the steps end the transfer.
struct OffsetFilter: DataFilter {
  private var left: UInt64?
  private let steps: [DataStep]

  init(at offset: UInt64 = .max, _ steps: DataStep...) {
    left = offset
    self.steps = steps
  }

  mutating func take(_ bytes: ArraySlice<UInt8>) -> [DataStep] {
    guard let left else { return [.data(bytes)] }
    guard left < UInt64(bytes.count) else {
      self.left = left - UInt64(bytes.count)
      return [.data(bytes)]
    }
    self.left = nil
    let cut = bytes.startIndex + Int(left)
    return [.data(bytes[..<cut])] + steps + [.data(bytes[cut...])]
  }

  /// If the transfer ends before the offset, the steps are taken at its end.
  mutating func end() -> [DataStep] { left == nil ? [] : steps }
}

/// Holds back the last bytes of a transfer.
struct ShorteningFilter: DataFilter {
  private let count: Int
  private var held: [UInt8] = []

  init(by count: Int) { self.count = count }

  mutating func take(_ bytes: ArraySlice<UInt8>) -> [DataStep] {
    held += bytes
    guard held.count > count else { return [] }
    let sent = held.prefix(held.count - count)
    held = held.suffix(count)
    return [.data(sent)]
  }
}

/// Leaves out the first bytes of a transfer.
struct SkippingFilter: DataFilter {
  private var left: UInt64

  init(_ count: UInt64) { left = count }

  mutating func take(_ bytes: ArraySlice<UInt8>) -> [DataStep] {
    let skipped = Int(min(left, UInt64(bytes.count)))
    left -= UInt64(skipped)
    return [.data(bytes.dropFirst(skipped))]
  }
}

/// Changes bytes, one chunk at a time.
struct MappingFilter: DataFilter {
  let change: (ArraySlice<UInt8>) -> [UInt8]

  mutating func take(_ bytes: ArraySlice<UInt8>) -> [DataStep] { [.data(change(bytes)[...])] }
}

/// Changes lines, however they are divided into chunks; a line ends with its LF.
struct LineFilter: DataFilter {
  /// A longer line counts as two.
  private static let longest = 1 << 16
  private var part: [UInt8] = []
  private let change: ([UInt8]) -> [UInt8]

  init(_ change: @escaping ([UInt8]) -> [UInt8]) { self.change = change }

  mutating func take(_ bytes: ArraySlice<UInt8>) -> [DataStep] {
    var changed: [UInt8] = []
    for byte in bytes {
      part.append(byte)
      guard byte == 0x0A || part.count >= Self.longest else { continue }
      changed += change(part)
      part.removeAll(keepingCapacity: true)
    }
    return [.data(changed[...])]
  }

  mutating func end() -> [DataStep] {
    defer { part = [] }
    return part.isEmpty ? [] : [.data(change(part)[...])]
  }
}

/// Sends few bytes at a time.
struct DrippingFilter: DataFilter {
  let count: Int
  let pause: Duration

  mutating func take(_ bytes: ArraySlice<UInt8>) -> [DataStep] {
    var steps: [DataStep] = []
    var rest = bytes
    while !rest.isEmpty {
      steps += [.data(rest.prefix(count)), .pause(pause)]
      rest = rest.dropFirst(count)
    }
    return steps
  }
}
