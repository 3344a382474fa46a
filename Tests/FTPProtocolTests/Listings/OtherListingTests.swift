import FTPProtocol
import Testing

@Suite("Listings of NetWare, Mac OS, VxWorks and EPLF are read as servers write them")
struct OtherListingTests {
  static let rows = [
    ListingRow(
      .netware, "d [RWCEAFMS] marta                          512 May 17 09:30 pub",
      "directory 512 2024-05-17T09:30?y owner=marta permissions=RWCEAFMS pub"),
    ListingRow(
      .netware, "- [R----F--] Marta Weiss                     42 May 17  2019 a b",
      "file 42 2019-05-17 owner=Marta Weiss permissions=R----F-- a b"),
    ListingRow(
      .netware, "-[R----F--] marta    42       May 17 09:30    notes.txt",
      "file 42 2024-05-17T09:30?y owner=marta permissions=R----F-- notes.txt"),
    ListingRow(
      .netware, "- [R----F--] marta    42 May 17 09:30  notes.txt",
      "file 42 2024-05-17T09:30?y owner=marta permissions=R----F--  notes.txt"),
    ListingRow(
      .netpresenz, "-rw-r--r--      300       42      342 May 17 09:30 a b",
      "file 342 2024-05-17T09:30?y mode=644 a b"),
    ListingRow(
      .netpresenz, "rw-rw-rw-          0  464195454  464195454 Jul  1  2016 a.zip",
      "unknown 464195454 2016-07-01 mode=666 a.zip"),
    ListingRow(
      .netpresenz, "drwxrwxr-x               folder        2 May 17  2019 pub",
      "directory - 2019-05-17 mode=775 pub"),
    ListingRow(
      .vxworks, "      42    MAY-17-2024  09:30:05   notes.txt         ",
      "file 42 2024-05-17T09:30:05 notes.txt"),
    ListingRow(
      .vxworks, "    2048    May-17-2024  09:30:05   a b          <DIR>",
      "directory 2048 2024-05-17T09:30:05 a b"),
    ListingRow(
      .eplf, "+i1.7,m1715938200,r,s42,up644,\tnotes.txt", "file 42 2024-05-17T09:30:00 mode=644 notes.txt"),
    ListingRow(.eplf, "+m1715938200,/,\t a b ", "directory - 2024-05-17T09:30:00  a b "),
    ListingRow(.eplf, "+m99999999999999999999,r,s9,upx,,zz,\ta", "file 9 - permissions=x a"),
    ListingRow(.eplf, "+,\ta", "unknown - - a"),
  ]

  @Test(arguments: rows) func lines(row: ListingRow) { check(row) }

  static let none = [
    "a [RWCEAFMS] marta  512 May 17 09:30 pub", "d [RWXEAFMS] marta  512 May 17 09:30 pub",
    "d [RWCEAFMS] marta  512 2024-05-17 pub", "d [RWCEAFMS] marta  512 May 17 09:30 ",
    "d [] marta  512 May 17 09:30 a",
    "    2048    May-17-2024  09:30:05   <DIR", "    2048    May-17-24  09:30:05   a",
    "    2048    17-May-2024  09:30:05   a",
    "    2048    May-17-2024  09:30   a", "+m1715938200,/, a", "+m1715938200,/,\t", "+", "",
  ]

  @Test(arguments: none.dropLast()) func noEntries(line: String) {
    let expected =
      line == "    2048    May-17-2024  09:30:05   <DIR" ? "file 2048 2024-05-17T09:30:05 <DIR" : "unread"
    #expect(listing(Array(line.utf8)).lines.map(text) == [expected])
  }

  @Test func aListingOfVxWorks() {
    let (lines, recognition) = listing(
      Array(
        """
          size          date       time       name
        --------       ------     ------    --------
            2048    May-17-2024  09:30:05   .                 <DIR>
              42    May-17-2024  09:30:05   notes.txt
        """.utf8))
    #expect(
      lines.map(text) == [
        "heading", "heading", "directory 2048 2024-05-17T09:30:05 .", "file 42 2024-05-17T09:30:05 notes.txt",
      ])
    #expect(recognition?.reason == .heading(line: 1))
  }

  @Test func aFolderTellsMacOSFromUnix() {
    let file = "-rw-r--r--    1   41   42 May 17 09:30 a"
    #expect(listing(Array(file.utf8)).recognition?.form == .unix)
    #expect(listing(Array(file.utf8), system: .macOS).recognition?.form == .unix)
    let after = "drwxr-xr-x  folder  0 May 17 09:30 b\n" + file
    #expect(listing(Array(after.utf8)).lines.map(text).last == "file 42 2024-05-17T09:30?y mode=644 a")
    let other = "-rw-r--r--    0   42   42 May 17 09:30 a"
    #expect(listing(Array(other.utf8)).recognition?.form == .netpresenz)
    #expect(listing(Array(other.utf8), system: .unix).recognition?.form == .unix)
  }
}
