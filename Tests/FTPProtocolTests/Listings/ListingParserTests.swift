import Testing

@testable import FTPProtocol

@Suite("Each line of a listing is returned once, complete, and with its meaning")
struct ListingParserTests {
  private static func read(_ text: String, form: ListingForm? = nil, system: SystemReply.System? = nil)
    -> [String]
  {
    listing(Array(text.utf8), form: form, system: system).lines.map(FTPProtocolTests.text)
  }

  @Test func linesThatAreNotEntries() {
    let entry = "file 1 2019-05-17 links=1 mode=644 a"
    let line = "-rw-r--r-- 1 1 May 17 2019 a"
    #expect(
      Self.read("total 0\r\n\r\n \t\r\n\(line)\r\ntotal 12 K\r\n") == [
        "total", "blank", "blank", entry, "total",
      ])
    #expect(Self.read("insgesamt 12\n\(line)\ninsgesamt 12\n") == ["total", entry, "unread"])
    #expect(Self.read("total -1\nGrand total of 2 files\ntotally\n") == ["total", "total", "unread"])
    #expect(
      Self.read("ls: pub: Permission denied\nftpd: .: I/O trouble\n/bin/ls: cannot open directory x: no\n")
        == ["message", "message", "message"])
    #expect(Self.read("No data sets found.\nAccess is denied.\n") == ["message", "message"])
    #expect(
      Self.read("./pub:\ntotal 4\n\(line)\n\n./pub/deep:\n") == [
        "heading", "total", entry, "blank", "heading",
      ])
    #expect(Self.read("") == [])
    #expect(Self.read("\n") == ["blank"])
    #expect(Self.read("\r") == ["blank"])
  }

  @Test func aListingHasOneForm() {
    let unix = "-rw-r--r-- 1 1 May 17 2019 a"
    let dos = "05-17-2019  09:30   1 b"
    let entry = "file 1 2019-05-17 links=1 mode=644 a"
    let both = listing(Array("\(unix)\n\(dos)\n".utf8))
    #expect(both.lines.map(text) == [entry, "unread"])
    #expect(both.recognition?.description == "unix, because line 1 is an entry of it")
    let other = listing(Array("hello\n\n\(dos)\n\(unix)\n".utf8))
    #expect(other.lines.map(text) == ["unread", "blank", "file 1 2019-05-17T09:30 b", "unread"])
    #expect(other.recognition?.reason == .entry(line: 3))
    let chosen = listing(Array("\(unix)\n\(dos)\n".utf8), form: .dos)
    #expect(chosen.lines.map(text) == ["unread", "file 1 2019-05-17T09:30 b"])
    #expect(chosen.recognition?.description == "dos, which was chosen")
    #expect(listing(Array("hello".utf8)).recognition == nil)
  }

  @Test(arguments: [
    (SystemReply.System.unix, ListingForm.unix), (.windowsNT, .dos), (.vms, .vms), (.mvs, .mvs),
    (.os400, .os400),
    (.macOS, .netpresenz), (.netWare, .netware), (.tops20, .eplf),
  ]) func aSystemIsAHint(system: SystemReply.System, first: ListingForm) {
    #expect((ListingForm.forms(of: system) + ListingForm.allCases).first == first)
    let unix = "-rw-r--r-- 1 1 May 17 2019 a"
    #expect(listing(Array(unix.utf8), system: system).recognition?.form == .unix)
  }

  @Test func aHalfThatHasNoOther() {
    let unix = "-rw-r--r-- 1 1 May 17 2019 a"
    let entry = "file 1 2019-05-17 links=1 mode=644 a"
    #expect(Self.read("A.B;1\n\(unix)\n") == ["unread", entry])
    #expect(
      Self.read("A.B;1\nC.D;1\n1 17-MAY-2019\n") == ["unread", "file 512~512 2019-05-17 version=1 C.D"])
    #expect(Self.read("A.B;1") == ["unread"])
    #expect(Self.read("A.B;1\n") == ["unread"])
    let read = listing(Array("A.B;1\n 1 17-MAY-2019\nC.D;1 1 17-MAY-2019\n".utf8))
    #expect(read.recognition?.reason == .entry(line: 1))
    #expect(read.lines.first?.entry?.line == Array("A.B;1\n 1 17-MAY-2019\n".utf8))
  }

  @Test func aLineHasABound() {
    let line = "-rw-r--r-- 1 1 May 17 2019 "
    let fits = line + String(repeating: "a", count: 99 - line.utf8.count)
    let long = line + String(repeating: "a", count: 100 - line.utf8.count)
    let bytes = Array("\(fits)\n\(long)\nA.B;1\n\(long)\n\(fits)\n\(long)b".utf8)
    for segments in segmentations(bytes) {
      var parser = ListingParser(clock: listingClock, lineLength: 100)
      var lines: [ListedLine] = []
      for segment in segments {
        parser.append(segment)
        while let line = parser.next() { lines.append(line) }
      }
      parser.finish()
      while let line = parser.next() { lines.append(line) }
      #expect(
        lines.map { if case .entry = $0.meaning { "entry" } else { text($0) } } == [
          "entry", "too long: 101", "unread", "too long: 101", "entry", "too long: 101",
        ])
      #expect(lines.allSatisfy { $0.bytes.count <= 100 })
      #expect(lines[1].bytes == Array(long.utf8))
    }
    #expect(ListingParser(clock: listingClock, lineLength: 1).lineLength == 80)
  }

  @Test func nothingComesAfterTheEnd() {
    var parser = ListingParser(clock: listingClock)
    parser.append("a\n".utf8)
    parser.finish()
    parser.append("b\n".utf8)
    #expect(parser.next().map(text) == "unread")
    #expect(parser.next() == nil)
    parser.finish()
    #expect(parser.next() == nil)
  }

  @Test func spansAreTakenIn() {
    let bytes = Array("-rw-r--r-- 1 1 May 17 2019 a".utf8)
    var parser = ListingParser(clock: listingClock)
    parser.append(bytes.span)
    #expect(parser.next() == nil)
    parser.finish()
    #expect(parser.next()?.entry?.text == "a")
  }
}
