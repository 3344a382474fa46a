import Testing

@testable import FTPTransport

@Suite("Placeholder")
struct PlaceholderTests {
  @Test func imports() {}
}
