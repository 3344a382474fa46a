import Testing

@testable import FTPVectors

@Suite("Placeholder")
struct PlaceholderTests {
  @Test func imports() {}
}
