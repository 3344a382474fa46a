import Testing

@testable import ftpraw

@Suite("Placeholder")
struct PlaceholderTests {
  @Test func imports() {}
}
