import FTPProtocol
import Testing

@testable import FTPVectors

@Suite("A vector is read and printed, or rejected with line and column")
struct VectorParserTests {
  static let whole = #"""
    # What it shows.
    #
    # Why it matters.
    id:   example/whole
    rfc:  959:4.2:multiline-end 1123:4.1.2.6:scan-digits
    from: hand-made
    charset: iso-8859-1
    reading: any-code
    differs: mock: it has no such thing
    differs: live: nobody has
    -- open control to {server:address}
    S> 220-Welcome
    S> 220 Ready.
    => 220 greeting success lines=2
    @@ ready type=A restart=none

    # A comment between rows.
    C> PASV
    S> 227 ({data:hostport}).
    => 227 simple success addr={data} code=same 0.2ms
    !! 959:4.2:multiline-end
    !! 959:4.2:multiline-end client
    !! 959:4.2:multiline-end network: expected a; received b
    ~~ mock 502: it cannot
    ~~ live: it may
    -- open data to {data}
    -- open data2 from {:address}
    D> x\r\n
    -- use data
    D< \x00
    D>
    -- half-close data (by the server)
    -- close data (27 bytes, first 4 shown, closed by the server)
    -- close data2
    -- tls control established
    -- tls control record handshake 517 bytes from the client
    -- refuse data
    -- wait 200ms
    -- no reply to PASV
    -- some note
    C>
    S> 22\
    => 220 unfinished
    -- half-close control (by the client)
    -- close control (lost)

    """#

  @Test func everyKindOfRowIsPrintedAsItWasRead() throws {
    let vector = try Vector(parsing: Self.whole)
    #expect(vector.description == Self.whole)
    #expect(vector.comment == ["What it shows.", "", "Why it matters."])
    #expect(vector.id == "example/whole")
    #expect(vector.requirements == ["959:4.2:multiline-end", "1123:4.1.2.6:scan-digits"])
    #expect(vector.charset == "iso-8859-1")
    #expect(vector.reading == .anyCode)
    #expect(vector.differences.map(\.target) == [.mock, .live])
    #expect(vector.rows.first?.line == 11)
    #expect(
      vector.rows.last?.line == Self.whole.split(separator: "\n", omittingEmptySubsequences: false).count - 1)
    #expect(
      vector.placeholders.map(\.description) == [
        "{server:address}", "{data:hostport}", "{data}", "{:address}",
      ])
  }

  @Test func headersMayBeMissing() throws {
    let text = "S> 220 Ready.\nC> NOOP\n"
    let vector = try Vector(parsing: text)
    #expect(vector.id.isEmpty && vector.rows.count == 2)
    #expect(vector.description == text)
  }

  /// A malformed file, the place of the error, and words of the message.
  struct Bad: Sendable, CustomTestStringConvertible {
    var text: String
    var line: Int
    var column: Int
    var words: String
    var testDescription: String { words }

    init(_ text: String, _ line: Int, _ column: Int, _ words: String) {
      self.text = text
      self.line = line
      self.column = column
      self.words = words
    }
  }

  static let bytes = [
    Bad("", 1, 1, "empty"),
    Bad("\u{FEFF}id:   a\n", 1, 1, "byte order mark"),
    Bad("id:   a\r\nS> 220 x\r\n", 1, 8, "CR LF"),
    Bad("id:   a\nS> 220 x\r\n", 2, 9, "Unix line ends"),
    Bad("S> 220\rx\n", 1, 7, "a CR inside"),
    Bad("id:\ta\n", 1, 4, "a tab"),
    Bad("S> 220 a\tb\n", 1, 9, #"\t"#),
    Bad("S> 220 na\u{EF}ve\n", 1, 10, #"write \xc3\xaf"#),
    Bad("# na\u{EF}ve\n", 1, 5, "printable ASCII"),
    Bad("S> 220 \u{0}\n", 1, 8, #"\x00"#),
    Bad("S> 220 x \n", 1, 9, #"\x20"#),
    Bad("S> \n", 1, 3, #"\x20"#),
    Bad("S> 220 x", 1, 9, "no line end"),
    Bad("S> 220 x\nC> NOOP", 2, 8, "no line end"),
  ]

  static let headers = [
    Bad("title: x\n", 1, 1, "no header 'title'"),
    Bad("id:\n", 1, 4, "has no value"),
    Bad("id:   A\n", 1, 7, "lower-case"),
    Bad("id:   /a\n", 1, 7, "path below Vectors"),
    Bad("id:   a//b\n", 1, 9, "path below Vectors"),
    Bad("id:   a/../b\n", 1, 9, "path below Vectors"),
    Bad("id:   a\nid:   b\n", 2, 1, "a second header"),
    Bad("rfc:  959:4.2\n", 1, 7, "not a requirement id"),
    Bad("rfc:  959:4.2:a  959:4.2:b\n", 1, 17, "two spaces"),
    Bad("rfc:  959:4.2:a 959:4.2:a\n", 1, 17, "a second time"),
    Bad("charset: UTF 8\n", 1, 10, "lower case"),
    Bad("reading: strict\n", 1, 10, "use lenient, any-code, bare-cr"),
    Bad("differs: mock\n", 1, 14, "a reason"),
    Bad("differs: moon: x\n", 1, 10, "use client, mock, live"),
    Bad("differs: mock 500: x\n", 1, 10, "in a row ~~"),
    Bad("differs: mock: x\ndiffers: mock: y\n", 2, 10, "a second reason"),
    Bad("S> 220 x\nid:   a\n", 2, 1, "headers must be together"),
  ]

  static let rows = [
    Bad("S>220 x\n", 1, 3, "a space must follow S>"),
    Bad("#x\n", 1, 2, "a space must follow #"),
    Bad("s> 220 x\n", 1, 1, "a row begins with"),
    Bad(" S> 220 x\n", 1, 1, "a row begins with"),
    Bad("220 x\n", 1, 1, "a row begins with"),
    Bad("S> 220 x\n=>\n", 2, 1, "nothing follows"),
    Bad(#"S> 220 a\qb"# + "\n", 1, 9, #"no escape \q"#),
    Bad(#"S> 220 \x4"# + "\n", 1, 8, "two hexadecimal digits"),
    Bad(#"S> 220 \xgg"# + "\n", 1, 8, "two hexadecimal digits"),
    Bad("-- open data\n" + #"D> x\"# + "\n", 2, 5, "no line end that it could take back"),
    Bad("S> 227 {x:hostpost}\n", 1, 8, "no placeholder of the kind 'hostpost'"),
    Bad("S> 227 {x}\n", 1, 8, "nothing has bound 'x'"),
    Bad("S> 227 {x:word}\nS> 227 {x:word}\n", 2, 8, "already bound in line 1"),
    Bad("=> 220 greeting success\n", 1, 1, "must follow its last row S>"),
    Bad("C> NOOP\n=> 220 greeting success\n", 2, 1, "must follow its last row S>"),
    Bad("S> 220 x\n=> 220\n", 2, 7, "a step of the diagram"),
    Bad("S> 220 x\n=> 220 hello success\n", 2, 8, "not a step of the diagram"),
    Bad("S> 220 x\n=> 220 greeting\n", 2, 16, "where the reply leads"),
    Bad("S> 220 x\n=> 220 greeting then(hello)\n", 2, 17, "'then(hello)' is not a box"),
    Bad("S> 220 x\n=> 220 greeting success liness=2\n", 2, 25, "is not a fact"),
    Bad("S> 220 x\n=> 220 greeting success lines=\n", 2, 25, "is not a fact"),
    Bad("S> 220 x\n=> 220  greeting success\n", 2, 8, "two spaces"),
    Bad("S> 220 x\n=> 220 unfinished now\n", 2, 19, "nothing follows"),
    Bad("S> 227 x\n=> 227 simple success addr={data}\n", 2, 28, "nothing has bound 'data'"),
    Bad("!! 959:4.2:multiline-end\n", 1, 1, "no row above can be wrong"),
    Bad("S> 220 x\n!! 959\n", 2, 4, "not a requirement id"),
    Bad("S> 220 x\n!! 959:4.2:x moon\n", 2, 14, "'moon' is not a party"),
    Bad("S> 220 x\n!! 959:4.2:x server, y\n", 2, 14, "'server,' is not a party"),
    Bad("S> 220 x\n@@ sleeping\n", 2, 4, "unknown state"),
    Bad("S> 220 x\n@@ ready colour=red\n", 2, 10, "cannot be compared"),
    Bad("~~ mock: x\n", 1, 1, "there is no reply above"),
    Bad("S> 220 x\n~~ mock 22: x\n", 2, 9, "three digits"),
    Bad("S> 220 x\n~~ mock:x\n", 2, 10, "a reason"),
  ]

  static let marks = [
    Bad("-- open\n", 1, 4, "write `open control"),
    Bad("-- open dat\n", 1, 4, "write `open control"),
    Bad("-- open data1\n", 1, 4, "write `open control"),
    Bad("-- open control from a:1\n", 1, 4, "write `open control"),
    Bad("C> NOOP\n-- open control to a:1\n", 2, 1, "before everything else"),
    Bad("-- close control\n", 1, 4, "closed by the server"),
    Bad("-- close control (closed by a cat)\n", 1, 4, "closed by the server"),
    Bad("-- close data\n", 1, 1, "data is not open"),
    Bad("-- open data\n-- open data\n", 2, 1, "is data2"),
    Bad("-- open data\n-- refuse data\n", 2, 1, "it was not refused"),
    Bad("-- open data\n-- close data (5 byte)\n", 2, 4, "no such mark"),
    Bad("-- open data\n-- close data (first 5 shown)\n", 2, 15, "the total number of bytes"),
    Bad("-- open data\n-- close data (5 bytes, first 5 shown)\n", 2, 15, "which is larger"),
    Bad("-- open data\n-- close data\nD> x\n", 3, 1, "no data connection is open"),
    Bad("D> x\n", 1, 1, "no data connection is open"),
    Bad("-- use data2\n", 1, 1, "data2 is not open"),
    Bad("-- half-close data by the client\n", 1, 4, "half-close control"),
    Bad("-- tls control done\n", 1, 4, "tls control established"),
    Bad("-- tls data established\n", 1, 1, "data is not open"),
    Bad("-- wait long\n", 1, 4, "wait 200ms"),
    Bad("-- wait 3601s\n", 1, 4, "up to an hour"),
    Bad("-- no reply to\n", 1, 4, "write `no reply to VERB`"),
    Bad("-- close control (lost)\nC> NOOP\n", 2, 1, "is already closed"),
    Bad("-- close control (lost)\n-- close control (lost)\n", 2, 1, "is already closed"),
  ].filter { $0.text != "-- no reply to\n" }

  @Test(arguments: bytes + headers + rows + marks)
  func isRefused(_ bad: Bad) {
    #expect {
      try Vector(parsing: bad.text)
    } throws: { error in
      guard let error = error as? VectorSyntaxError else { return false }
      #expect("\(error.line):\(error.column)" == "\(bad.line):\(bad.column)", "\(error)")
      #expect(error.message.contains(bad.words), "\(error)")
      #expect(error.report(path: "a.ftpv").hasPrefix("a.ftpv:\(bad.line):\(bad.column): error: "))
      return true
    }
  }

  /// Whatever bytes a file contains, it is either read or rejected.
  @Test func noBytesTrap() {
    var generator = SeededGenerator(seed: 11)
    let whole = Array(Self.whole.utf8)
    for _ in 0..<400 {
      var bytes = whole
      for _ in 0..<(1 + generator.next() % 3) {
        let index = Int(generator.next() % UInt64(bytes.count))
        switch generator.next() % 3 {
        case 0: bytes[index] = UInt8(truncatingIfNeeded: generator.next())
        case 1: bytes.remove(at: index)
        default: bytes.insert(UInt8(truncatingIfNeeded: generator.next() % 96 + 32), at: index)
        }
      }
      guard let vector = try? Vector(parsing: bytes) else { continue }
      let printed = vector.description
      #expect((try? Vector(parsing: printed))?.description == printed)
      var replay = VectorReplay()
      replay.triesSegmentations = false
      _ = replay.run(vector)
      _ = vector.annotated(addsStates: true)
    }
  }

  @Test(arguments: stride(from: 0, to: whole.utf8.count, by: 7).map { $0 })
  func everyBeginningIsReadOrRefused(count: Int) {
    let beginning = Array(Self.whole.utf8.prefix(count))
    do throws(VectorSyntaxError) {
      let printed = try Vector(parsing: beginning).description
      #expect(try Vector(parsing: printed).description == printed)
    } catch {
      #expect(
        error.line == 1 + beginning.count { $0 == 0x0A } || error.line == beginning.count { $0 == 0x0A })
    }
  }
}
