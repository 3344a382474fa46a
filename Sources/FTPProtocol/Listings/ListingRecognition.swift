/// The form that a listing seems to have, and why.
public struct ListingRecognition: Hashable, Sendable {
  /// Why a listing seems to have a form.
  package enum Reason: Hashable, Sendable {
    /// The caller said so.
    case chosen
    /// A line, counted from 1, is a heading that only this form has.
    case heading(line: Int)
    /// A line, counted from 1, is an entry in this form but in none of those tried before.
    case entry(line: Int)
  }

  /// The form.
  public let form: ListingForm
  /// Why.
  package let reason: Reason
}

extension ListingRecognition: CustomStringConvertible {
  /// Form and reason as a phrase.
  public var description: String {
    switch reason {
    case .chosen: "\(form.rawValue), which was chosen"
    case .heading(let line): "\(form.rawValue), because line \(line) is a heading of it"
    case .entry(let line): "\(form.rawValue), because line \(line) is an entry of it"
    }
  }
}
