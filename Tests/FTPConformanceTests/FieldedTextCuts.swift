import FTPRequirements
import Testing

/// Expects that each beginning of a text with two entries is read, or that a line of it is named.
///
/// - Parameters:
///   - text: The text.
///   - read: Reads a text, and returns how many entries it has.
func expectEveryBeginning(of text: String, _ read: (Substring) throws(CatalogueProblem) -> Int) {
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false).count
  for end in text.indices {
    do throws(CatalogueProblem) { #expect(try read(text[..<end]) <= 2) } catch {
      #expect((1...lines).contains(error.line))
    }
  }
}
