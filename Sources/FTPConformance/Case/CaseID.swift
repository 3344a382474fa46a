import FTPProtocol

/// The name of a case: `rfc959/4.2/multiline-end`, made of an RFC or draft, a section, and a slug.
///
/// Ids are stable and never reused, because baselines and reports of users contain them.
public struct CaseID: RawRepresentable, Hashable, Sendable, Codable {
  /// The id: three parts joined by slashes.
  public let rawValue: String

  /// Wraps an id without looking it up.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The RFC or draft: `rfc959`, `draft-mfxx`.
  public var document: Substring { part(0) }
  /// The section of the RFC or draft: `4.2`.
  public var section: Substring { part(1) }
  /// The subject, in words: `multiline-end`.
  public var slug: Substring { part(2) }

  /// The requirement with the same document, section and slug, which most cases are about.
  var requirement: RequirementID {
    let name = document.hasPrefix("rfc") ? document.dropFirst(3) : document
    return RequirementID(rawValue: "\(name):\(section):\(slug)")
  }

  /// A number derived from the id (FNV-1a), for reproducible random choices.
  var seed: UInt64 { SeededGenerator.seed(of: rawValue.utf8) }

  private func part(_ index: Int) -> Substring {
    let parts = rawValue.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    return parts.indices.contains(index) ? parts[index] : ""
  }
}

extension CaseID: ExpressibleByStringLiteral, CustomStringConvertible {
  /// Wraps a literal id.
  public init(stringLiteral value: String) { self.init(rawValue: value) }

  /// The id as reports and baselines write it.
  public var description: String { rawValue }
}
