import Testing

@testable import FTPMockServer

@Suite("Placeholder")
struct PlaceholderTests {
  @Test func imports() {}
}
