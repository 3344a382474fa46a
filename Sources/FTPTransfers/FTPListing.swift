import FTPProtocol

/// A server's listing of a directory.
public struct FTPListing: Hashable, Sendable {
  /// The entries of the directory, in the server's order, without the directory itself and its parent.
  public var entries: [FTPEntry] = []
  /// Lines that are neither entries nor headings: messages of programs, and unreadable lines.
  public var others: [[UInt8]] = []
  /// The form of LIST, and the reason for it; nil for MLSD, and if no line had a form.
  public var recognition: ListingRecognition?
  /// The command that was given: MLSD or LIST.
  public var verb: Verb
}

extension FTPListing {
  /// Reads the data of MLSD.
  init(facts bytes: [UInt8]) {
    self.init(verb: .mlsd)
    let lines = bytes.split(separator: 0x0A)
    // Some servers end each line with two CRs; a name that itself ends with one keeps it.
    let isDoubled = lines.allSatisfy { $0.suffix(2) == [0x0D, 0x0D] }
    for line in lines where line != [0x0D] {
      if let facts = try? FactList.read((isDoubled ? line.dropLast() : line) + [0x0A]).value,
        !facts.name.isEmpty
      {
        let entry = FTPEntry(facts)
        if !entry.isCurrentOrParent { entries.append(entry) }
      } else {
        others.append(Array(line))
      }
    }
  }
}
