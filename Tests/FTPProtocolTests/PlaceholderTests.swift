import Testing

@testable import FTPProtocol

@Suite("Placeholder")
struct PlaceholderTests {
  @Test func imports() {}
}
