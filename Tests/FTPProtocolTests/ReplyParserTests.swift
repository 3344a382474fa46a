import Testing

@testable import FTPProtocol

@Suite("A reply parser reads the same replies however the bytes are cut")
struct ReplyParserTests {
  @Test("every segmentation gives the expected replies", arguments: replyCases)
  func segmented(_ example: ReplyCase) throws {
    for segments in segmentations(example.bytes) {
      var parser = ReplyParser(example.leniency)
      var replies: [Reply] = []
      for segment in segments {
        parser.append(segment)
        while let reply = try parser.next() { replies.append(reply) }
      }
      #expect(replies.map(Expected.init) == example.expected)
      #expect(Array(parser.unfinished) == example.leftover)
      #expect(example.bytes.starts(with: replies.flatMap(\.bytes)))
    }
  }

  @Test("bytes of the next reply change nothing", arguments: replyCases.filter { $0.leftover.isEmpty })
  func trailing(_ example: ReplyCase) throws {
    for tail in ["2", "226", "226-", "226 Do", "x"] {
      var parser = ReplyParser(example.leniency)
      parser.append(example.bytes + tail.latin1)
      var replies: [Reply] = []
      while let reply = try parser.next() { replies.append(reply) }
      #expect(replies.map(Expected.init) == example.expected)
      #expect(parser.unfinished.suffix(tail.utf8.count) == tail.latin1[...])
    }
  }

  @Test("strict throws exactly where there is a deviation", arguments: replyCases)
  func strict(_ example: ReplyCase) {
    var leniency = example.leniency
    leniency.rejected = Leniency.strict.rejected
    let kinds = example.expected.flatMap(\.deviations)
    for segments in segmentations(example.bytes) {
      var parser = ReplyParser(leniency)
      var error: ReplyParserError?
      var replies: [Reply] = []
      do throws(ReplyParserError) {
        for segment in segments {
          parser.append(segment)
          while let reply = try parser.next() { replies.append(reply) }
        }
      } catch { () }
      do throws(ReplyParserError) { _ = try parser.next() } catch let caught { error = caught }
      if let first = kinds.first {
        guard case .deviation(let deviation)? = error?.reason else {
          Issue.record("\(String(describing: error))")
          continue
        }
        #expect(deviation.kind == first)
      } else if example.leftover.isEmpty {
        #expect(error == nil)
      }
      #expect(replies.map(Expected.init) == Array(example.expected.prefix { $0.deviations.isEmpty }))
    }
  }

  @Test("a caller can choose which deviations are errors")
  func chosen() throws {
    var parser = ReplyParser(Leniency(rejected: [.bareLineFeed]))
    parser.append("x\r\n220Ready\r\n220 a\n".latin1)
    #expect(try parser.next()?.code == 220)
    #expect(throws: ReplyParserError.self) { try parser.next() }
  }

  @Test(
    "closing the connection ends an unambiguous last line",
    arguments: [
      ("226 Done", 226, ReplyDeviation.Kind.unterminatedLine), ("226 Done\r", 226, .unterminatedLine),
      ("226 ", 226, .unterminatedLine), ("226\r", 226, .missingText),
      ("226-a\r\n226 b", 226, .unterminatedLine),
      ("226Done", 226, .missingSeparator),
    ])
  func closed(_ bytes: String, _ code: ReplyCode.RawValue, _ kind: ReplyDeviation.Kind) throws {
    for segments in segmentations(bytes.latin1) {
      var parser = ReplyParser()
      for segment in segments { parser.append(segment) }
      let reply = try #require(try parser.finish())
      #expect(reply.code.rawValue == code)
      #expect(reply.bytes == bytes.latin1)
      #expect(reply.deviations.first?.kind == kind)
      #expect(reply.deviations.last?.kind == .unterminatedLine)
      #expect(try parser.finish() == nil)
      #expect(parser.unfinished.isEmpty)
    }
    var strict = ReplyParser(.strict)
    strict.append(bytes.latin1)
    #expect(throws: ReplyParserError.self) { try strict.finish() }
  }

  @Test(
    "closing in the middle of a reply reports what is left",
    arguments: [
      ("22", "a line without end: 22"), ("226", "a line without end: 226"),
      ("226-a", "a line without end: 226-a"),
      (
        "553-a\r\n150 b\r\n",
        "a multi-line reply opened with 553- was not closed; its last line began with 150"
      ),
      ("220-a\r\n", "a multi-line reply opened with 220- was not closed; its last line was: 220-a\\r\\n"),
      (
        "220-a\r\nb\r\n22",
        "a multi-line reply opened with 220- was not closed; its last line was: b\\r\\n, then a line without end: 22"
      ),
      ("SSH-2.0-x\r\n", "1 line that begins with no reply code: SSH-2.0-x\\r"),
      ("a\r\nb\r\n", "2 lines that begin with no reply code: a\\r"),
      ("\u{1B}[2J\r", "a line ended by a bare CR: \\x1b[2J\\r"),
    ])
  func cut(_ bytes: String, _ held: String) {
    for segments in segmentations(bytes.latin1) {
      var parser = ReplyParser()
      for segment in segments { parser.append(segment) }
      #expect(throws: Never.self) { try parser.next() }
      #expect(parser.unfinishedDescription == held)
      let error = #expect(throws: ReplyParserError.self) { try parser.finish() }
      #expect(error?.reason == .unfinished)
      #expect(error?.held == held)
      let again = #expect(throws: ReplyParserError.self) { try parser.next() }
      #expect(again == error)
    }
  }

  @Test("after a clean close nothing is left")
  func clean() throws {
    var parser = ReplyParser()
    parser.append("220 a\r\n221 b\r\n".latin1)
    #expect(try parser.finish()?.code == 220)
    #expect(try parser.finish()?.code == 221)
    #expect(try parser.finish() == nil)
    #expect(parser.unfinishedDescription == "nothing")
  }

  @Test(
    "each limit has its own error, whatever the segmentation",
    arguments: [
      ("220 12345678\r\n", ReplyParserError.Reason.lineTooLong(limit: 12), 0),
      ("220 1234567\r\n", .lineTooLong(limit: 12), 0),
      ("220 123456\r\n220 12345678901", .lineTooLong(limit: 12), 12),
      ("a\r\nb\r\nc\r\n220-d\r\ne\r\n", .tooManyLines(limit: 4), 0),
      ("220-a\r\nb\r\nc\r\nd\r\n220 e\r\n", .tooManyLines(limit: 4), 0),
      ("x\r\n220-12345\r\n1234567890\r\n1234567890\r\n", .replyTooLong(limit: 30), 0),
    ])
  func bounds(_ bytes: String, _ reason: ReplyParserError.Reason, _ offset: Int) {
    let limits = ReplyLimits(lineLength: 12, lines: 4, bytes: 30)
    for leniency in [Leniency.lenient, Leniency(rejected: [.nul])] {
      var errors: Set<ReplyParserError> = []
      for segments in segmentations(bytes.latin1) {
        var parser = ReplyParser(leniency, limits: limits)
        do throws(ReplyParserError) {
          for segment in segments {
            parser.append(segment)
            while try parser.next() != nil {}
          }
          Issue.record("no error")
        } catch { errors.insert(error) }
      }
      #expect(errors.count == 1)
      #expect(errors.first?.reason == reason)
      #expect(errors.first?.offset == offset)
    }
  }

  @Test("a reply within the limits is read")
  func withinBounds() throws {
    var parser = ReplyParser(limits: ReplyLimits(lineLength: 12, lines: 4, bytes: 30))
    parser.append("220 123456\r\na\r\nb\r\nc\r\n220 d\r\n".latin1)
    #expect(try parser.next()?.lines.count == 1)
    #expect(try parser.next()?.lines.count == 4)
    var unbounded = ReplyParser(limits: ReplyLimits(lineLength: .max, lines: .max, bytes: .max))
    unbounded.append("220 a\r\n".latin1)
    #expect(try unbounded.next()?.code == 220)
  }

  @Test("a reply of 10,000 lines can come byte by byte")
  func manyLines() throws {
    var bytes = "211-\r\n".latin1
    for _ in 0..<10_000 { bytes += " a line of some length that is not so short\r\n".latin1 }
    bytes += "211 End\r\n".latin1
    var parser = ReplyParser()
    var found: [Reply] = []
    for byte in bytes {
      parser.append([byte])
      if let reply = try parser.next() { found.append(reply) }
    }
    #expect(found.map(\.lines.count) == [10_002])
    #expect(found.first?.bytes == bytes)
  }
}
