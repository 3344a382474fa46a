import FTPProtocol

/// One entry of the catalogue of faults.
public struct FaultKind: Sendable {
  /// Why a fault exists.
  package enum Source: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// The requirement that it breaks, or that a client breaks if it cannot cope with the fault.
    case requirement(RequirementID)
    /// An observation in practice: its number among the quirks, and the software that does it.
    case field(String, String)

    package init(stringLiteral id: String) { self = .requirement(RequirementID(rawValue: id)) }

    /// The requirement, or the number and the software.
    package var description: String {
      switch self {
      case .requirement(let identifier): identifier.description
      case .field(let number, let software): "field quirk \(number) (\(software))"
      }
    }
  }

  /// The value after the name of a fault.
  package struct Parameter: Hashable, Sendable {
    /// Its kind, in capitals: `COUNT`, `SPAN`.
    package let name: String
    package let defaultValue: String
  }

  /// The name by which users select it: its family, a hyphen, and words.
  public let name: String
  /// The value after the equals sign; nil if it takes none.
  package let parameter: Parameter?
  /// What the server does, in one sentence.
  public let summary: String
  /// Why it exists.
  package let source: Source
  private let body: FaultBody

  /// The part of the name before the first hyphen.
  public var family: String { String(name.prefix { $0 != "-" }) }

  init(_ name: String, _ summary: String, _ source: Source, _ body: FaultBody) {
    self.name = name
    self.summary = summary
    self.source = source
    self.body = body
    parameter = body.parameter
  }

  func make(_ value: String?) throws(FaultError) -> FaultHooks {
    do throws(UnfitValue) { return try body.make(value) } catch { throw FaultError(name, error.reason) }
  }
}

/// What a fault does, and the value that it takes.
struct FaultBody: Sendable {
  let parameter: FaultKind.Parameter?
  /// Its hooks for a value, or for the default.
  let make: @Sendable (String?) throws(UnfitValue) -> FaultHooks

  /// A fault without a parameter.
  init(_ hooks: FaultHooks) {
    parameter = nil
    make = { value throws(UnfitValue) in
      guard value == nil else { throw UnfitValue("it takes no value") }
      return hooks
    }
  }

  /// A fault that takes a value.
  init<Value>(
    _ parameter: FaultParameter<Value>, _ hooks: @escaping @Sendable (Value) -> FaultHooks
  ) {
    self.parameter = .init(name: parameter.name, defaultValue: parameter.defaultValue)
    make = { text throws(UnfitValue) in hooks(try parameter.read(text ?? parameter.defaultValue)) }
  }
}

extension FaultKind: CustomStringConvertible {
  /// The name with its parameter: `reply-split[=OFFSET]`.
  public var description: String { name + (parameter.map { "[=\($0.name)]" } ?? "") }
}
