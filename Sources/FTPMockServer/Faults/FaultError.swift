/// Why a text names no fault.
public struct FaultError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name as given.
  public let name: String
  /// What is wrong, in words.
  public let reason: String
  /// True if there is no fault of this name, so that a similar one may be meant.
  public let isUnknownName: Bool

  init(_ name: String, _ reason: String) {
    self.name = name
    self.reason = reason
    isUnknownName = false
  }

  /// The fault does not exist: the reason names those of its family.
  init(unknown name: String) {
    self.name = name
    isUnknownName = true
    let family = name.prefix { $0 != "-" }
    let relatives = FaultCatalogue.all.filter { !family.isEmpty && $0.family == family }.map(\.name)
    reason =
      relatives.isEmpty
      ? "there is no such fault; the families are \(FaultCatalogue.families.map(\.name).joined(separator: ", "))"
      : "there is no such fault; its family has \(relatives.joined(separator: ", "))"
  }

  /// The name and what is wrong with it.
  public var description: String { "'\(name)': \(reason)" }
}
