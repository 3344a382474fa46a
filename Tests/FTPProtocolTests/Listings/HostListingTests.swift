import FTPProtocol
import Testing

@Suite("Listings of VMS, z/OS, OS/400, NonStop, OS-9 and z/VM are read as servers write them")
struct HostListingTests {
  static let vms = [
    ListingRow(
      .vms, "NOTES.TXT;3              2/3         17-MAY-2024 09:30:05  [STAFF,MARTA]    (RWED,RWED,RE,)",
      "file 1024~512 2024-05-17T09:30:05 owner=MARTA group=STAFF permissions=RWED,RWED,RE, version=3 NOTES.TXT"
    ),
    ListingRow(
      .vms, "PUB.DIR;1                1/3          7-MAY-2024 09:30  [MARTA]    (RWE,RWE,,)",
      "directory 512~512 2024-05-07T09:30 owner=MARTA permissions=RWE,RWE,, version=1 PUB"),
    ListingRow(.vms, "A.;12 4 7-may-2024 09:30:05.25", "file 2048~512 2024-05-07T09:30:05.25 version=12 A."),
    ListingRow(.vms, "A.B;1 ******  7-MAY-2024 09:30", "file - 2024-05-07T09:30 version=1 A.B"),
    ListingRow(.vms, "A.B;1 3KB  7-MAY-2024", "file 3072~1024 2024-05-07 version=1 A.B"),
    ListingRow(
      .vms, "A.B;1  [MARTA]  1/3  7-MAY-2024 09:30 (R,RW,RWE,RWED)",
      "file 512~512 2024-05-07T09:30 owner=MARTA permissions=R,RW,RWE,RWED version=1 A.B"),
    ListingRow(
      .vms, "A.B;1  1/3  7-MAY-2024 09:30  MARTA (,,,)",
      "file 512~512 2024-05-07T09:30 owner=MARTA permissions=,,, version=1 A.B"),
    // An owner that is cut off by the column width.
    ListingRow(
      .vms, "A.B;1  1/3  7-MAY-2024 09:30  [STAFF,MARTA_WEI   (RWED,RWED,RE,)",
      "file 512~512 2024-05-07T09:30 owner=MARTA_WEI group=STAFF permissions=RWED,RWED,RE, version=1 A.B"),
    // Two lines.
    ListingRow(
      .vms,
      "A_NAME_THAT_LEAVES_NO_ROOM.TXT;1\r\n     2/3    17-MAY-2024 09:30:05  [MARTA]    (RWED,RWED,RE,)",
      "file 1024~512 2024-05-17T09:30:05 owner=MARTA permissions=RWED,RWED,RE, version=1 A_NAME_THAT_LEAVES_NO_ROOM.TXT"
    ),
    // Protection, and owner and protection, in a line of their own; three lines.
    ListingRow(
      .vms, "A.B;1   1/3    7-MAY-2024 09:30:05  [STAFF,MARTA]\r\n        (RWED,RWED,RE,)",
      "file 512~512 2024-05-07T09:30:05 owner=MARTA group=STAFF permissions=RWED,RWED,RE, version=1 A.B"),
    ListingRow(
      .vms, "A.B;1   1/3    7-MAY-2024 09:30:05\r\n  [STAFF,MARTA]  (RWED,RWED,RE,)",
      "file 512~512 2024-05-07T09:30:05 owner=MARTA group=STAFF permissions=RWED,RWED,RE, version=1 A.B"),
    ListingRow(
      .vms, "A.DIR;1\r\n   1/3    7-MAY-2024 09:30:05  [MARTA]\r\n        (RWE,RWE,RE,)",
      "directory 512~512 2024-05-07T09:30:05 owner=MARTA permissions=RWE,RWE,RE, version=1 A"),
  ]

  static let nonstop = [
    ListingRow(
      .nonstop, "NOTES         101              42 17-May-24 09:30:05 170,175 \"NUNU\"",
      "file 42 2024-05-17T09:30:05?c owner=175 group=170 permissions=NUNU NOTES"),
    ListingRow(
      .nonstop, "PUB2     O   1000            2048  4-May-2024 09:30:05 255, 0 \"oo-a\"",
      "file 2048 2024-05-04T09:30:05 owner=0 group=255 permissions=oo-a PUB2"),
    ListingRow(
      .nonstop, "A 100L 42 17-May-24 09:30 0,1 \"----\"",
      "file 42 2024-05-17T09:30?c owner=1 group=0 permissions=---- A"),
  ]

  static let os9 = [
    ListingRow(
      .os9, "   0.0    24/05/17 0930   ------wr   12B4        42  notes",
      "file 42 2024-05-17T09:30?co owner=0.0 permissions=------wr notes"),
    ListingRow(
      .os9, "254.254   99/09/03 2359   d-ewrewr     3C       320  PUB",
      "directory 320 1999-09-03T23:59?c owner=254.254 permissions=d-ewrewr PUB"),
  ]

  static let cms = [
    ListingRow(
      .cms, "NOTES    TEXT     F         80         16          1 5/17/24  9:30:05 -",
      "file - 2024-05-17T09:30:05?c NOTES.TEXT"),
    ListingRow(
      .cms, "PUB               DIR        -          -          - 5/17/99 19:30:05 -",
      "directory - 1999-05-17T19:30:05?c PUB"),
    ListingRow(
      .cms, "README   MARTA    V         71         26          1 2024-05-17 09:30:05 TCP291",
      "file - 2024-05-17T09:30:05 owner=TCP291 README.MARTA"),
    ListingRow(
      .cms, "NOTES    TEXT   A1 V  41     21     1       5/17/102   09:30:05",
      "file - 2002-05-17T09:30:05 NOTES.TEXT"),
    ListingRow(
      .cms, "PUB             A1 DIR    -      -      -       5/17/99   19:30:05",
      "directory - 1999-05-17T19:30:05?c PUB"),
    ListingRow(
      .cms, "05/17/2024 09:30:05 F 1 42 'a b.txt'", "file 42 2024-05-17T09:30:05 links=1 a b.txt"),
    ListingRow(.cms, "05/17/2024 09:30:05 D - - 'pub'", "directory - 2024-05-17T09:30:05 pub"),
    ListingRow(
      .cms, "0013 MARTA    00000016 2024-05-17 09:30:05 NOTES TEXT",
      "file - 2024-05-17T09:30:05 owner=MARTA NOTES.TEXT"),
  ]

  static let mvs = [
    ListingRow(
      .mvs, "FTPV01 3390   2024/05/17  1    1  FB      80 27920  PS    NOTES.TEXT",
      "file - - referred=2024-05-17 NOTES.TEXT"),
    ListingRow(
      .mvs, "FTPV01 3390   2024/05/17  1   15  U        0 32760  PO    PUB.LOAD",
      "directory - - referred=2024-05-17 PUB.LOAD"),
    ListingRow(
      .mvs, "FTPV01 3390   2024/05/17  2   15  VB   27994 27998  PO-E  PUB.LIB",
      "directory - - referred=2024-05-17 PUB.LIB"),
    ListingRow(
      .mvs, "FTPV01 3390   2024/05/17  1123456 FBA    133 27930  PS    BIG",
      "file - - referred=2024-05-17 BIG"),
    ListingRow(
      .mvs, "FTPV01 3390   2024/05/17  1 ????  FB      80 27920  PS  FULL",
      "file - - referred=2024-05-17 FULL"),
    ListingRow(
      .mvs, "FTPV01 3390   **NONE**    1   15  NONE     0     0  PO  UNUSED", "directory - - UNUSED"),
    ListingRow(.mvs, "FTPV01 3390   VSAM CLUSTER.DATA", "unknown - - CLUSTER.DATA"),
    // More tracks than the column holds, a date that was never set, no unit, a column more, a date of two digits.
    ListingRow(
      .mvs, "FTPV01 3390   2024/05/17  1+++++  FB      80 27920  PS  HUGE",
      "file - - referred=2024-05-17 HUGE"),
    ListingRow(.mvs, "FTPV01 3390   ***NONE***  1    2  F     4096  4096  PS  SPACE", "file - - SPACE"),
    ListingRow(
      .mvs, "FTPV01 2024/05/17  1  1234567 FB      80 27920  PS-L  WIDE", "file - - referred=2024-05-17 WIDE"),
    ListingRow(
      .mvs, "FTPV01 2024/05/17  1   15    ? FB      80 27920  PO-E  TRACKS",
      "directory - - referred=2024-05-17 TRACKS"),
    ListingRow(
      .mvs, "FTPV01 3390   05/17/97    1    1  FB      80 27920  PO  OLD",
      "directory - - referred=1997-05-17?c OLD"),
    ListingRow(
      .mvs, "FTPV01 3390   2024/05/17  1   15  NONE     0     0  HFS   OMVS.ROOT",
      "unknown - - referred=2024-05-17 OMVS.ROOT"),
    ListingRow(
      .mvs, "                                                   GDG   BASE.DATA", "unknown - - BASE.DATA"),
    ListingRow(
      .mvs, "                                                   VSAM  CLUSTER", "unknown - - CLUSTER"),
    ListingRow(
      .mvs, "                                                   PATH  CLUSTER.P", "unknown - - CLUSTER.P"),
    ListingRow(.mvs, "FTPV01 3390                                        VSAM 'A.D'", "unknown - - 'A.D'"),
    ListingRow(.mvs, "Error determining attributes                            A.B", "unknown - - A.B"),
    ListingRow(.mvs, "FTPV01 Error determining attributes                     A.B", "unknown - - A.B"),
    ListingRow(.mvs, "FTPV01 Not Mounted                                      A.B", "unknown - - A.B"),
    ListingRow(.mvs, "FTPV01 < Not a DASD device >                            A.B", "unknown - - A.B"),
    ListingRow(.mvs, "FTPV01 < File not on volume >                           A.B", "unknown - - A.B"),
    ListingRow(.mvs, "User catalog connector                                  A.UCAT", "unknown - - A.UCAT"),
    ListingRow(.mvs, "MIGRAT2 Not Direct Access Device                        A.B", "unknown - - A.B"),
    ListingRow(.mvs, "Migrated                                          OLD.DATA", "unknown - - OLD.DATA"),
    ListingRow(.mvs, "ARCIVE Not Direct Access Device                   KEPT.DATA", "unknown - - KEPT.DATA"),
    ListingRow(
      .mvs, "T00123 Tape                                       TAPED.DATA", "unknown - - TAPED.DATA"),
    ListingRow(.mvs, "Pseudo Directory                                  PUB", "directory - - PUB"),
    ListingRow(
      .mvsMembers, "NOTES     01.03 2023/09/12 2024/05/17 09:37    11    11     0 MARTA",
      "file - 2024-05-17T09:37 owner=MARTA NOTES"),
    ListingRow(
      .mvsMembers, "NOTES     01.03 2023/09/12 2024/05/17 09:37    11    11     0",
      "file - 2024-05-17T09:37 NOTES"),
    ListingRow(
      .mvsJobs, "MARTA1   JOB01906 MARTA    OUTPUT A        RC=0000 3 spool files",
      "file - - owner=MARTA JOB01906"),
    ListingRow(.mvsJobs, "MARTA1   JOB01906  OUTPUT    3 Spool Files", "file - - JOB01906"),
  ]

  static let os400 = [
    ListingRow(
      .os400, "MARTA              42 24/05/17 09:30:05 *STMF      notes.txt",
      "file 42 2024-05-17T09:30:05?co owner=MARTA notes.txt"),
    ListingRow(
      .os400, "MARTA           36864 97/05/31 09:30:05 *DIR       pub/",
      "directory 36864 1997-05-31T09:30:05?c owner=MARTA pub"),
    ListingRow(
      .os400, "MARTA              42 17.05.24 09:30:05 *FILE      A.SAVF",
      "file 42 2024-05-17T09:30:05?co owner=MARTA A.SAVF"),
    ListingRow(
      .os400, "MARTA              42 05/31/99 09:30:05 *STMF a b",
      "file 42 1999-05-31T09:30:05?c owner=MARTA a b"),
    ListingRow(
      .os400, "MARTA              15 97/05/31 09:30:05 *SYMLNK    now",
      "link 15 1997-05-31T09:30:05?c owner=MARTA now"),
    ListingRow(
      .os400, "MARTA                                   *MEM       A.FILE/B.MBR",
      "file - - owner=MARTA A.FILE/B.MBR"),
  ]

  @Test(arguments: vms + mvs + os400 + nonstop + os9 + cms) func lines(row: ListingRow) { check(row) }

  static let none = [
    "A.B 2 17-MAY-2024 09:30", "A.B; 1 2 17-MAY-2024 09:30", "A.B;1 x 17-MAY-2024 09:30",
    "A.B;1 -2 17-MAY-2024",
    "A.B;1 2 MAY-17-2024 09:30", "A.B;1 2 17-MAY-24 09:30", "A.B;1 2 17-MAI-2024 09:30 PM",
    "A.B;1 2 31-JUN-2024",
    "A.B;1 2 17-MAY-2024 09:30 [M] (RWED)", "A.B;1 2 17-MAY-2024 09:30 [M] (RWED,DEWR,,)",
    "A.B;1 2 17-MAY-2024 09:30 [M] (RWED,RWED2,,)", "A.B;1 2 17-MAY-2024 09:30 [M] (R,R,R,R,R)",
    "A.B;1 36028797018963968 17-MAY-2024 09:30", "A.B;1 17-MAY-2024 09:30", "A.B;1 2",
    ";1 2 17-MAY-2024 09:30",
    "FTPV0133902024/05/0411VB2799427998PSA.B", "FTPV01 3390   2024/13/17  1    1  FB      80 27920  PS    A",
    "FTPV01 3390   2024/05/17  1    1  FB      80 27920  PS    ",
    "FTPV01 3390   2024/05/17  1    1  FB      80 27920  XX    A",
    "NOTES     01.03 2023/09/12 2024/05/17 29:37    11    11     0 MARTA", "NOTES",
    "MARTA              42 24/05/17 09:30:05 STMF       a",
    "MARTA              42 05/17 09:30:05 *STMF      a",
    "MARTA              42 24/05/17 39:30:05 *STMF      a", "MARTA              42 24/05/17 09:30:05 *STMF",
    "MARTA WEISS        42 24/05/17 09:30:05 *STMF      a",
    "MARTA                 24/05/17 09:30:05 *STMF      a",
    "MARTA                                   *STMF      a",
    "Error determining attributes A.B", "FTPV01 Not Mounted A.B", "GDG A.B", "see 42 PS A.B",
    "User catalog connector A.B",
    "FTPV01 3390   2024/05/17  1+++2+  FB      80 27920  PS  HUGE",
    "NOTES 101 42 17-May-24 09:30:05 170,175 NUNU", "NOTES 101 42 17-May-24 09:30:05 170 \"NUNU\"",
    "NOTES 101 42 17-May-24 29:30:05 170,175 \"NUNU\"",
    "NOTES.TXT 101 42 17-May-24 09:30:05 170,175 \"NUNU\"",
    "NOTES X 101 42 17-May-24 09:30:05 170,175 \"NUNU\"", "101 42 17-May-24 09:30:05 170,175 \"NUNU\"",
    "0.0 24/05/17 2930 ------wr 12B4 42 notes", "0.0 24/05/17 0930 ------wr 12G4 42 notes",
    "0.0 24/05/17 0930 ------wr 12B4 notes", "0 24/05/17 0930 ------wr 12B4 42 notes",
    "0.0 24/05/17 0930 x-----wr 12B4 42 notes", "0.0 24/05/17 0930 ------wr 12B4 42",
    "NOTES TEXT F 80 16 5/17/24 9:30:05 -", "NOTES TEXT X 80 16 1 5/17/24 9:30:05 -",
    "NOTES F 80 16 1 5/17/24 9:30:05 -",
    "NOTES TEXT F 80 16 1 5/17/24 9:30:05 - x", "NOTES TEXT F - - - 5/17/24 9:30:05 -",
    "NOTES TEXT A9 F 80 16 1 5/17/24 9:30:05", "PUB DIR 1 - - 5/17/24 9:30:05 -",
    "05/17/2024 09:30:05 F 1 42 a", "05/17/2024 09:30:05 X 1 42 'a'", "05/17/2024 09:30:05 F 1 42 ''",
    "0013 MARTA 16 2024-05-17 09:30:05 NOTES TEXT",
  ]

  @Test(arguments: none) func noEntries(line: String) {
    #expect(listing(Array(line.utf8)).lines.map(text) == ["unread"])
  }

  @Test func aListingOfVMS() {
    let (lines, recognition) = listing(
      Array(
        """
        Directory DISK$USER:[MARTA]

        A.B;2   1/3   17-MAY-2024 09:30  [MARTA]  (RWED,RWED,RE,)
        ANOTHER_OF_WHICH_NOTHING_FOLLOWS.TXT;1
        C.D;1   1/3   17-MAY-2024 09:30  [MARTA]  (RWED,RWED,RE,)
        SECRET.DIR;1   No privilege for attempted operation
        LAST.TXT;1   %RMS-E-PRV, insufficient privilege or file protection violation
        %DIRECT-E-OPENIN, error opening DISK$USER:[MARTA.SECRET]*.*;* as input

        Total of 5 files, 2/6 blocks.
        AT_THE_END.TXT;1
        """.utf8))
    let facts = "owner=MARTA permissions=RWED,RWED,RE,"
    #expect(
      lines.map(text) == [
        "heading", "blank", "file 512~512 2024-05-17T09:30 \(facts) version=2 A.B", "unread",
        "file 512~512 2024-05-17T09:30 \(facts) version=1 C.D", "directory - - version=1 SECRET",
        "file - - version=1 LAST.TXT", "message", "blank", "total", "unread",
      ])
    #expect(recognition?.description == "vms, because line 1 is a heading of it")
  }

  @Test func aListingOfVMSWithWrappedLines() {
    let (lines, _) = listing(
      Array(
        """
        A.B;1   1/3   17-MAY-2024 09:30
        C.D;1   1/3   17-MAY-2024 09:30  [MARTA]
          (RWED,RWED,RE,)
          (RWED,RWED,RE,)
        E.F;1   1/3   17-MAY-2024 09:30  [MARTA]

        (RWED,RWED,RE,)
        G.H;1   1/3   17-MAY-2024 09:30  [MARTA]
        (RWED,RWED)
        I.J;1   1/3   17-MAY-2024 09:30
        """.utf8))
    let facts = "file 512~512 2024-05-17T09:30"
    #expect(
      lines.map(text) == [
        "\(facts) version=1 A.B", "\(facts) owner=MARTA permissions=RWED,RWED,RE, version=1 C.D", "unread",
        "\(facts) owner=MARTA version=1 E.F", "blank", "unread", "\(facts) owner=MARTA version=1 G.H",
        "unread",
        "\(facts) version=1 I.J",
      ])
  }

  @Test func listingsWithHeadings() {
    let nonstop = listing(
      Array(
        """
        File         Code             EOF  Last Modification    Owner  RWEP
        NOTES         101              42 17-May-24 09:30:05 170,175 "NUNU"
        """.utf8))
    #expect(nonstop.recognition?.reason == .heading(line: 1) && nonstop.recognition?.form == .nonstop)
    #expect(nonstop.lines.count { $0.entry != nil } == 1)
    let os9 = listing(
      Array(
        """
                                  Directory of .  10:38:11

         Owner    Last modified  Attributes Sector Bytecount Name
        -------   -------------  ---------- ------ --------- ----
           0.0    24/05/17 0930   ------wr   12B4        42  notes
        """.utf8))
    #expect(os9.lines.map(text).prefix(4) == ["heading", "blank", "heading", "heading"])
    #expect(os9.lines.last?.entry?.text == "notes")
    let cms = listing(
      Array(
        """
        Filename FileType  Fm Format Lrecl  Records Blocks Date      Time
        NOTES    TEXT      A1 V      41     21      1      5/17/24   09:30:05
        """.utf8), system: .vm)
    #expect(cms.lines.map(text) == ["heading", "file - 2024-05-17T09:30:05?c NOTES.TEXT"])
    let mvs = listing(
      Array(
        """
        Volume Unit    Referred Ext Used Recfm Lrecl BlkSz Dsorg Dsname
        GDG BASE
        Error determining attributes A.B
        FTPV01 3390 GDG NEXT
        """.utf8))
    #expect(mvs.lines.map(text) == ["heading", "unknown - - BASE", "unknown - - A.B", "unknown - - NEXT"])
  }

  @Test func aListingOfMembers() {
    let editor = listing(
      Array(
        """
         Name     VV.MM   Created       Changed      Size  Init   Mod   Id
        NOTES     01.03 2023/09/12 2024/05/17 09:37    11    11     0 MARTA
        BARE
        """.utf8))
    #expect(
      editor.lines.map(text) == ["heading", "file - 2024-05-17T09:37 owner=MARTA NOTES", "file - - BARE"])
    #expect(editor.recognition?.reason == .heading(line: 1))
    let load = listing(
      Array(
        """
         Name      Size     TTR   Alias-of AC --------- Attributes --------- Amode Rmode
        NOTES     000A60   000009          00 FO             RN RU            31    ANY
        """.utf8))
    #expect(load.lines.map(text) == ["heading", "file 2656 - NOTES"])
    #expect(listing(Array("BARE\r\n".utf8), form: .mvsMembers).lines.map(text) == ["file - - BARE"])
  }

  @Test func aListingOfDataSets() {
    let (lines, recognition) = listing(
      Array(
        """
        Volume Unit    Referred Ext Used Recfm Lrecl BlkSz Dsorg Dsname
        Migrated                                                OLD.DATA
        FTPV01 3390   2024/05/17  1    1  FB      80 27920  PS  'MARTA.NOTES'
        """.utf8))
    #expect(
      lines.map(text) == ["heading", "unknown - - OLD.DATA", "file - - referred=2024-05-17 'MARTA.NOTES'"])
    #expect(recognition?.form == .mvs)
    let jobs = listing(
      Array("JOBNAME  JOBID    OWNER    STATUS CLASS\nMARTA1   JOB01906 MARTA    INPUT  A\n".utf8))
    #expect(jobs.lines.map(text) == ["heading", "file - - owner=MARTA JOB01906"])
  }
}
