import FTPMockServer
import FTPSystem
import Testing

@Suite("Each listing dialect has the form of its system")
struct DialectTests {
  static let golden: [(dialect: ListingDialect, lines: String)] = [
    (
      .unix,
      """
      drwxr-xr-x   2 ftp      ftp                  0 Mar 10 00:05 archive
      -rw-r--r--   1 ftp      ftp                  0 Feb 29 23:59 empty.txt
      -rw-r--r--   1 ftp      ftp         2147483648 Dec 31  1999 old.bin
      -rw-------   1 marta    ftp      1099511627776 Sep  1  2023 big image.iso
      -rw-r--r--   1 ftp      ftp               1537 Jan  2 15:04 notes.txt;3
      lrwxrwxrwx   1 ftp      ftp                 15 Mar  9 01:02 latest
      -rwsr-xr-x  12 ftp      ftp                 77 Mar 11  2024 run
      -r--r-----   1 ftp      ftp             100000 Feb 29  2000 a-name-that-needs-a-line-of-its-own.txt

      """
    ),
    (
      .unixTotal,
      """
      total 1075839088
      drwxr-xr-x   2 ftp      ftp                  0 Mar 10 00:05 archive
      -rw-r--r--   1 ftp      ftp                  0 Feb 29 23:59 empty.txt
      -rw-r--r--   1 ftp      ftp         2147483648 Dec 31  1999 old.bin
      -rw-------   1 marta    ftp      1099511627776 Sep  1  2023 big image.iso
      -rw-r--r--   1 ftp      ftp               1537 Jan  2 15:04 notes.txt;3
      lrwxrwxrwx   1 ftp      ftp                 15 Mar  9 01:02 latest
      -rwsr-xr-x  12 ftp      ftp                 77 Mar 11  2024 run
      -r--r-----   1 ftp      ftp             100000 Feb 29  2000 a-name-that-needs-a-line-of-its-own.txt

      """
    ),
    (
      .unixNumeric,
      """
      drwxr-xr-x   2 14       14                   0 Mar 10 00:05 archive
      -rw-r--r--   1 14       14                   0 Feb 29 23:59 empty.txt
      -rw-r--r--   1 14       14          2147483648 Dec 31  1999 old.bin
      -rw-------   1 1001     14       1099511627776 Sep  1  2023 big image.iso
      -rw-r--r--   1 14       14                1537 Jan  2 15:04 notes.txt;3
      lrwxrwxrwx   1 14       14                  15 Mar  9 01:02 latest
      -rwsr-xr-x  12 14       14                  77 Mar 11  2024 run
      -r--r-----   1 14       14              100000 Feb 29  2000 a-name-that-needs-a-line-of-its-own.txt

      """
    ),
    (
      .unixISO,
      """
      drwxr-xr-x   2 ftp      ftp                  0 2024-03-10 00:05 archive
      -rw-r--r--   1 ftp      ftp                  0 2024-02-29 23:59 empty.txt
      -rw-r--r--   1 ftp      ftp         2147483648 1999-12-31 12:00 old.bin
      -rw-------   1 marta    ftp      1099511627776 2023-09-01 07:08 big image.iso
      -rw-r--r--   1 ftp      ftp               1537 2024-01-02 15:04 notes.txt;3
      lrwxrwxrwx   1 ftp      ftp                 15 2024-03-09 01:02 latest
      -rwsr-xr-x  12 ftp      ftp                 77 2024-03-11 00:00 run
      -r--r-----   1 ftp      ftp             100000 2000-02-29 13:01 a-name-that-needs-a-line-of-its-own.txt

      """
    ),
    (
      .dos,
      """
      03-10-24  12:05AM       <DIR>          archive
      02-29-24  11:59PM                    0 empty.txt
      12-31-99  12:00PM           2147483648 old.bin
      09-01-23  07:08AM        1099511627776 big image.iso
      01-02-24  03:04PM                 1537 notes.txt;3
      03-09-24  01:02AM                   15 latest
      03-11-24  12:00AM                   77 run
      02-29-00  01:01PM               100000 a-name-that-needs-a-line-of-its-own.txt

      """
    ),
    (
      .dos24Hour,
      """
      03-10-24  00:05         <DIR>          archive
      02-29-24  23:59                      0 empty.txt
      12-31-99  12:00             2147483648 old.bin
      09-01-23  07:08          1099511627776 big image.iso
      01-02-24  15:04                   1537 notes.txt;3
      03-09-24  01:02                     15 latest
      03-11-24  00:00                     77 run
      02-29-00  13:01                 100000 a-name-that-needs-a-line-of-its-own.txt

      """
    ),
    (
      .dosLongYear,
      """
      03-10-2024  12:05AM       <DIR>          archive
      02-29-2024  11:59PM                    0 empty.txt
      12-31-1999  12:00PM           2147483648 old.bin
      09-01-2023  07:08AM        1099511627776 big image.iso
      01-02-2024  03:04PM                 1537 notes.txt;3
      03-09-2024  01:02AM                   15 latest
      03-11-2024  12:00AM                   77 run
      02-29-2000  01:01PM               100000 a-name-that-needs-a-line-of-its-own.txt

      """
    ),
    (
      .vms,
      """
      Directory DISK$USER:[pub.sub]

      archive.DIR;1            1/3          10-MAR-2024 00:05:00  [FTP,FTP]        (RWED,RWED,RE,RE)
      empty.txt;1              0/0          29-FEB-2024 23:59:58  [FTP,FTP]        (RWED,RWED,RE,RE)
      old.bin;1          4194304/4194306    31-DEC-1999 12:00:00  [FTP,FTP]        (RWED,RWED,RE,RE)
      big image.iso;1 2147483648/2147483649  1-SEP-2023 07:08:09  [FTP,MARTA]      (RWED,RWED,,)
      notes.txt;3              4/6           2-JAN-2024 15:04:00  [FTP,FTP]        (RWED,RWED,RE,RE)
      latest;1                 1/3           9-MAR-2024 01:02:00  [FTP,FTP]        (RWED,RWED,RWED,RWED)
      run;1                    1/3          11-MAR-2024 00:00:00  [FTP,FTP]        (RWED,RWED,RE,RE)
      a-name-that-needs-a-line-of-its-own.txt;1
                             196/198        29-FEB-2000 13:01:00  [FTP,FTP]        (RE,RE,RE,)

      Total of 8 files, 2151678155/2151678168 blocks

      """
    ),
    (
      .os400,
      """
      FTP                 0 24/03/10 00:05:00 *DIR       archive/
      FTP                 0 24/02/29 23:59:58 *STMF      empty.txt
      FTP        2147483648 99/12/31 12:00:00 *STMF      old.bin
      MARTA      1099511627776 23/09/01 07:08:09 *STMF      big image.iso
      FTP              1537 24/01/02 15:04:00 *STMF      notes.txt;3
      FTP                15 24/03/09 01:02:00 *SYMLNK    latest
      FTP                77 24/03/11 00:00:00 *STMF      run
      FTP            100000 00/02/29 13:01:00 *STMF      a-name-that-needs-a-line-of-its-own.txt

      """
    ),
    (
      .mvs,
      """
      Volume Unit    Referred Ext Used Recfm Lrecl BlkSz Dsorg Dsname
      FTPV01 3390   2024/03/10  1    1  FB      80 27920  PO    archive
      FTPV01 3390   2024/02/29  1    1  FB      80 27920  PS    empty.txt
      FTPV01 3390   1999/12/31  137899  FB      80 27920  PS    old.bin
      FTPV01 3390   2023/09/01  119404060  FB      80 27920  PS    big image.iso
      FTPV01 3390   2024/01/02  1    1  FB      80 27920  PS    notes.txt;3
      FTPV01 3390   2024/03/09  1    1  FB      80 27920  PS    latest
      FTPV01 3390   2024/03/11  1    1  FB      80 27920  PS    run
      FTPV01 3390   2000/02/29  1    2  FB      80 27920  PS    a-name-that-needs-a-line-of-its-own.txt

      """
    ),
    (
      .mvsMembers,
      """
      Name      VV.MM   Created       Changed      Size  Init   Mod   Id
      archive   01.00 2024/03/10 2024/03/10 00:05     1     1     0 FTP
      empty.txt  01.00 2024/02/29 2024/02/29 23:59     1     1     0 FTP
      old.bin   01.00 1999/12/31 1999/12/31 12:00 26843546 26843546     0 FTP
      big image.iso  01.00 2023/09/01 2023/09/01 07:08 13743895348 13743895348     0 MARTA
      notes.txt;3  01.00 2024/01/02 2024/01/02 15:04    20    20     0 FTP
      latest    01.00 2024/03/09 2024/03/09 01:02     1     1     0 FTP
      run       01.00 2024/03/11 2024/03/11 00:00     1     1     0 FTP
      a-name-that-needs-a-line-of-its-own.txt  01.00 2000/02/29 2000/02/29 13:01  1250  1250     0 FTP

      """
    ),
    (
      .netware,
      """
      total 0
      d [RWCEAFMS] ftp                               512 Mar 10 00:05 archive
      - [RWCEAFMS] ftp                                 0 Feb 29 23:59 empty.txt
      - [RWCEAFMS] ftp                        2147483648 Dec 31  1999 old.bin
      - [RWCEAFMS] marta                    1099511627776 Sep  1  2023 big image.iso
      - [RWCEAFMS] ftp                              1537 Jan  2 15:04 notes.txt;3
      - [RWCEAFMS] ftp                                15 Mar  9 01:02 latest
      - [RWCEAFMS] ftp                                77 Mar 11  2024 run
      - [R----F--] ftp                            100000 Feb 29  2000 a-name-that-needs-a-line-of-its-own.txt

      """
    ),
    (
      .eplf,
      """
      +i1.7,m1710029100,/,up755,\tarchive
      +i1.7,m1709251198,r,s0,up644,\tempty.txt
      +i1.7,m946641600,r,s2147483648,up644,\told.bin
      +i1.7,m1693552089,r,s1099511627776,up600,\tbig image.iso
      +i1.7,m1704207840,r,s1537,up644,\tnotes.txt;3
      +i1.7,m1709946120,r,s15,up777,\tlatest
      +i1.7,m1710115200,r,s77,up4755,\trun
      +i1.7,m951829260,r,s100000,up440,\ta-name-that-needs-a-line-of-its-own.txt

      """
    ),
  ]

  @Test(arguments: golden)
  func directory(dialect: ListingDialect, lines: String) {
    #expect(ListingSample.text(dialect) == lines)
  }

  @Test func everyDialectIsHere() {
    #expect(Set(Self.golden.map(\.dialect)) == Set(ListingDialect.all))
    #expect(ListingDialect.all.allSatisfy { ListingDialect(name: $0.name.uppercased()) == $0 })
    #expect(ListingDialect(name: "iis") == .dos)
    #expect(ListingDialect(name: "klingon") == nil)
  }

  /// A single entry has no heading; an empty directory has nothing else.
  @Test(arguments: ListingDialect.all)
  func headings(dialect: ListingDialect) {
    let now = ListingSample.now
    let one = Listing(directory: nil, entries: [ListingSample.entries[1]], now: now)
    #expect(dialect.lines(for: one).count == 1)
    let empty = dialect.lines(for: Listing(directory: Array("/".utf8), entries: [], now: now))
    let counts: [ListingDialect: Int] = [.unixTotal: 1, .vms: 4, .mvs: 1, .mvsMembers: 1, .netware: 1]
    #expect(empty.count == counts[dialect] ?? 0)
  }

  /// No entry, however odd, adds a line end or is left out.
  @Test(arguments: ListingDialect.all)
  func extremes(dialect: ListingDialect) {
    let times = [
      FileTime(seconds: .min), FileTime(seconds: -1), FileTime(seconds: 0), FileTime(seconds: .max),
    ]
    let kinds: [FileStatus.Kind] = [.file, .directory, .link]
    for time in times {
      for kind in kinds {
        for name in [[], [0x3B], Array(";1".utf8), [0xFF, 0x20, 0x20], [UInt8](repeating: 0x78, count: 255)] {
          let entry = StorageEntry(
            name: name, kind: kind, size: .max, modified: time, permissions: .max, linkCount: .max)
          let lines = dialect.lines(for: Listing(directory: [], entries: [entry, entry], now: time))
          #expect(lines.allSatisfy { !$0.contains(0x0A) && !$0.contains(0x0D) })
          #expect(lines.filter { name.isEmpty || $0.contains(subsequence: name) }.count >= 2)
        }
      }
    }
  }

  @Test(
    arguments: [
      (0o000, "----------"), (0o777, "-rwxrwxrwx"), (0o4644, "-rwSr--r--"), (0o2755, "-rwxr-sr-x"),
      (0o1777, "-rwxrwxrwt"), (0o1666, "-rw-rw-rwT"), (0o6711, "-rws--s--x"),
    ] as [(UInt16, String)])
  func modes(permissions: UInt16, text: String) {
    let entry = ListingSample.entry("x", at: ListingSample.now, permissions: permissions)
    let lines = ListingDialect.unix.lines(
      for: Listing(directory: nil, entries: [entry], now: ListingSample.now))
    #expect(lines.first?.starts(with: text.utf8) == true)
  }

  @Test(arguments: [
    (0, "12:00AM"), (1, "01:00AM"), (11, "11:00AM"), (12, "12:00PM"), (13, "01:00PM"), (23, "11:00PM"),
  ])
  func twelveHours(hour: Int, text: String) {
    let entry = ListingSample.entry("x", at: FileTime(year: 2024, month: 1, day: 1, hour: hour))
    let lines = ListingDialect.dos.lines(
      for: Listing(directory: nil, entries: [entry], now: ListingSample.now))
    #expect(lines.first?.starts(with: "01-01-24  \(text) ".utf8) == true)
  }

  /// Only the last half year is shown with a time of day instead of the year.
  @Test(arguments: [(0, "Mar 10 12:00"), (181, "Sep 11 12:00"), (182, "Sep 10  2023"), (-1, "Mar 11  2024")])
  func recentDates(daysAgo: Int64, text: String) {
    let entry = ListingSample.entry("x", at: FileTime(seconds: ListingSample.now.seconds - daysAgo * 86_400))
    let lines = ListingDialect.unix.lines(
      for: Listing(directory: nil, entries: [entry], now: ListingSample.now))
    #expect(lines.first.map { String(decoding: $0, as: UTF8.self).hasSuffix(" \(text) x") } == true)
  }
}

extension [UInt8] {
  fileprivate func contains(subsequence: [UInt8]) -> Bool {
    indices.contains { self[$0...].starts(with: subsequence) }
  }
}

@Suite("A listing is the same as a whole and in pieces")
struct DialectPieceTests {
  @Test(arguments: ListingDialect.all)
  func linesDoNotDependOnOthers(dialect: ListingDialect) {
    let whole = Listing(directory: Array("/".utf8), entries: ListingSample.entries, now: ListingSample.now)
    let pieces = whole.entries.flatMap { entry in
      dialect.lines(for: Listing(directory: whole.directory, entries: [entry], now: whole.now))
    }
    #expect(!dialect.isLineByLine || pieces == dialect.lines(for: whole))
  }
}
