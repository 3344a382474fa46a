import FTPConformance

/// A search for a plainer value that still shows a fault.
///
/// The caller tries one candidate after the other and may take as long as it needs for each.
package struct Minimizer<Value: Equatable> {
  package typealias Pass = MinimizerPass<Value>

  /// The plainest value so far.
  package private(set) var kept: Value
  /// How many candidates may still be tried.
  package private(set) var budget: Int
  /// What is still to be done, the next pass last.
  private var passes: [Pass]
  private var candidate: Value?
  private var shown: Bool?

  /// Begins with a value that shows the fault.
  package init(_ value: Value, budget: Int, _ passes: [Pass]) {
    kept = value
    self.budget = budget
    self.passes = passes.reversed()
  }

  /// The next candidate; nil if nothing can be made plainer, or the budget is spent.
  package mutating func next() -> Value? {
    while budget > 0, let pass = passes.last {
      switch pass {
      case .candidates(let next):
        candidate = next(kept, shown.take())
        if candidate == nil { break }
        budget -= 1
        return candidate
      case .then(let more):
        passes.removeLast()
        passes += more(kept).reversed()
        continue
      }
      passes.removeLast()
    }
    return nil
  }

  /// Records whether the candidate still shows the fault.
  package mutating func answer(_ shows: Bool) {
    if shows, let candidate { kept = candidate }
    shown = shows
  }

  /// Tries all candidates and returns the plainest value.
  package mutating func run(_ shows: (Value) -> Bool) -> Value {
    while let candidate = next() { answer(shows(candidate)) }
    return kept
  }
}

/// One way to make a value plainer.
package enum MinimizerPass<Value: Equatable> {
  /// Gives one candidate after the other, from the value kept so far and whether the last candidate showed the fault.
  case candidates((_ kept: Value, _ shown: Bool?) -> Value?)
  /// The passes that follow from the value kept so far.
  case then((_ kept: Value) -> [MinimizerPass])

  /// Leaves out elements of a list, in pieces whose size is halved each time, until none can go.
  ///
  /// `put` is the value with fewer elements, without this range of those kept before; nil if there is no such value.
  static func shorten<Element>(
    _ list: @escaping (Value) -> [Element], _ put: @escaping (Value, [Element], Range<Int>) -> Value?
  ) -> Self {
    .then { kept in
      var search = Shortening(list(kept))
      let next: (Value, Bool?) -> Value? = { kept, shown in
        if let shown { search.answer(shown) }
        while let (elements, missing) = search.next() {
          if let candidate = put(kept, elements, missing) { return candidate }
          search.answer(false)
        }
        return nil
      }
      return [.candidates(next)]
    }
  }

  /// Leaves out elements of a list, which may become empty.
  static func shorten<Element>(_ list: WritableKeyPath<Value, [Element]>) -> Self {
    shorten {
      $0[keyPath: list]
    } _: { kept, elements, _ in
      var shorter = kept
      shorter[keyPath: list] = elements
      return shorter
    }
  }

  /// Puts the first of these values that shows the fault.
  static func first(_ values: @escaping (_ kept: Value) -> [Value]) -> Self {
    .then { kept in
      var rest = values(kept)[...]
      return [.candidates { _, shown in shown == true ? nil : rest.popFirst() }]
    }
  }

  /// Repeats passes until they change nothing.
  static func repeated(_ passes: [Self]) -> Self {
    .then { before in passes + [.then { $0 == before ? [] : [repeated(passes)] }] }
  }

  /// Replaces each byte by the plainest one that will do.
  static func plainBytes(_ bytes: WritableKeyPath<Value, [UInt8]>) -> Self {
    .then { kept in
      kept[keyPath: bytes].indices.map { index in
        .first { kept in
          plainer(kept[keyPath: bytes][index]).map { byte in
            var plain = kept
            plain[keyPath: bytes][index] = byte
            return plain
          }
        }
      }
    }
  }

  /// Bytes that may replace this one so that an input is easier to read, the plainest first.
  private static func plainer(_ byte: UInt8) -> [UInt8] {
    switch byte {
    case UInt8(ascii: "x"): []
    case UInt8(ascii: "0")...UInt8(ascii: "9"): Array("x20".utf8.prefix { $0 != byte })
    case 0x0D, 0x0A, 0x20, 0x2D: [UInt8(ascii: "x")]
    case 0x80...: Array("x 2".utf8) + (byte == 0xE9 ? [] : [0xE9])
    default: Array("x 2".utf8)
    }
  }
}
