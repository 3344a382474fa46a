/// Something that a server does wrong on purpose, or correctly in a way that many clients get wrong.
///
/// ```swift
/// var configuration = MockServer.Configuration()
/// configuration.faults = [try Fault("reply-split=2"), try Fault("data-short")]
/// ```
///
/// Faults can be combined: each changes the reply or transfer that the earlier ones produced.
public struct Fault: Sendable {
  /// The kind of fault.
  public let kind: FaultKind
  /// The value after the equals sign; nil for the default.
  public let value: String?
  let hooks: FaultHooks

  /// Reads `NAME` or `NAME=VALUE`.
  ///
  /// - Throws: if there is no such fault or the value is invalid for it.
  public init(_ text: String) throws(FaultError) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map { String($0) } ?? ""
    guard let kind = FaultCatalogue.kind(named: name) else { throw FaultError(unknown: name) }
    try self.init(kind, value: parts.dropFirst().first.map { String($0) })
  }

  /// Makes a fault of a kind.
  ///
  /// - Throws: if the value is invalid for it.
  public init(_ kind: FaultKind, value: String? = nil) throws(FaultError) {
    self.kind = kind
    self.value = value
    hooks = try kind.make(value)
  }
}

extension Fault: CustomStringConvertible {
  /// The fault as written: `NAME` or `NAME=VALUE`.
  public var description: String { kind.name + (value.map { "=" + $0 } ?? "") }
}
