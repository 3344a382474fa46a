import Testing

@testable import FTPRequirements

@Suite("Placeholder")
struct PlaceholderTests {
  @Test func imports() {}
}
