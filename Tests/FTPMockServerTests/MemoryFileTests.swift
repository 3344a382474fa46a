import Testing

@testable import FTPMockServer

@Suite("Large files in memory are files that the system can send")
struct MemoryFileTests {
  private static let large = FileContents.patternBytes(at: 0, count: 700_001)
  private let storage = MemoryStorage(VirtualTree(), capacity: 1 << 30) { VirtualTree.defaultTime }

  @discardableResult
  private func store(
    _ bytes: [UInt8], at name: String, _ start: WriteStart = .beginning, step: Int = 65_536
  ) throws -> FileContents {
    let path = VirtualPath(name)
    var writer = try storage.write(path, start)
    var rest = bytes[...]
    while !rest.isEmpty {
      try writer.append(rest.prefix(step))
      rest = rest.dropFirst(step)
    }
    try writer.finish(.complete)
    return try storage.read(path)
  }

  @Test(arguments: [1_021, MemoryWriter.arrayLimit, 700_001])
  func theyAreReadAsTheyWereWritten(step: Int) throws {
    let contents = try store(Self.large, at: "large", step: step)
    #expect(contents.allBytes == Self.large)
    #expect(contents.bytes(at: 699_999, limit: 100).elementsEqual(Self.large.suffix(2)))
    #expect(contents.count == 700_001 && contents.memory == 700_001)
    #expect(storage.snapshot.memory == 700_001)
    #if os(Linux) && canImport(Glibc)
      #expect(contents.file?.isInMemory == true)
    #endif
  }

  @Test func aSmallOneTakesNoDescriptor() throws {
    #expect(try store(Array(Self.large.prefix(10_000)), at: "small").file == nil)
    #expect(storage.files.taken == 0)
  }

  @Test func theyGoOnAfterARestartAndAtTheEnd() throws {
    try store(Self.large, at: "large")
    #expect(
      try store([1, 2, 3], at: "large", .offset(600_000)).allBytes == Self.large.prefix(600_000) + [1, 2, 3])
    let whole = try store([4], at: "large", .end)
    #expect(whole.allBytes == Self.large.prefix(600_000) + [1, 2, 3, 4])
    #expect(storage.snapshot.memory == 600_004)
  }

  @Test func oneThatIsReplacedCanStillBeRead() throws {
    let old = try store(Self.large, at: "large")
    try store(Self.large.reversed(), at: "large")
    #expect(old.allBytes == Self.large)
    #expect(try storage.read(VirtualPath("large")).allBytes == Self.large.reversed())
  }

  @Test func theirDescriptorsAreGivenBack() throws {
    for number in 0..<3 { try store(Self.large, at: "\(number)") }
    try store([1], at: "0")
    try storage.removeFile(VirtualPath("1"))
    #expect(storage.files.taken <= 1)
    var writer = try storage.write(VirtualPath("given-up"), .beginning)
    try writer.append(Self.large[...])
    try writer.finish(.undone)
    writer = try storage.write(VirtualPath("empty"), .beginning)
    #expect(storage.files.taken <= 1)
  }

  @Test func whatComesAfterTheLimitIsKeptInArrays() throws {
    let bytes = Array(Self.large.prefix(MemoryWriter.arrayLimit))
    for number in 0..<(MemoryFiles.limit + 3) {
      try store(bytes, at: "\(number)", step: MemoryWriter.arrayLimit)
    }
    #expect(storage.files.taken <= MemoryFiles.limit)
    let last = try storage.read(VirtualPath("\(MemoryFiles.limit + 2)"))
    #expect(last.file == nil && last.allBytes == bytes)
  }
}
