import FTPProtocol
import Testing

@Suite("Listings of Unix are read as servers write them")
struct UnixListingTests {
  static let plain = [
    ListingRow(
      .unix, "-rw-r--r--   1 ftp      ftp            42 May 17 09:30 notes.txt",
      "file 42 2024-05-17T09:30?y links=1 owner=ftp group=ftp mode=644 notes.txt"),
    ListingRow(
      .unix, "drwxr-xr-x 3 ftp ftp 4096 Dec 31  1999 pub",
      "directory 4096 1999-12-31 links=3 owner=ftp group=ftp mode=755 pub"),
    ListingRow(
      .unix, "-rw------- 1 0 1001 18446744073709551615 Jun  1 07:08 big",
      "file 18446744073709551615 2023-06-01T07:08?y links=1 owner=0 group=1001 mode=600 big"),
    ListingRow(
      .unix, "-rw-r--r-- 1 0 0 18446744073709551616 Jun  1 07:08 bigger",
      "file - 2023-06-01T07:08?y links=1 owner=0 group=0 mode=644 bigger"),
    // Without a group, without a link count, without both.
    ListingRow(
      .unix, "-rw-r--r--   1 marta              7 Feb 29 23:59 leap",
      "file 7 2024-02-29T23:59?y links=1 owner=marta mode=644 leap"),
    ListingRow(
      .unix, "drwxr-xr-x   marta    staff    512 Mar  3  2019 a",
      "directory 512 2019-03-03 owner=marta group=staff mode=755 a"),
    ListingRow(.unix, "-rw-r--r-- 7 Mar  3  2019 a", "file 7 2019-03-03 mode=644 a"),
    ListingRow(.unix, "-rw-r--r-- 0 0 7 Mar  3  2019 a", "file 7 2019-03-03 owner=0 group=0 mode=644 a"),
    // Spaces in owners and groups.
    ListingRow(
      .unix, "-rwxrwx--- 1 marta Domain Users 11 Mar 30 10:00 plan",
      "file 11 2024-03-30T10:00?y links=1 owner=marta group=Domain Users mode=770 plan"),
    ListingRow(
      .unix, "-rwxrwx--- 1 Marta Weiss     Domain Users   11 Mar 30 10:00 plan",
      "file 11 2024-03-30T10:00?y links=1 owner=Marta Weiss group=Domain Users mode=770 plan"),
    // Fields that run together because a column is too narrow.
    ListingRow(
      .unix, "drwxr-xr-x12345 ftp ftp 4096 Jan  5 00:01 many",
      "directory 4096 2024-01-05T00:01?y links=12345 owner=ftp group=ftp mode=755 many"),
    ListingRow(
      .unix, "-rw-r--r-- 1 www visitors4294967296 Jan  5 00:01 dump",
      "file - 2024-01-05T00:01?y links=1 owner=www mode=644 dump"),
    ListingRow(
      .unix, "-rw-r--r-- 1 www www -2147483648 Jan  5 00:01 dump",
      "file - 2024-01-05T00:01?y links=1 owner=www group=www mode=644 dump"),
    // Numbers at the beginning, by `ls -is`.
    ListingRow(
      .unix, "131074   8 -rw-r--r-- 1 ftp ftp 5000 Jan  5 00:01 a",
      "file 5000 2024-01-05T00:01?y links=1 owner=ftp group=ftp mode=644 a"),
    ListingRow(
      .unix, "-rw-r--r-- 1 ftp ftp 1.5K Jan  5 00:01 rounded",
      "file 1536~102 2024-01-05T00:01?y links=1 owner=ftp group=ftp mode=644 rounded"),
    ListingRow(
      .unix, "-rw-r--r-- 1 ftp ftp 2M Jan  5 00:01 rounded",
      "file 2097152~1048576 2024-01-05T00:01?y links=1 owner=ftp group=ftp mode=644 rounded"),
    // z/OS Unix, busybox, Connect:Enterprise.
    ListingRow(
      .unix, "-rw-r--r--   1 BPXROOT  SYS1         120 Apr  2 08:15 profile",
      "file 120 2024-04-02T08:15?y links=1 owner=BPXROOT group=SYS1 mode=644 profile"),
    ListingRow(
      .unix, "-rw-r--r--    1 0        0             33 Fri May 17 09:30:05 2024 full",
      "file 33 2024-05-17T09:30:05 links=1 owner=0 group=0 mode=644 full"),
    ListingRow(
      .unix, "-C--E-----FTP A BOX7          301       41 Apr 12 13:56 BATCH",
      "file 41 2024-04-12T13:56?y owner=BOX7 group=301 permissions=-C--E-----FTP BATCH"),
    // Without the letter for the kind.
    ListingRow(
      .unix, "rw-r--r--   1 ftp ftp 42 May 17 09:30 a",
      "unknown 42 2024-05-17T09:30?y links=1 owner=ftp group=ftp mode=644 a"),
    // Days and months as numbers with a slash between them.
    ListingRow(
      .unix, "drwxr-xr-x 15  ftp ftp       1024  5/ 6    14:21 pub",
      "directory 1024 2024-05-06T14:21?y links=15 owner=ftp group=ftp mode=755 pub"),
    ListingRow(
      .unix, "-rw-r--r--  2  ftp ftp         12 11/13    1996 a b",
      "file 12 1996-11-13 links=2 owner=ftp group=ftp mode=644 a b"),
  ]

  static let undated = [
    ListingRow(
      .unixUndated, "-rw-r--r--   1 0   0   42 notes.txt",
      "file 42 - links=1 owner=0 group=0 mode=644 notes.txt"),
    ListingRow(
      .unixUndated, "drwxrwxrwx   1 ftp ftp 4096 My Documents",
      "directory 4096 - links=1 owner=ftp group=ftp mode=777 My Documents"),
    ListingRow(
      .unixUndated, "lrwxrwxrwx   1 0 0 11 now -> pub/current",
      "link 11 - links=1 owner=0 group=0 mode=777 to=pub/current now"),
  ]

  static let modes: [(String, String)] = [
    ("-rwsr-xr-x", "file 4755"), ("-rwSr--r--", "file 4644"), ("-rwxr-sr-x", "file 2755"),
    ("-rw-r-Sr--", "file 2644"),
    ("drwxrwxrwt", "directory 1777"), ("drwxrwxrwT", "directory 1776"), ("-rw-r-lr--", "file 2644"),
    ("lrwxrwxrwx", "link 777"), ("prw-r--r--", "pipe 644"), ("srwxr-xr-x", "socket 755"),
    ("Drw-r--r--", "door 644"),
    ("ar--r--r--", "file 444"), ("-rw-r--r--+", "file 644"), ("-rw-r--r--.", "file 644"),
    ("-rw-r--r--@", "file 644"),
    ("drwxrwx", "directory rwxrwx"), ("----------", "file 0"),
  ]

  static let devices = [
    ListingRow(
      .unix, "crw-rw-rw- 1 root tty 5, 0 May 17 09:30 tty",
      "characterDevice - 2024-05-17T09:30?y links=1 owner=root group=tty mode=666 tty"),
    ListingRow(
      .unix, "brw-rw---- 1 root disk 8,17 May 17 09:30 sdb1",
      "blockDevice - 2024-05-17T09:30?y links=1 owner=root group=disk mode=660 sdb1"),
  ]

  static let links = [
    ListingRow(
      .unix, "lrwxrwxrwx 1 ftp ftp 11 May 17 09:30 now -> pub/current",
      "link 11 2024-05-17T09:30?y links=1 owner=ftp group=ftp mode=777 to=pub/current now"),
    ListingRow(
      .unix, "lrwxrwxrwx 1 ftp ftp 11 May 17 09:30 now",
      "link 11 2024-05-17T09:30?y links=1 owner=ftp group=ftp mode=777 now"),
    // The size shows where the name ends.
    ListingRow(
      .unix, "lrwxrwxrwx 1 ftp ftp 3 May 17 09:30 a -> b -> pub",
      "link 3 2024-05-17T09:30?y links=1 owner=ftp group=ftp mode=777 to=pub a -> b"),
    ListingRow(
      .unix, "lrwxrwxrwx 1 ftp ftp 8 May 17 09:30 a -> b -> pub",
      "link 8 2024-05-17T09:30?y links=1 owner=ftp group=ftp mode=777 to=b -> pub a"),
    ListingRow(
      .unix, "-rw-r--r-- 1 ftp ftp 3 May 17 09:30 a -> b",
      "file 3 2024-05-17T09:30?y links=1 owner=ftp group=ftp mode=644 a -> b"),
  ]

  static let names = [
    ListingRow(
      .unix, "-rw-r--r-- 1 ftp ftp 3 May 17 09:30   two in front",
      "file 3 2024-05-17T09:30?y links=1 owner=ftp group=ftp mode=644   two in front"),
    ListingRow(
      .unix, "-rw-r--r-- 1 ftp ftp 3 May 17  2019 one after ",
      "file 3 2019-05-17 links=1 owner=ftp group=ftp mode=644 one after "),
    ListingRow(
      .unix, "-rw-r--r-- 1 ftp ftp 3 May 17 09:30 2019 Report",
      "file 3 2024-05-17T09:30?y links=1 owner=ftp group=ftp mode=644 2019 Report"),
    ListingRow(
      .unix, "-rw-r--r-- 1 ftp ftp 3 May 17  2019 7 Jan 03 10:00 x",
      "file 3 2019-05-17 links=1 owner=ftp group=ftp mode=644 7 Jan 03 10:00 x"),
    ListingRow(
      .unix, latin1: "-rw-r--r-- 1 ftp ftp 3 May 17  2019 caf\u{E9}",
      "file 3 2019-05-17 links=1 owner=ftp group=ftp mode=644 caf\\xe9"),
    ListingRow(
      .unix, "drwxr-xr-x 1 ftp ftp 3 May 17  2019 ..",
      "directory 3 2019-05-17 links=1 owner=ftp group=ftp mode=755 .."),
  ]

  @Test(arguments: plain + devices + links + names + undated) func lines(row: ListingRow) { check(row) }

  @Test(arguments: modes) func permissions(written: String, read: String) throws {
    let line = Array("\(written) 1 ftp ftp 3 May 17  2019 a".utf8)
    let entry = try #require(listing(line).lines.first?.entry)
    let mode =
      entry.mode.map { String($0, radix: 8) } ?? String(decoding: entry.permissions ?? [], as: UTF8.self)
    #expect("\(entry.kind) \(mode)" == read)
    #expect(entry.permissions == Array(written.utf8.dropFirst()))
  }

  static let none = [
    "-rw-r--r-- 1 ftp ftp 42 May 17 09:30", "-rw-r--r-- 1 ftp ftp 42 May 17 09:30 ",
    "-rw-r--r-- 1 ftp ftp 42 May 17 09:30   ", "-rw-r--r-- 1 ftp ftp 42 May 32 09:30 a",
    "-rw-r--r-- 1 ftp ftp 42 Feb 30  2024 a", "-rw-r--r-- 1 ftp ftp 42 Mai17 09:30 a",
    "-rw-r--r-- 1 ftp ftp 42 May 17 25:30 a", "-rw-r--r-- 1 ftp ftp 42 May 17 09:60 a",
    "-rw-r--r-- 1 ftp ftp 42May 17 09:30 a", "-rw-r--r-- 1 ftp ftp 4:2 May 17 09:30 a",
    "-rw-r--r-- 1 ftp ftp May 17 09:30 a", "-rw-r--r-- 1 ftp ftp 42 17 09:30 a",
    "-xr-r--r-- 1 ftp ftp 42 May 17 09:30 a", "zrw-r--r-- 1 ftp ftp 42 May 17 09:30 a",
    "-rw-r--r-x- 1 ftp ftp 42 May 17 09:30 a", "-rw-r--r-- a", "-rw-r--r--", "notes.txt", "-",
    "drwxr-xr-x 1 ftp ftp 42 2024-13-01 09:30 a",
    "-rw-r--r-- 1 0 0 42", "-rw-r--r-- 1 0 0 42 May", "-rw-r--r-- 1 0 0 42 Copy 2",
    "-rw-r--r-- 1 0 0 x notes.txt",
    "-rw-r--r-- x 0 0 42 notes.txt", "-rw-r--r-- 1 0 42 notes.txt", "rw-r--r-- 1 0 0 42 notes.txt",
    "w--r--r-- 1 ftp ftp 42 May 17 09:30 a", "--------- 1 ftp ftp 42 May 17 09:30 a",
    "-rw-r--r-- 1 ftp ftp 42 13/ 6 14:21 a", "-rw-r--r-- 1 ftp ftp 42 5/17 a",
    "-rw-r--r-- 1 ftp ftp 42 5/17/ 14:21 a",
    "-rw-r--r-- 1 ftp ftp 42 13月12日 14:21 a", "-rw-r--r-- 1 ftp ftp 42 5月32日 14:21 a",
    "-rw-r--r-- 1 ftp ftp 42 5月17日 a",
    "-rw-r--r-- 1 ftp ftp 42 5月17日",
  ]

  @Test(arguments: none) func noEntries(line: String) {
    let read = listing(Array(line.utf8))
    #expect(read.lines.map(text) == ["unread"])
    #expect(read.recognition == nil)
  }

  /// A line with a date does not belong to a listing without dates, so that a damaged first line does not change what the others mean.
  @Test(arguments: plain.map(\.written) + dates.map { Array("-rw-r--r-- 1 ftp 0 42 \($0.0) a b".utf8) })
  func noLineWithADateIsReadWithoutIt(line: [UInt8]) {
    let first = Array("-rw-r--r-- 1 0 0 42 notes.txt\n".utf8)
    #expect(listing(first + line).lines.count { $0.entry != nil } == 1)
  }

  static let dates: [(String, String)] = [
    ("May 17 09:30", "2024-05-17T09:30"), ("may 17 9:30", "2024-05-17T09:30"),
    ("17 May 09:30", "2024-05-17T09:30"),
    ("May 17 09:30:05", "2024-05-17T09:30:05"), ("May 17 09:30:05 2022", "2022-05-17T09:30:05"),
    ("May 17, 2022 09:30", "2022-05-17T09:30"), ("17 may 2022", "2022-05-17"), ("May 17 2022", "2022-05-17"),
    ("17. Mai 09:30", "2024-05-17T09:30"), ("17. Mai, 09:30", "2024-05-17T09:30"),
    ("3. März 2022", "2022-03-03"),
    ("févr. 29 2020", "2020-02-29"), ("17 мая 2022", "2022-05-17"), ("17 Мая 09:30", "2024-05-17T09:30"),
    ("sty 17 2022", "2022-01-17"), ("szept 17 2022", "2022-09-17"), ("Ağu 17 2022", "2022-08-17"),
    ("Μαΐ 17 2022", "2022-05-17"), ("5月 17 09:30", "2024-05-17T09:30"),
    ("5月 17日 2022年", "2022-05-17"),
    ("2022年 5月 17日", "2022-05-17"), ("2022년  5월 17일", "2022-05-17"), ("2022  5月 17", "2022-05-17"),
    ("2022-05-17 09:30", "2022-05-17T09:30"), ("2022/05/17 09:30", "2022-05-17T09:30"),
    ("2022.05.17", "2022-05-17"), ("2022-05-17 ", "2022-05-17"), ("05-17 09:30", "2024-05-17T09:30"),
    ("05-17 2022", "2022-05-17"), ("2022-05-17 09:30:05.123456789", "2022-05-17T09:30:05.123456789"),
    ("2022-05-17 09:30:05.123456789 +0200", "2022-05-17T09:30:05.123456789"),
    ("17-05-2022 09:30", "2022-05-17T09:30"),
    ("17-may-22", "2022-05-17"), ("17-May-2022 09:30", "2022-05-17T09:30"),
    ("5 17 09:30", "2024-05-17T09:30"),
    ("May 17 24:00", "2024-05-18T00:00"), ("5月17日 09:30", "2024-05-17T09:30"),
    ("5月7日 09:30", "2024-05-07T09:30"),
    ("12月17日 2022年", "2022-12-17"), ("5月17 2022", "2022-05-17"), ("5월17일 09:30", "2024-05-17T09:30"),
    ("2022年5月17日", "2022-05-17"), ("2022年5月17日 09:30", "2022-05-17T09:30"), ("2022년5월 17일", "2022-05-17"),
    ("5月17日2022年", "2022-05-17"), ("17-5月-2022 09:30", "2022-05-17T09:30"),
    ("5/17 09:30", "2024-05-17T09:30"),
    ("5/ 7 09:30", "2024-05-07T09:30"), ("05/17 2022", "2022-05-17"),
  ]

  @Test(arguments: dates) func formsOfDates(written: String, read: String) throws {
    let line = Array("-rw-r--r-- 1 ftp ftp 42 \(written) a b".utf8)
    let entry = try #require(listing(line).lines.first?.entry)
    #expect(entry.modified.map { "\($0)" } == read)
    #expect(entry.text == "a b")
    #expect(entry.size == 42)
    #expect(entry.owner == Array("ftp".utf8) && entry.group == Array("ftp".utf8))
  }

  @Test func datesInOtherEncodings() throws {
    for (month, day, year) in [
      // Shift-JIS, GBK, EUC-JP, Big5, EUC-KR
      ("\u{8C}\u{8E}", "\u{93}\u{FA}", "\u{94}\u{4E}"), ("\u{D4}\u{C2}", "\u{C8}\u{D5}", "\u{C4}\u{EA}"),
      ("\u{B7}\u{EE}", "\u{C6}\u{FC}", "\u{C7}\u{AF}"), ("\u{A4}\u{EB}", "\u{A4}\u{E9}", "\u{A6}\u{7E}"),
      ("\u{BF}\u{F9}", "\u{C0}\u{CF}", "\u{B3}\u{E2}"),
    ] {
      for (date, read) in [
        ("5\(month) 17\(day) 2022\(year)", "2022-05-17"), ("5\(month)17\(day) 2022\(year)", "2022-05-17"),
        ("5\(month) 7\(day) 2022\(year)", "2022-05-07"), ("5\(month)7\(day) 14:21", "2024-05-07T14:21"),
        ("2022\(year)5\(month)17\(day)", "2022-05-17"),
      ] {
        let entry = listing("-rw-r--r-- 1 ftp ftp 42 \(date) a".latin1).lines.first?.entry
        #expect(entry?.modified.map { "\($0)" } == read)
        #expect(entry?.text == "a")
      }
    }
    let french = "-rw-r--r-- 1 ftp ftp 42 17 ao\u{FB}t 2022 a".latin1
    #expect(listing(french).lines.first?.entry?.modified.map { "\($0)" } == "2022-08-17")
  }
}
