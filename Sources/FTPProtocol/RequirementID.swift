/// The address of one testable requirement: `<rfc>:<section>:<slug>`, for example `959:4.2:multiline-end`.
///
/// Ids are stable and never reused. The text of each id is in the requirement catalogue
/// (the `RFC` folder of the package); a test proves that it has every id cited in the code.
public struct RequirementID: RawRepresentable, Hashable, Sendable, Codable {
  /// The id: three parts joined by colons.
  public let rawValue: String

  /// Wraps an id without looking it up.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The document: the number of an RFC (`959`) or the short name of a draft (`mfxx`).
  public var document: Substring { rawValue.prefix { $0 != ":" } }

  /// The section of the document, for example `4.1.2.6`; empty if the id has no second part.
  public var section: Substring {
    let rest = rawValue.dropFirst(document.count + 1)
    return rest.prefix { $0 != ":" }
  }
}

extension RequirementID: ExpressibleByStringLiteral, CustomStringConvertible, Comparable {
  /// Wraps a literal id at the place of the check that cites it.
  public init(stringLiteral value: String) { self.init(rawValue: value) }

  /// The id as it is written everywhere.
  public var description: String { rawValue }

  /// Orders ids as text, which groups them by document and section.
  public static func < (left: RequirementID, right: RequirementID) -> Bool { left.rawValue < right.rawValue }
}
