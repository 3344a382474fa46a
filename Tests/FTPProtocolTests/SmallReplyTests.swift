import FTPProtocol
import TestSupport
import Testing

@Suite("The small replies: sizes, markers, systems, unique names")
struct SmallReplyTests {
  @Test(arguments: [
    CodecRow("0", "0"), CodecRow("1024", "1024"), CodecRow("4294967296", "4294967296"),
    CodecRow("18446744073709551615", "18446744073709551615"), CodecRow("007", "7"),
    CodecRow(" 5", "5 3659:4:size-reply-form"), CodecRow("5 ", "5 3659:4:size-reply-form"),
    CodecRow("5 bytes", "5 3659:4:size-reply-form"),
    CodecRow("18446744073709551616", "error: 3659:4:size-reply-form"),
    CodecRow("99999999999999999999999", "error: 3659:4:size-reply-form"),
    CodecRow("-1", "error: 3659:4:size-reply-form"), CodecRow("+1", "error: 3659:4:size-reply-form"),
    CodecRow("1,024", "error: 3659:4:size-reply-form"), CodecRow("5k", "error: 3659:4:size-reply-form"),
    CodecRow("0x10", "error: 3659:4:size-reply-form"), CodecRow("", "error: 3659:4:size-reply-form"),
  ]) func sizes(row: CodecRow) {
    #expect(outcome { mode throws(ValueDeviation) in try SizeReply.read(row.written.utf8, mode) } == row.read)
  }

  @Test(arguments: [
    CodecRow("MARK 1024 = 2048", "MARK 1024 = 2048"), CodecRow("MARK a=b = c", "MARK a=b = c"),
    CodecRow("MARK = = =", "MARK = = ="),
    CodecRow("mark 1 = 2", "MARK 1 = 2 1123:4.1.3.4:mark-reply-form"),
    CodecRow("MARK 1=2", "MARK 1 = 2 1123:4.1.3.4:mark-reply-form"),
    CodecRow("MARK 1 =2", "MARK 1 = 2 1123:4.1.3.4:mark-reply-form"),
    CodecRow("MARK  1  =  2 ", "MARK 1 = 2 1123:4.1.3.4:mark-reply-form"),
    CodecRow("MARK 1 = 2 done", "MARK 1 = 2 1123:4.1.3.4:mark-reply-form"),
    CodecRow("MARK", "error: 1123:4.1.3.4:mark-reply-form"),
    CodecRow("MARK 1 2", "error: 1123:4.1.3.4:mark-reply-form"),
    CodecRow("1 = 2", "error: 1123:4.1.3.4:mark-reply-form"),
    CodecRow("", "error: 1123:4.1.3.4:mark-reply-form"),
    CodecRow("MARK = 2", "error: 959:3.4.2:marker-printable"),
    CodecRow("MARK 1 =", "error: 959:3.4.2:marker-printable"),
    CodecRow("MARK \u{e9} = 2", "error: 959:3.4.2:marker-printable"),
  ]) func marks(row: CodecRow) {
    #expect(outcome { mode throws(ValueDeviation) in try MarkReply.read(row.written.utf8, mode) } == row.read)
  }

  @Test(
    arguments: [
      ("0", UInt64(0), nil), ("1024", 1024, nil), ("0010", 10, nil),
      ("18446744073709551615", UInt64.max, nil),
      ("18446744073709551616", nil, "3659:5.3:rest-out-of-range"),
      ("99999999999999999999999999", nil, "3659:5.3:rest-out-of-range"),
      ("-1", nil, "3659:5.3:rest-digits-only"), ("1k", nil, "3659:5.3:rest-digits-only"),
    ] as [(String, UInt64?, String?)])
  func offsets(text: String, offset: UInt64?, requirement: String?) throws {
    let marker = try RestartMarker(text.utf8)
    do { #expect(try marker.offset() == offset) } catch { #expect(error.requirement.rawValue == requirement) }
    #expect(marker.description == text)
  }

  @Test func markersArePrintable() throws {
    for byte in UInt8.min...UInt8.max {
      let marker = try? RestartMarker([0x41, byte])
      #expect((marker != nil) == (byte >= 33 && byte <= 126))
    }
    #expect(throws: ValueDeviation.self) { try RestartMarker([]) }
    #expect(try RestartMarker(offset: .max).offset() == .max)
  }

  @Test(arguments: [
    CodecRow("UNIX Type: L8", "UNIX Type: L8"), CodecRow("Windows_NT", "Windows_NT"),
    CodecRow("UNIX emulated by FileZilla", "UNIX emulated by FileZilla"),
    CodecRow("unix type: i", "unix type: i"),
    CodecRow("MVS is the operating system of this server.", "MVS is the operating system of this server."),
    CodecRow("Plan9", "Plan9 ~959:4.1.3:syst-system-name"),
    CodecRow("Amnesiac by choice.", "Amnesiac by choice. 959:4.1.3:syst-system-name"),
    CodecRow(" UNIX", "UNIX 959:4.1.3:syst-system-name"),
    CodecRow("\u{e9}x y", "\u{e9}x y 959:4.1.3:syst-system-name"),
    CodecRow("", "error: 959:4.1.3:syst-system-name"), CodecRow(" \t ", "error: 959:4.1.3:syst-system-name"),
  ]) func systems(row: CodecRow) {
    #expect(
      outcome { mode throws(ValueDeviation) in try SystemReply.read(row.written.utf8, mode) } == row.read)
  }

  @Test func systemsAreComparedWithoutCase() throws {
    let reply = try SystemReply.read("unix Type: L8 Version: BSD-44".utf8).value
    #expect(reply.system == .unix)
    #expect(Set([SystemReply.System.unix, reply.system]).count == 1)
    #expect(reply.description == "unix Type: L8 Version: BSD-44")
  }

  @Test(arguments: [
    CodecRow("FILE: a.1", "a.1"), CodecRow("FILE: with space ", "with space "),
    CodecRow("FILE:  a", " a"),
    CodecRow("file: a.1", "a.1 1123:4.1.2.9:stou-file-reply"),
    CodecRow("FILE:a.1", "a.1 1123:4.1.2.9:stou-file-reply"),
    CodecRow("Opening data connection. FILE: \"a\"", "a 1123:4.1.2.9:stou-file-reply"),
    CodecRow("Transfer complete (unique file name:a.1).", "a.1 1123:4.1.2.9:stou-file-reply"),
    CodecRow("Opening ASCII mode data connection for a.1.", "a.1 1123:4.1.2.9:stou-file-reply"),
    CodecRow("Opening data connection.", "error: 1123:4.1.2.9:stou-file-reply"),
    CodecRow("FILE: ", "error: 1123:4.1.2.9:stou-file-reply"),
    CodecRow("FILE:", "error: 1123:4.1.2.9:stou-file-reply"),
    CodecRow("", "error: 1123:4.1.2.9:stou-file-reply"),
  ]) func uniqueNames(row: CodecRow) {
    #expect(
      outcome { mode throws(ValueDeviation) in
        let reading = try StoreUniqueReply.read(row.written.utf8, mode)
        return Reading(String(decoding: reading.value.name, as: UTF8.self), notes: reading.notes)
      } == row.read)
  }

  @Test func uniqueNamesCannotForgeReplies() throws {
    #expect(throws: ValueDeviation.self) { try StoreUniqueReply(name: "a\r\nb".utf8).encoded() }
    #expect(try StoreUniqueReply(name: "a b".utf8).encoded() == Array("FILE: a b".utf8))
  }

  @Test func eachReplyHasItsCode() throws {
    let size = try #require(Reply(parsing: "213 42\r\n"))
    #expect(try SizeReply.read(size).value.octets == 42)
    #expect(throws: ValueDeviation.self) { try SystemReply.read(size) }
    #expect(throws: ValueDeviation.self) { try StoreUniqueReply.read(size) }
    let late = try #require(Reply(parsing: "226 Done (unique file name:x)\r\n"))
    #expect(try StoreUniqueReply.read(late).value.name == Array("x".utf8))
    #expect(throws: ValueDeviation.self) { try StoreUniqueReply.read(late, .strict) }
    let system = try #require(Reply(parsing: "215 UNIX Type: L8\r\n"))
    #expect(try SystemReply.read(system, .strict).value.system == .unix)
  }

  /// Whatever is read strictly means the same when it is read leniently.
  @Test func whatIsStrictIsLenientToo() {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<Thoroughness.rounds(10_000) {
      let bytes = random.bytes(upTo: 24, from: Array("MARKmark = 0129 FILE:: for\"\")..".utf8))
      expectSame(bytes) { bytes, mode in try SizeReply.read(bytes, mode).value }
      expectSame(bytes) { bytes, mode in try MarkReply.read(bytes, mode).value }
      expectSame(bytes) { bytes, mode in try SystemReply.read(bytes, mode).value }
      expectSame(bytes) { bytes, mode in try StoreUniqueReply.read(bytes, mode).value }
    }
  }

  private func expectSame<Value: Equatable>(
    _ bytes: [UInt8], _ read: ([UInt8], Leniency) throws -> Value
  ) {
    guard let strict = try? read(bytes, .strict) else { return }
    #expect((try? read(bytes, .lenient)) == strict)
  }
}
