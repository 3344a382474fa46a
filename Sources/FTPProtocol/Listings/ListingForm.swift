/// The form of a listing, as far as its reader must know it.
///
/// The order is that in which forms are tried. A more specific form precedes a more general one: Unix, the most general, is last, and
/// without dates after that.
public enum ListingForm: String, CaseIterable, Hashable, Sendable {
  /// Easily parsed LIST format of Daniel J. Bernstein: `+m1715938200,r,s42,<TAB>notes.txt`.
  case eplf
  /// `dir` of DOS and Windows, and the variant of Windows CE: `05-17-24  09:30AM  42 notes.txt`. Two or four digits of the year, 12 or 24
  /// hours, `<DIR>`, junctions and links.
  case dos
  /// OS/2: `42  A  05-17-24  09:30  notes.txt`.
  case os2
  /// OS/400 (IBM i): `FTP  42 24/05/17 09:30:00 *STMF  notes.txt`, and members without size and date.
  case os400
  /// z/OS, data sets: volume, unit, date of last use, extents and so on, and those that were migrated or are on tape.
  case mvs
  /// z/OS: the members of a partitioned data set, with the statistics of the editor, those of a load module, or none.
  case mvsMembers = "mvs-members"
  /// z/OS, the jobs of JES.
  case mvsJobs = "mvs-jobs"
  /// OpenVMS: versions after names, blocks, entries of up to three lines.
  case vms
  /// HP NonStop (Tandem), the Guardian file system: `NOTES  101  42  17-May-24 09:30:00 170,175 "NUNU"`.
  case nonstop
  /// OS-9: `0.0  24/05/17 0930  ------wr  12B4  42  notes`.
  case os9
  /// z/VM: `NOTES TEXT F 80 16 1 5/17/24 09:30:00 -` of CMS, the byte file system, and the virtual reader.
  case cms
  /// Novell NetWare: trustee rights in brackets.
  case netware
  /// VxWorks: `42  May-17-2024  09:30:00  notes.txt`, directories with `<DIR>` after them.
  case vxworks
  /// The servers of Peter N. Lewis for Mac OS, which list the sizes of both forks: `-rw-r--r-- 0 42 42 May 17 09:30 notes.txt`.
  case netpresenz
  /// `ls -l` of Unix and similar systems, such as z/OS Unix, busybox, glFTPd and most servers today.
  case unix
  /// The same without dates, as instruments list: `-rw-r--r-- 1 0 0 42 notes.txt`.
  case unixUndated = "unix-undated"
}

extension ListingForm {
  /// The forms in which servers of a system may list.
  static func forms(of system: SystemReply.System) -> [ListingForm] {
    switch system {
    case .windowsNT: [.dos, .unix]
    case .mvs: [.mvs, .mvsMembers, .mvsJobs, .unix]
    case .vms: [.vms]
    case .vm: [.cms, .unix]
    case .os400: [.os400, .unix]
    case .macOS: [.netpresenz, .unix]
    case .netWare: [.netware, .unix]
    case .unix: [.unix]
    default: []
    }
  }

  /// What a line means in this form; nil if nothing in particular.
  func read(_ line: LineWords, _ context: inout ListingContext) -> FormLine? {
    switch self {
    case .eplf: EPLFForm.read(line, context)
    case .dos: DOSForm.read(line, &context)
    case .os2: OS2Form.read(line, &context)
    case .os400: OS400Form.read(line, &context)
    case .mvs: MVSForm.read(line, &context)
    case .mvsMembers: MVSMembersForm.read(line, &context)
    case .mvsJobs: MVSJobsForm.read(line)
    case .vms: VMSForm.read(line, context)
    case .nonstop: NonStopForm.read(line, context)
    case .os9: OS9Form.read(line, &context)
    case .cms: CMSForm.read(line, &context)
    case .netware: NetWareForm.read(line, context)
    case .vxworks: VxWorksForm.read(line, context)
    case .netpresenz: NetPresenzForm.read(line, &context)
    case .unix: UnixForm.read(line, &context)
    case .unixUndated: UndatedUnixForm.read(line, &context)
    }
  }
}

extension ListingForm {
  /// Whether a name ends with a line of this form, as if it were two lines whose line end was lost.
  package func holdsEntry(_ name: [UInt8]) -> Bool {
    guard let now = TimeValue(secondsSince1970: 0) else { return false }
    var context = ListingContext(clock: ListingClock(now: now), dateOrder: nil)
    context.isEstablished = true
    return name.indices.dropFirst().contains { start in
      let words = LineWords(name[start...])
      // In forms that list names alone, any word is a line.
      guard words.count > (self == .eplf ? 1 : 2) else { return false }
      switch read(words, &context) {
      case .entry, .partial(.some): return true
      case .heading, .partial(nil), nil: return false
      }
    }
  }
}

extension ListingForm: CustomStringConvertible {
  /// The name.
  public var description: String { rawValue }
}

/// What a line means in a form.
enum FormLine {
  case entry(ListedEntry)
  /// A line that no other form has.
  case heading
  /// A line that the next one may continue; nil if it is not an entry without that one.
  case partial(ListedEntry?)
}

/// What is known about a listing when a line of it is read.
struct ListingContext: Sendable {
  let clock: ListingClock
  /// The order of dates that the caller named.
  private let chosenOrder: ListingDateOrder?
  /// The order that a date of the listing has shown to be the only one.
  private var settledOrder: ListingDateOrder?
  /// Whether the form is settled, so that a line with little evidence of its own may be an entry.
  var isEstablished = false
  /// Whether there was an entry before.
  var hasEntries = false

  init(clock: ListingClock, dateOrder: ListingDateOrder?) {
    self.clock = clock
    chosenOrder = dateOrder
  }

  /// The date of three numbers, optionally with a time of day.
  ///
  /// One that is valid in only one order, or not in the usual one, settles the order for later ones.
  mutating func date(
    _ word: ArraySlice<UInt8>, _ time: WrittenTime?, usual: ListingDateOrder
  ) -> ListedDate? {
    guard let numeric = NumericDate(word, usual: usual, settled: settledOrder, chosen: chosenOrder) else {
      return nil
    }
    if let order = numeric.order, settledOrder == nil, numeric.month != numeric.day,
      !numeric.isAmbiguous || order != NumericDate.preferred(word, usual)
    {
      settledOrder = order
    }
    return clock.date(
      WrittenDate(
        year: numeric.year, month: numeric.month, day: numeric.day, clock: time,
        guesses: numeric.isAmbiguous ? .order : []))
  }
}
