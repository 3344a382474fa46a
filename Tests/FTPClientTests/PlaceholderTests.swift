import Testing

@testable import FTPClient

@Suite("Placeholder")
struct PlaceholderTests {
  @Test func imports() {}
}
