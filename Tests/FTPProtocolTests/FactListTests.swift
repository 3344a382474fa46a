import FTPProtocol
import TestSupport
import Testing

@Suite("An entry of MLSx is facts, one space and a name")
struct FactListTests {
  static let form = "3659:7.2:fact-form"
  static let lines = "3659:7.2:mlsd-lines"

  static let rows = [
    CodecRow("type=file;size=3; a", "type=file;size=3; a"),
    CodecRow("Type=File;Size=3; a", "Type=File;Size=3; a"),
    CodecRow("type=file;  a ", "type=file;  a "),
    CodecRow("type=file; a; b=c;", "type=file; a; b=c;"),
    CodecRow(" a", " a"), CodecRow("  a b", "  a b"),
    CodecRow("perm=; a", "perm=; a"), CodecRow("type=dir;perm=ELCM; d", "type=dir;perm=ELCM; d"),
    CodecRow("type=OS.unix=slink; a", "type=OS.unix=slink; a"),
    CodecRow("type=OS.unix=slink:/x; a", "type=OS.unix=slink:/x; a"),
    CodecRow("UNIX.mode=0644;x.y=z; a", "UNIX.mode=0644;x.y=z; a"),
    CodecRow(
      "modify=20070301120000.5;create=20070301120000; a", "modify=20070301120000.5;create=20070301120000; a"),
    CodecRow("unique=a=b; a", "unique=a=b; a"),
    CodecRow("type=file; a\r\n", "type=file; a"),
    CodecRow("type=cdir; /x", "type=cdir; /x"), CodecRow("type=pdir; /", "type=pdir; /"),
    CodecRow("type=file; x/a", "type=file; x/a ~3659:7.3:mlsd-plain-names"),
    CodecRow("size=1;SIZE=2; a", "size=1;SIZE=2; a ~\(form)"),
    CodecRow("type=file; a\n", "type=file; a 3659:7.2:mlsd-crlf"),
    CodecRow("a", " a \(lines)"), CodecRow("total 12", " total 12 \(lines)"),
    CodecRow("type=file;", "type=file;  \(lines) \(lines)"),
    CodecRow("type=file; ", "type=file;  \(lines)"),
    CodecRow("type=file;size=3 a", "type=file;size=3; a \(form)"),
    CodecRow(
      "type=file;size=3 a b; c", "type=file;size=3 a b; c \(form) \(form) 3659:7.5.7:size-fact"),
    CodecRow(
      "UNIX.groupname=Domain Users;size=3; a", "UNIX.groupname=Domain Users;size=3; a \(form) \(form)"),
    CodecRow("type;size=3; a", "size=3; a \(form)"), CodecRow(";; a", " a \(form) \(form)"),
    CodecRow("=x; a", " a \(form)"), CodecRow("a b=c; d", " a b=c; d \(lines)"),
    CodecRow("size=x; a", "size=x; a 3659:7.5.7:size-fact"),
    CodecRow("size=-1; a", "size=-1; a 3659:7.5.7:size-fact"),
    CodecRow("size=18446744073709551616; a", "size=18446744073709551616; a 3659:7.5.7:size-fact"),
    CodecRow("modify=2007; a", "modify=2007; a 3659:2.3:time-form"),
    CodecRow("modify=191070301120000; a", "modify=191070301120000; a 3659:2.3:time-form"),
    CodecRow("type=link; a", "type=link; a 3659:7.5.1:type-values"),
    CodecRow("type=OS.unix=; a", "type=OS.unix=; a 3659:7.5.1:type-values"),
    CodecRow("perm=rx; a", "perm=rx; a 3659:7.5.5:perm-letters"),
    CodecRow("sizd=3; a", "sizd=3; a 3659:7.6:fact-names"),
    CodecRow("media-type=a*b; a", "media-type=a*b; a \(form)"),
    CodecRow(
      "modify=20070301120000;create=20080301120000; a",
      "modify=20070301120000;create=20080301120000; a 3659:7.5.4:create-before-modify"),
    CodecRow("type=file; a\rb", "type=file; a\\rb 3659:2.2:crlf-in-names"),
    CodecRow("", "error: \(lines)"), CodecRow("\r\n", "error: \(lines)"),
  ]

  /// Whether a line of MLSD has the form of an entry.
  @Test(arguments: [
    ("type=file; a", true), ("x=; a", true), ("UNIX.groupname=Domain Users;size=3; a", true),
    ("a=b;  a ", true),
    (" a", false), ("a", false), ("5 a", false), ("type=file;size=3 a", false), ("type;size=3; a", false),
    (";type=file; a", false), ("type=file; ", false), ("type=file;", false), ("type=file;a", false),
    ("", false),
    ("Note: a=b; c", false), (" type=file; a", false),
  ])
  func hasTheFormOfAnEntry(line: String, hasForm: Bool) {
    for end in ["", "\r\n"] { #expect((FactList.entry(ofLine: (line + end).utf8) != nil) == hasForm) }
  }

  @Test(arguments: rows) func read(row: CodecRow) throws {
    #expect(outcome { mode throws(ValueDeviation) in try FactList.read(row.written.utf8, mode) } == row.read)
    guard let strict = try? FactList.read(row.written.utf8, .strict) else { return }
    #expect(
      try strict.value.encoded() + (row.written.hasSuffix("\r\n") ? [13, 10] : []) == Array(row.written.utf8))
  }

  @Test func factsHaveTypes() throws {
    let text =
      "Type=dir;Size=18446744073709551615;Modify=20070301120000.5;Create=19990101000000;Perm=elfdmcp;"
      + "Unique=fe05U1;Lang=en;Media-Type=text/plain;CharSet=UTF-8;UNIX.mode=0755; n\u{e9}"
    let entry = try FactList.read(text.utf8, .strict).value
    #expect(entry.type == .directory && entry.type?.isDirectory == true)
    #expect(entry.size == .max)
    #expect(entry.modify?.fraction == "5" && entry.create?.year == 1999)
    #expect(entry.permissions == [.enter, .list, .rename, .delete, .makeDirectory, .create, .purge])
    #expect(entry.permissions?.description == "cdeflmp")
    #expect(entry.unique == "fe05U1" && entry.language == "en" && entry.mediaType == "text/plain")
    #expect(entry.characterSet == "UTF-8" && entry.unixMode == 0o755 && entry["unix.MODE"] == "0755")
    #expect(entry.text == "n\u{e9}" && entry.name == Array("n\u{e9}".utf8))
    #expect(entry["nothing"] == nil)
    let bare = try FactList.read(" a".utf8, .strict).value
    #expect(bare.type == nil && bare.size == nil && bare.modify == nil && bare.permissions == nil)
    #expect(try FactList.read("UNIX.mode=999; a".utf8).value.unixMode == nil)
    #expect(try FactList.read("UNIX.mode=7777777777777; a".utf8).value.unixMode == nil)
    #expect(try FactList.read("UNIX.mode=; a".utf8).value.unixMode == nil)
  }

  @Test func typesAreOpenAndWithoutCase() {
    #expect(EntryType(rawValue: "DIR") == .directory)
    #expect(Set([EntryType(rawValue: "File"), .file]).count == 1)
    let link = EntryType(rawValue: "os.Unix=slink:/a=b")
    #expect(link.systemDefined?.system == "Unix" && link.systemDefined?.kind == "slink:/a=b")
    #expect(EntryType(rawValue: "os.=x").systemDefined == nil)
    #expect(Permissions("RWx?".utf8).intersection(.known) == [.retrieve, .store])
  }

  @Test(arguments: [
    CodecRow("250-x\n type=file; a\n250 End", "type=file; a"),
    CodecRow("250-x\n type=file; /x/a\n250 End", "type=file; /x/a"),
    CodecRow("250-x\n  a\n250 End", " a"), CodecRow("250-x\n type=dir; \n250 End", "type=dir; "),
    CodecRow("250-x\ntype=file; a\n250 End", "type=file; a 3659:7.2:mlst-reply-form"),
    CodecRow("250-x\n250-type=file; a\n250 End", "type=file; a 3659:7.2:mlst-reply-form"),
    CodecRow("250-x\n type=cdir; a\n250 End", "type=cdir; a 3659:7.5.1:cdir-mlsd-only"),
    CodecRow("250-x\n type=file; a\n type=dir; a\n250 End", "type=file; a,type=dir; a"),
    CodecRow(
      "250-x\n type=file; a\n type=dir; b\n250 End", "type=file; a,type=dir; b 3659:7.2:mlst-same-name"),
    CodecRow("250-x\n250 End", "error: 3659:7.2:mlst-reply-form"),
    CodecRow("250 type=file; a", "error: 3659:7.2:mlst-reply-form"),
    CodecRow("550 No", "error: 3659:7.2:mlst-reply-form"),
    CodecRow("250-x\n \n250 End", "error: 3659:7.2:mlst-reply-form"),
  ]) func replies(row: CodecRow) throws {
    let wire = row.written.split(separator: "\n").joined(separator: "\r\n") + "\r\n"
    let reply = try #require(Reply(parsing: wire))
    #expect(
      outcome { mode throws(ValueDeviation) in
        let reading = try FactList.read(reply, mode)
        return Reading(reading.value.map(\.description).joined(separator: ","), notes: reading.notes)
      } == row.read)
  }

  @Test func whatCannotBeReadBackIsNotWritten() {
    for fact in [
      FactList.Fact("", "x"), .init("a b", "x"), .init("a;", "x"), .init("a", "b;c"), .init("a", "b c"),
    ] {
      #expect(throws: ValueDeviation.self) { try FactList([fact], name: "n").encoded() }
    }
    for name in ["a\r\nb", "a\n", "\u{0}"] {
      #expect(throws: ValueDeviation.self) { try FactList([], name: name).encoded() }
    }
  }

  @Test func randomTextNeverTraps() throws {
    var random = SeededGenerator(seed: 9)
    let alphabet = Array("type=file;;;  size=3modify=2007\r\n\u{0}".utf8)
    for round in 0..<Thoroughness.rounds(20_000) {
      let bytes =
        round.isMultiple(of: 2)
        ? random.bytes(upTo: 40, from: alphabet)
        : random.mutated(Array("type=file;size=3;perm=r; a b".utf8), with: alphabet)
      _ = outcome { mode throws(ValueDeviation) in try FactList.read(bytes, mode) }
      if let strict = try? FactList.read(bytes, .strict), bytes.last != 10 {
        #expect(try strict.value.encoded() == bytes)
      }
    }
  }

  /// The description is shown on a terminal.
  @Test func theDescriptionEscapesNamesOfFacts() throws {
    #expect("\(try FactList.read("a\u{1B}[2J=\r; b\n".utf8).value)" == #"a\x1b[2J=\r; b"#)
  }

  @Test func manyFactsAreReadAtOnce() throws {
    let text = (0..<20_000).map { "x.\($0)=;" }.joined() + " a"
    #expect(try FactList.read(text.utf8, .strict).value.facts.count == 20_000)
  }
}
