import FTPProtocol
import Testing

@Suite("Listings of DOS, Windows and OS/2 are read as servers write them")
struct WindowsListingTests {
  static let rows = [
    ListingRow(
      .dos, "05-17-24  09:30AM                   42 notes.txt", "file 42 2024-05-17T09:30?c notes.txt"),
    ListingRow(
      .dos, "05-17-24  12:00AM                   42 notes.txt", "file 42 2024-05-17T00:00?c notes.txt"),
    ListingRow(.dos, "05-17-24  12:00PM       <DIR>          noon", "directory - 2024-05-17T12:00?c noon"),
    ListingRow(
      .dos, "05-17-2024  09:30PM                   42 notes.txt", "file 42 2024-05-17T21:30 notes.txt"),
    ListingRow(
      .dos, "05-17-24  21:30       <DIR>          My Documents", "directory - 2024-05-17T21:30?c My Documents"
    ),
    ListingRow(.dos, "2024-05-17  21:30       <DIR>          a", "directory - 2024-05-17T21:30 a"),
    ListingRow(.dos, "05/17/2024  09:30 PM            1,042 a", "file 1042 2024-05-17T21:30 a"),
    ListingRow(.dos, "17.05.2024  21:30             1.042.000 a", "file 1042000 2024-05-17T21:30 a"),
    ListingRow(.dos, "05-17-124  09:30AM                   42 a", "file 42 2024-05-17T09:30 a"),
    ListingRow(.dos, "05-06-24  09:30AM                   42 a", "file 42 2024-05-06T09:30?co a"),
    ListingRow(.dos, "17-05-24  09:30                   42 a", "file 42 2024-05-17T09:30?co a"),
    // A name with a leading space, after a size and in its column.
    ListingRow(.dos, "05-17-24  09:30AM                   42  a", "file 42 2024-05-17T09:30?c  a"),
    ListingRow(.dos, "05-17-24  09:30AM       <DIR>           a b", "directory - 2024-05-17T09:30?c  a b"),
    ListingRow(.dos, "05-17-24  09:30AM       <DIR> a", "directory - 2024-05-17T09:30?c a"),
    ListingRow(
      .dos, "05-17-2024  09:30       <SYMLINKD>     now [D:\\pub\\current]",
      "link - 2024-05-17T09:30 to=D:\\\\pub\\\\current now"),
    // Times with one letter.
    ListingRow(.dos, "05-17-97  09:30p     <DIR>   pub", "directory - 1997-05-17T21:30?c pub"),
    ListingRow(.dos, "05-17-97  09:30a        12   a b", "file 12 1997-05-17T09:30?c a b"),
    ListingRow(.dos, "97-05-17   12:30A        12    a", "file 12 1997-05-17T00:30?c a"),
    ListingRow(.dos, "05/17/97  9:30 p        12   a", "file 12 1997-05-17T21:30?c a"),
    ListingRow(.dos, "05-17-2024  09:30       <JUNCTION>     now", "link - 2024-05-17T09:30 now"),
    ListingRow(
      .os2, "    42      A          05-17-99   09:30  NOTES.TXT",
      "file 42 1999-05-17T09:30?c permissions=A NOTES.TXT"),
    ListingRow(
      .os2, "     0           DIR   05-17-2004 09:30  pub", "directory 0 2004-05-17T09:30 permissions=DIR pub"
    ),
    ListingRow(
      .os2, "    42    RSA    DIR   05-17-104   09:30  a b",
      "directory 42 2004-05-17T09:30 permissions=RSA    DIR a b"),
  ]

  @Test(arguments: rows) func lines(row: ListingRow) { check(row) }

  static let none = [
    "05-17-24  09:30AM       <DIR>", "05-17-24  09:30AM       <DIR>   ", "05-17-24  09:30AM       42",
    "05-17-24  09:30AM       -1 a", "05-17-24  09:30AM       <FOO>          a",
    "05-17-24  13:30AM       42 a",
    "05-17-24  00:30PM       42 a", "05-17-24  09:30XM       42 a", "05-17-24  13:30p       42 a",
    "05-17-24  09:30x       42 a",
    "05-17-24  09:30pp       42 a", "05-17-24  09:30m       42 a", "32-17-24  09:30AM       42 a",
    "05-32-34  24:30       42 a", "05-17     09:30AM       42 a", "05-MAY-24 09:30AM       42 a",
    "05-17-24 42 a",
    "    42      a          05-17-99   09:30  NOTES.TXT", "                 DIR   05-17-99   09:30  pub",
    "    42      A          05-17-99   29:30  NOTES.TXT",
  ]

  @Test(arguments: none) func noEntries(line: String) {
    #expect(listing(Array(line.utf8)).lines.map(text) == ["unread"])
  }

  @Test func theOrderOfDatesFollowsTheCallerOrTheListing() {
    let lines = Array("05-06-24  09:30  1 a\r\n17-05-24  09:30  1 b\r\n05-06-24  09:30  1 c\r\n".utf8)
    let dates = { (order: ListingDateOrder?) in
      listing(lines, dateOrder: order).lines.map { $0.entry?.modified.map { "\($0)" } ?? "-" }
    }
    #expect(dates(nil) == ["2024-05-06T09:30", "2024-05-17T09:30", "2024-06-05T09:30"])
    #expect(dates(.dayFirst) == ["2024-06-05T09:30", "2024-05-17T09:30", "2024-06-05T09:30"])
    #expect(dates(.monthFirst) == ["2024-05-06T09:30", "-", "2024-05-06T09:30"])
    // An unambiguous date settles the order for the dates after it.
    let settled = Array("05-06-2024  09:30  1 a\r\n17-05-2024  09:30  1 b\r\n05-06-2024  09:30  1 c\r\n".utf8)
    let read = listing(settled).lines.compactMap { $0.entry?.modified }
    #expect(read.map { "\($0)" } == ["2024-05-06T09:30", "2024-05-17T09:30", "2024-06-05T09:30"])
    #expect(read.map(\.guesses) == [.order, [], []])
  }
}
