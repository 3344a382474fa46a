import FTPProtocol
import Testing

@Suite("Listings of VMS, z/OS and OS/400 are read as servers write them")
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

  @Test(arguments: vms + mvs + os400) func lines(row: ListingRow) { check(row) }

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
