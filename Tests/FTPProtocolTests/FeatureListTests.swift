import FTPProtocol
import Testing

@Suite("A 211 lists one feature per line")
struct FeatureListTests {
  static let space = "2389:3.2:feat-leading-space"
  static let end = "2389:3.2:feat-listing"

  static let rows = [
    CodecRow("211-Features:\n MDTM\n REST STREAM\n211 End", "MDTM,REST STREAM"),
    CodecRow("211-\n SIZE\n211 END", "SIZE"),
    CodecRow("211 No features", ""),
    CodecRow("211 MDTM SIZE", ""),
    CodecRow("211-x\n SIZE\n211 End.", "SIZE \(end)"),
    CodecRow("211-x\n SIZE\n211 ", "SIZE \(end)"),
    CodecRow("211-x\n211-SIZE\n211-MDTM\n211 End", "SIZE,MDTM \(space) \(space)"),
    CodecRow("211-x\n211- SIZE\n211 End", "SIZE \(space)"),
    CodecRow("211-x\nSIZE\n  MDTM\n\tTVFS\n211 End", "SIZE,MDTM,TVFS \(space) \(space) \(space)"),
    CodecRow("211-x\n size\n Mdtm\n211 End", "size,Mdtm 2389:3.2:feat-upper-case 2389:3.2:feat-upper-case"),
    CodecRow("211-x\n SIZE \n211 End", "SIZE ~2389:3.2:feat-line"),
    CodecRow("211-x\n REST\tSTREAM\n211 End", "REST\tSTREAM 2389:3.2:feat-line"),
    CodecRow("211-x\n SIZ\u{e9}\n211 End", "SIZ\u{e9} 2389:3.2:feat-line"),
    CodecRow("211-x\n SIZE\n\n \n211 End", "SIZE 2389:3.2:feat-line 2389:3.2:feat-line"),
    CodecRow("211-x\n211 End", " 2389:3.2:feat-none"),
    CodecRow("211-x\n SIZE\n SIZE\n211 End", "SIZE,SIZE 5797:2:labels-unique"),
    CodecRow("211-x\n AUTH TLS\n AUTH SSL\n211 End", "AUTH TLS,AUTH SSL"),
    CodecRow("211-x\n FEAT\n211 End", "FEAT 2389:3.2:feat-not-itself"),
    CodecRow("211-x\n MLST size*;type\n211 End", "MLST size*;type 3659:7.8:mlst-in-feat"),
    CodecRow("211-x\n OPTS\n211 End", "OPTS 2389:3.2:feat-not-itself"),
    CodecRow("211-x\n MLST size;\n MLST type;\n211 End", "MLST size;,MLST type; 3659:7.8:mlst-in-feat"),
    CodecRow("211-x\n MLST\n211 End", "MLST"),
    CodecRow("211-x\n Compliance Level: 1 (x)\n211 End", "Compliance Level: 1 (x) 2389:3.2:feat-upper-case"),
    CodecRow("500 What?", "error: 2389:3.2:feat-listing"),
    CodecRow("214-x\n SIZE\n214 End", "error: 2389:3.2:feat-listing"),
  ]

  @Test(arguments: rows) func read(row: CodecRow) throws {
    let wire = row.written.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\r\n")
    let reply = try #require(Reply(parsing: wire + "\r\n"))
    #expect(
      outcome { mode throws(ValueDeviation) in
        let reading = try FeatureList.read(reply, mode)
        let lines = reading.value.features.map { String(decoding: $0.bytes, as: UTF8.self) }
        return Reading(lines.joined(separator: ","), notes: reading.notes)
      } == row.read)
  }

  @Test func featuresAreFoundByLabelWithoutCase() {
    let list = FeatureList([
      .init("REST STREAM"), .init("auth TLS"), .init("AUTH SSL"), .init("MLST Type*;UNIX.mode;"),
      .init("SIZE"),
    ])
    #expect(list["rest"]?.parameters == "STREAM")
    #expect(list["SIZE"]?.parameters == "")
    #expect(list["RES"] == nil && list["REST STREAM"] == nil)
    #expect(list.contains("size") && !list.contains("MDTM"))
    #expect(list.all("AUTH").map(\.parameters) == ["TLS", "SSL"])
    #expect(list.facts == [FactSelection("Type", isEnabled: true), FactSelection("UNIX.mode")])
    #expect(FeatureList([]).facts == nil)
  }

  @Test(arguments: [[], ["SIZE"], ["MDTM", "REST STREAM", "211 x", "MLST a*;b;"]])
  func whatIsWrittenIsReadBack(lines: [String]) throws {
    let list = FeatureList(lines.map { .init($0) })
    let reply = try #require(Reply(parsing: list.reply.bytes))
    #expect(try FeatureList.read(reply).value == list)
    #expect(reply.deviations.isEmpty)
  }

  @Test(arguments: [
    CodecRow("", "[]"), CodecRow("Type*;Size;", "[Type*, Size]"),
    CodecRow("Type*;Size", "[Type*, Size] 3659:7.8:mlst-in-feat"),
    CodecRow("a;;b;", "[a, b] 3659:7.8:mlst-in-feat"), CodecRow("*;", "[] 3659:7.8:mlst-in-feat"),
    CodecRow("a; b;", "[a, b] 3659:7.8:mlst-in-feat"), CodecRow("a *;", "[a*] 3659:7.8:mlst-in-feat"),
    CodecRow("a=b;", "[a=b] 3659:7.8:mlst-in-feat"), CodecRow(";", "[] 3659:7.8:mlst-in-feat"),
    CodecRow("a", "[a] 3659:7.8:mlst-in-feat"),
  ]) func selections(row: CodecRow) {
    let reading = FactSelection.read(row.written.utf8)
    #expect(line(reading) == row.read)
    if reading.isCanonical { #expect(FactSelection.list(reading.value) == row.written) }
  }
}
