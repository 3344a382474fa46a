import FTPProtocol

/// SITE CHMOD and SITE UTIME, in the forms that clients send.
enum FileServices {
  static let chmod = SiteHandlers.Service(
    name: "CHMOD", syntax: "CHMOD mode path", needs: [.account],
    help: "Sets the mode bits of a file, in octal digits."
  ) { session, argument throws(StorageError) in
    let (word, path) = argument.firstWord
    guard let mode = UInt16(octal: String(decoding: word, as: UTF8.self)), !path.isEmpty else {
      return .reply(501, "An octal mode and a pathname are needed.")
    }
    try session.storage.setPermissions(mode & 0o777, of: try session.path(path, for: .setFacts))
    return .reply(200, "Mode changed.")
  }

  /// `UTIME 20240517093000 name`, or `UTIME name` followed by the times of access, change and creation, and `UTC`.
  static let utime = SiteHandlers.Service(
    name: "UTIME", syntax: "UTIME time path", needs: [.account],
    help: "Sets when a file was changed."
  ) { session, argument throws(StorageError) in
    let (word, rest) = argument.firstWord
    let (name, time): (Argument, FileTime)
    if let moment = moment(word), !rest.isEmpty {
      (name, time) = (rest, moment)
    } else if let found = withThreeTimes(argument) {
      (name, time) = found
    } else {
      return .reply(501, "A time and a pathname are needed.")
    }
    try session.storage.setModified(time, of: try session.path(name, for: .setFacts))
    return .reply(200, "Time changed.")
  }

  private static func withThreeTimes(_ argument: Argument) -> (Argument, FileTime)? {
    var words = argument.bytes.split(separator: 0x20, omittingEmptySubsequences: false)
    guard words.count >= 5, let zone = words.popLast(), zone.elementsEqual("UTC".utf8) else { return nil }
    let times = words.suffix(3).map(moment)
    guard times.allSatisfy({ $0 != nil }), let changed = times[1] else { return nil }
    return (Argument(Array(words.dropLast(3).joined(separator: [0x20]))), changed)
  }

  /// A time with or without seconds.
  private static func moment(_ digits: ArraySlice<UInt8>) -> FileTime? {
    let digits = digits.count == 12 ? digits + Array("00".utf8) : digits
    guard let time = try? TimeValue.read(digits, .strict).value else { return nil }
    return FileTime(seconds: time.secondsSince1970)
  }
}
