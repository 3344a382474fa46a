import FTPProtocol

/// What a server has listed of a directory.
public struct FTPListing: Hashable, Sendable {
  /// What is in the directory, in the server's order, without the directory itself and the one above.
  public var entries: [FTPEntry] = []
  /// Lines that tell of no entry and are no heading either: messages of programs, and what cannot be read.
  public var others: [[UInt8]] = []
  /// The form of LIST, and why it is taken for that; nil for MLSD, and where no line had a form.
  public var recognition: ListingRecognition?
  /// The command that was given: MLSD or LIST.
  public var verb: Verb
}

extension FTPListing {
  /// What the data of MLSD says.
  init(facts bytes: [UInt8]) {
    self.init(verb: .mlsd)
    let lines = bytes.split(separator: 0x0A)
    // Some servers end each line with two CR; a name that ends with one by itself keeps it.
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
