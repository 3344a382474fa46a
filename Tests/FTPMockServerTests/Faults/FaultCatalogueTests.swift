import EmbeddedTexts
import FTPProtocol
import FTPText
import Testing

@testable import FTPMockServer

@Suite("The catalogue of faults is complete, and explains what is wrong with a name or a value")
struct FaultCatalogueTests {
  @Test(arguments: FaultCatalogue.all.map(\.name))
  func everyEntryIsWhole(name: String) throws {
    let kind = try #require(FaultCatalogue.kind(named: name))
    #expect(name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D })
    #expect(name.hasPrefix(kind.family + "-"))
    #expect(kind.summary.hasSuffix(".") && !kind.summary.dropLast().hasSuffix("."))
    #expect(!kind.summary.contains("\n") && kind.summary.count < 160)
    switch kind.source {
    case .requirement(let requirement): #expect(!requirement.description.isEmpty)
    case .field(let number, let software):
      #expect(number.first == "Q" && number.dropFirst().allSatisfy(\.isNumber) && !software.isEmpty)
    }
    // The default is an ordinary value.
    #expect(try Fault(name).description == name)
    if let parameter = kind.parameter {
      #expect(try Fault("\(name)=\(parameter.defaultValue)").value == parameter.defaultValue)
    }
  }

  @Test func familiesHoldTheirFaults() {
    for family in FaultCatalogue.families {
      #expect(family.kinds.allSatisfy { $0.family == family.name }, "\(family.name)")
      #expect(!family.kinds.isEmpty && !family.title.hasSuffix("."))
    }
    #expect(Set(FaultCatalogue.all.map(\.name)).count == FaultCatalogue.all.count)
    #expect(Set(FaultCatalogue.families.map(\.name)).count == FaultCatalogue.families.count)
  }

  @Test func whatIsInTheTextIsDoneAndTheOtherWayRound() {
    let rows = embedded_faults().tables.flatMap(\.rows)
    let habits = rows.filter { $0.columns.count > 2 }
    #expect(habits.allSatisfy { ServerHabit(rawValue: $0.columns[2]) != nil })
    let names = rows.map(\.name)
    #expect(names.sorted() == (habits.map(\.name) + FaultCatalogue.bodies.keys).sorted())
    #expect(names == FaultCatalogue.all.map(\.name))
  }

  @Test func everyDialectIsNamed() throws {
    let summary = try #require(FaultCatalogue.kind(named: "listing-dialect")?.summary)
    #expect(summary.hasSuffix(": \(ListingDialect.all.map(\.name).joined(separator: ", "))."))
  }

  @Test(arguments: [
    ("reply-split=0", "'0' is not a whole number from 1 to 100000"),
    ("reply-split=-1", "'-1' is not a whole number from 1 to 100000"),
    ("reply-split=99999999999999999999", "'99999999999999999999' is not a whole number from 1 to 100000"),
    ("reply-split=", "'' is not a whole number from 1 to 100000"),
    ("reply-bare-lf=1", "it takes no value"),
    ("reply-bare-lf=", "it takes no value"),
    ("session-slow=soon", "'soon' is not a span of time such as 300ms, 1.5s or 2m"),
    ("session-slow=1.2.3s", "'1.2.3s' is not a span of time such as 300ms, 1.5s or 2m"),
    ("session-slow=25h", "'25h' is not a span of time such as 300ms, 1.5s or 2m"),
    ("data-close=1XB", "'1XB' is not a number of bytes such as 512, 64KiB or 5MB"),
    ("data-close=9999999GiB", "'9999999GiB' is not a number of bytes such as 512, 64KiB or 5MB"),
    ("greeting-code=99", "'99' is not a reply code of three digits"),
    ("greeting-code=020", "'020' is not a reply code of three digits"),
    ("address-foreign=::1", "'::1' is not an IPv4 address"),
    ("address-delimiter=ab", "'ab' is not one character from ! to ~"),
    ("listing-empty=500", "'500' is not one of 226, 450, 550"),
    ("time-local=15", "'15' is not a number of hours from -14 to +14"),
    ("code-500=A B", "'A B' is not a verb"),
    ("command-as=LIST: ", "there is no command after the colon of 'LIST: '"),
    ("code-answer=NOOP", "'NOOP' is not two parts with a colon between them"),
    ("code-answer=NOOP:20", "'20' is not a reply code of three digits"),
    ("code-swap=A:200", "'A' is not a reply code of three digits"),
  ])
  func wrongValues(text: String, reason: String) {
    let error = #expect(throws: FaultError.self) { try Fault(text) }
    #expect(error?.reason == reason)
    #expect(error?.isUnknownName == false)
    #expect(error?.name == String(text.prefix { $0 != "=" }))
  }

  @Test(arguments: [
    ("size-odd", "there is no such fault; its family has size-zero, size-wrong, "),
    ("", "there is no such fault; the families are greeting, login, "),
    ("Reply-split", "there is no such fault; the families are greeting, login, "),
  ])
  func unknownNames(text: String, reason: String) {
    let error = #expect(throws: FaultError.self) { try Fault(text) }
    #expect(error?.reason.hasPrefix(reason) == true)
    #expect(error?.isUnknownName == true)
  }

  @Test(arguments: [
    ("300ms", Duration.milliseconds(300)), ("1.5s", .milliseconds(1500)), ("2m", .seconds(120)),
    ("7", .seconds(7)),
    ("0.25", .milliseconds(250)), ("1440m", .seconds(86_400)), ("0ms", .zero), ("10 s", .seconds(10)),
  ])
  func spansOfTime(text: String, duration: Duration) {
    #expect(Quantity.duration(text) == duration)
  }

  @Test(
    arguments: [
      ("512", 512), ("200KiB", 204_800), ("5 MB", 5_000_000), ("1K", 1000), ("1GiB", 1 << 30), ("0", 0),
      ("3bytes", 3),
    ] as [(String, UInt64)])
  func numbersOfBytes(text: String, count: UInt64) {
    #expect(Quantity.byteCount(text) == count)
  }
}
