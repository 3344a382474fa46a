import FTPTransport

/// Listings as `ls -l` writes them: what LIST and STAT send.
enum UnixListing {
  /// The lines for a directory, or the line for a file under the name that was asked for.
  static func lines(_ session: SessionContext, _ argument: Argument) throws(StorageError) -> [[UInt8]] {
    let path = try session.path(argument)
    let entry = try session.storage.entry(at: path)
    let now = session.configuration.clock()
    guard entry.isDirectory else { return [line(entry, name: argument.bytes, now: now)] }
    return try session.storage.entries(in: path).map { line($0, name: $0.name, now: now) }
  }

  /// `-rw-r--r--   1 ftp      ftp            42 May 17 09:30 notes.txt`
  static func line(_ entry: StorageEntry, name: [UInt8], now: FileTime) -> [UInt8] {
    let size = String(entry.size)
    let padding = String(repeating: " ", count: max(0, 13 - size.utf8.count))
    return Array("\(attributes(entry)) \(padding)\(size) \(date(entry.modified, now)) ".utf8) + name
  }

  /// Mode, number of names, owner and group; where the storage has none, those of a file that `ftp` owns.
  private static func attributes(_ entry: StorageEntry) -> String {
    guard let status = entry.status else {
      return (entry.isDirectory ? "drwxr-xr-x   2" : "-rw-r--r--   1") + " ftp      ftp     "
    }
    let links = String(status.linkCount)
    return mode(status) + String(repeating: " ", count: max(1, 4 - links.utf8.count)) + links
      + " \(column(status.owner)) \(column(status.group))"
  }

  private static func column(_ number: UInt32) -> String {
    let text = String(number)
    return text + String(repeating: " ", count: max(0, 8 - text.utf8.count))
  }

  /// `-rw-r--r--`
  private static func mode(_ status: FileStatus) -> String {
    let kind =
      switch status.kind {
      case .file: "-"
      case .directory: "d"
      case .link: "l"
      case .pipe: "p"
      case .socket: "s"
      case .characterDevice: "c"
      case .blockDevice: "b"
      }
    return zip("rwxrwxrwx", 0..<9).reduce(into: kind) { text, letter in
      text.append(status.permissions & (0o400 >> letter.1) == 0 ? "-" : letter.0)
    }
  }

  /// Month and day, then the time of day for the last half year and the year for anything else.
  static func date(_ time: FileTime, _ now: FileTime) -> String {
    guard let value = time.value else { return "Jan  1  1970" }
    let isRecent = time <= now && now.seconds - time.seconds < 182 * 86_400
    let last = isRecent ? "\(twoDigits(value.hour)):\(twoDigits(value.minute))" : " \(value.year)"
    return "\(months[value.month - 1]) \(value.day < 10 ? " " : "")\(value.day) \(last)"
  }

  private static func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
