/// Stands between a transfer and its data connection, for one transfer.
protocol DataFilter {
  /// What becomes of bytes on their way.
  mutating func take(_ bytes: ArraySlice<UInt8>) -> [DataStep]
  /// What comes behind the last byte.
  mutating func end() -> [DataStep]
}

extension DataFilter {
  mutating func end() -> [DataStep] { [] }
}

/// Several filters, one behind the other.
struct FilterChain: DataFilter {
  private var filters: [any DataFilter]

  init(_ filters: [any DataFilter]) { self.filters = filters }

  mutating func take(_ bytes: ArraySlice<UInt8>) -> [DataStep] { pass([.bytes(bytes)], from: 0) }

  mutating func end() -> [DataStep] {
    var steps: [DataStep] = []
    for index in filters.indices { steps += pass(filters[index].end(), from: index + 1) }
    return steps
  }

  private mutating func pass(_ steps: [DataStep], from first: Int) -> [DataStep] {
    var steps = steps
    for index in filters.indices.dropFirst(first) {
      steps = steps.flatMap { step in
        if case .bytes(let bytes) = step { filters[index].take(bytes) } else { [step] }
      }
    }
    return steps
  }
}

/// Does something at an offset, and lets all bytes through that come before and, unless it ends there, after.
struct OffsetFilter: DataFilter {
  private var left: UInt64?
  private let steps: [DataStep]

  init(at offset: UInt64, _ steps: DataStep...) {
    left = offset
    self.steps = steps
  }

  mutating func take(_ bytes: ArraySlice<UInt8>) -> [DataStep] {
    guard let left else { return [.bytes(bytes)] }
    guard left < UInt64(bytes.count) else {
      self.left = left - UInt64(bytes.count)
      return [.bytes(bytes)]
    }
    self.left = nil
    let cut = bytes.startIndex + Int(left)
    return [.bytes(bytes[..<cut])] + steps + [.bytes(bytes[cut...])]
  }

  /// What ends a transfer ends a shorter one at its end.
  mutating func end() -> [DataStep] { left == nil ? [] : steps }
}

/// Keeps the last bytes of a transfer back.
struct ShorteningFilter: DataFilter {
  private let count: Int
  private var held: [UInt8] = []

  init(by count: Int) { self.count = count }

  mutating func take(_ bytes: ArraySlice<UInt8>) -> [DataStep] {
    held += bytes
    guard held.count > count else { return [] }
    let sent = held.prefix(held.count - count)
    held = held.suffix(count)
    return [.bytes(sent)]
  }
}

/// Leaves the first bytes of a transfer out.
struct SkippingFilter: DataFilter {
  private var left: UInt64

  init(_ count: UInt64) { left = count }

  mutating func take(_ bytes: ArraySlice<UInt8>) -> [DataStep] {
    let skipped = Int(min(left, UInt64(bytes.count)))
    left -= UInt64(skipped)
    return [.bytes(bytes.dropFirst(skipped))]
  }
}

/// Puts something in front of a transfer and behind it.
struct FramingFilter: DataFilter {
  private var first: [DataStep]
  private let last: [DataStep]

  init(first: [DataStep] = [], last: [DataStep] = []) {
    self.first = first
    self.last = last
  }

  mutating func take(_ bytes: ArraySlice<UInt8>) -> [DataStep] {
    defer { first = [] }
    return first + [.bytes(bytes)]
  }

  mutating func end() -> [DataStep] {
    defer { first = [] }
    return first + last
  }
}

/// Changes bytes, each run of them by itself.
struct MappingFilter: DataFilter {
  let change: (ArraySlice<UInt8>) -> [UInt8]

  mutating func take(_ bytes: ArraySlice<UInt8>) -> [DataStep] { [.bytes(change(bytes)[...])] }
}

/// Changes lines, however they are cut into runs; a line ends with its LF.
struct LineFilter: DataFilter {
  /// A line longer than this is taken for two.
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
    return [.bytes(changed[...])]
  }

  mutating func end() -> [DataStep] {
    defer { part = [] }
    return part.isEmpty ? [] : [.bytes(change(part)[...])]
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
      steps += [.bytes(rest.prefix(count)), .pause(pause)]
      rest = rest.dropFirst(count)
    }
    return steps
  }
}
