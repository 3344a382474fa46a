/// `FTP                42 24/05/17 09:30:00 *STMF      notes.txt`: owner, size, date, time and type, which members have without
/// size and date.
enum OS400Form {
  /// The width of the column of types, with the space after it.
  private static let typeColumn = 11

  static func read(_ line: LineWords, _ context: inout ListingContext) -> FormLine? {
    guard line.count >= 3, let star = [1, 4].first(where: { line[$0].first == 0x2A }) else { return nil }
    let type = line[star]
    guard (2...10).contains(type.count), type.dropFirst().allSatisfy(\.isAlphanumeric) else { return nil }
    var entry = ListedEntry(name: [], kind: kind(type))
    entry.owner = Array(line[0])
    if star == 4 {
      guard let size: UInt64 = line[1].decimal(), let time = WrittenTime(line[3]), time.precision == .second,
        let date = context.date(line[2], time, usual: .yearFirst)
      else { return nil }
      (entry.size, entry.modified) = (size, date)
    } else {
      guard type.isText("*mem") else { return nil }
    }
    guard var name = line.name(after: star, blanks: max(1, typeColumn - type.count)) else { return nil }
    if name.last == 0x2F, name.count > 1 { name = name.dropLast() }
    entry.name = Array(name)
    return .entry(entry)
  }

  private static func kind(_ type: ArraySlice<UInt8>) -> ListedEntry.Kind {
    switch type {
    case _ where ["*dir", "*ddir", "*lib", "*flr"].contains(where: type.isText): .directory
    case _ where type.isText("*symlnk"): .link
    case _ where type.isText("*chrsf"): .characterDevice
    case _ where type.isText("*blksf"): .blockDevice
    case _ where type.isText("*fifo"): .pipe
    case _ where type.isText("*socket"): .socket
    default: .file
    }
  }
}
