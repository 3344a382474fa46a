import FTPProtocol

/// A server's listing of a directory.
public struct FTPListing: Hashable, Sendable {
  /// The entries of the directory, in the server's order, without the directory itself and its parent.
  public var entries: [FTPEntry] = []
  /// Lines that are neither entries nor headings, without their ends: messages of programs, and unreadable lines.
  public var others: [[UInt8]] = []
  /// The form of LIST, and the reason for it; nil for MLSD, and if no line had a form.
  public var recognition: ListingRecognition?
  /// The command that was given: MLSD or LIST.
  public var verb: Verb
  /// Why the listing may be wrong although its lines can be read, in words; nil if nothing shows that.
  var suspicion: String?
  /// What MLSD says about the directory itself.
  var headings: [FactList] = []
  private var names: Set<Name> = []

  /// A name, and what else tells two entries apart: VMS keeps several versions of a file.
  private struct Name: Hashable {
    var bytes: [UInt8]
    var version: Int?
    var isHeading = false
  }

  private init(verb: Verb) { self.verb = verb }
}

extension FTPListing {
  /// Why the listing may lack something, or say something that is not so, in words; nil if nothing shows that.
  package var doubt: String? {
    guard let first = others.first else { return suspicion }
    let count = others.count == 1 ? "a line of its listing" : "\(others.count) lines of its listing"
    return "\(count) cannot be read: \(Escaping.ascii(first, limit: 60))"
  }

  /// Reads the data of MLSD.
  ///
  /// RFC 3659, section 7.2, defines the form of a line. One that differs is not an entry, because a guess may turn the
  /// rest of a damaged line into a name.
  init(facts bytes: [UInt8]) {
    self.init(verb: .mlsd)
    let lines = bytes.split(separator: 0x0A)
    // Some servers end each line with two CRs; a name that itself ends with one keeps it.
    let isDoubled = lines.allSatisfy { $0.suffix(2) == [0x0D, 0x0D] }
    let hasCR = lines.contains { $0.last == 0x0D }
    for line in lines where line != [0x0D] {
      let isWhole = !hasCR || line.last == 0x0D
      guard isWhole, let facts = FactList.entry(ofLine: (isDoubled ? line.dropLast() : line) + [0x0A]),
        take(facts)
      else {
        others.append(Self.withoutEnd(line))
        continue
      }
      if facts.type == .current { headings.append(facts) }
    }
  }

  /// Takes an entry of MLSD; false if there cannot be such an entry.
  private mutating func take(_ facts: FactList) -> Bool {
    let entry = FTPEntry(facts)
    let isHeading = facts.type == .current || facts.type == .parent
    guard isHeading || !entry.isCurrentOrParent,
      names.insert(Name(bytes: facts.name, isHeading: isHeading)).inserted
    else { return false }
    if !isHeading { entries.append(entry) }
    return true
  }

  /// Reads the lines of LIST.
  init(lines: [ListedLine], recognition: ListingRecognition?) {
    self.init(verb: .list)
    self.recognition = recognition
    var hasEnded = false
    var end: [UInt8]?
    for line in lines {
      switch line.meaning {
      case .entry(let entry):
        if hasEnded { suspect("its listing goes on after its end") }
        let lineEnd = Array(line.bytes[Self.withoutEnd(line.bytes[...]).count...])
        if lineEnd != end ?? lineEnd { suspect("the lines of its listing end in different ways") }
        end = lineEnd
        guard !entry.isCurrentOrParent else { continue }
        if !names.insert(Name(bytes: entry.name, version: entry.version)).inserted {
          suspect("its listing has \(Escaping.ascii(entry.name)) twice")
        }
        entries.append(FTPEntry(entry))
      case .message, .unread, .tooLong: others.append(Self.withoutEnd(line.bytes[...]))
      case .heading: if !entries.isEmpty { suspect("its listing has a heading among its entries") }
      case .total: hasEnded = !entries.isEmpty
      case .blank: break
      }
    }
  }

  /// Notes a reason to doubt; the first one counts.
  mutating func suspect(_ reason: String) { suspicion = suspicion ?? reason }

  private static func withoutEnd(_ line: ArraySlice<UInt8>) -> [UInt8] {
    Array(line[...(line.lastIndex { $0 != 0x0D && $0 != 0x0A } ?? line.startIndex - 1)])
  }
}
