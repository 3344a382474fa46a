import FTPProtocol
import FTPSystem

// Checks of the files on both sides, and of the client's exit status.
extension ClientCheck {
  private static let whole: RequirementID = "practice:honest:success-is-whole"

  /// The client claims that it did the job.
  package static let succeeds = ClientCheck("exit status 0") { observation in
    observation.last.hasSucceeded ? nil : observation.last.endingWords
  }

  /// The client reports a failure.
  package static let fails = ClientCheck("an exit status other than 0") { observation in
    observation.last.hasSucceeded ? observation.last.successWords : nil
  }

  /// The client claims success, and the file is the same as on the server.
  package static let gets = ClientCheck("exit status 0, and the file as the server has it", mismatch: got)

  /// The client reports a failure, or the file is the same as on the server.
  package static let getsOrFails = ClientCheck(
    "the file as the server has it, or an exit status other than 0",
    mismatch: { observation in observation.last.hasSucceeded ? got(observation) : nil })

  private static let got: @Sendable (ClientObservation) -> Mismatch? = { observation in
    let run = observation.last
    guard run.hasSucceeded else { return Mismatch(run.endingWords) }
    guard let found = run.out else {
      return Mismatch("exit status 0, and no file '\(run.shownName)'", rule: whole)
    }
    return difference(found.bytes, run.before.bytes(of: run.step.path) ?? []).map {
      Mismatch("exit status 0, and \($0)", rule: whole)
    }
  }

  /// In the end, the file has these contents.
  package static func holds(_ text: String) -> ClientCheck {
    ClientCheck("\(text.utf8.count) bytes in the file") { observation in
      let run = observation.last
      guard let found = run.out else { return "no file '\(run.shownName)'" }
      return difference(found.bytes, Array(text.utf8))
    }
  }

  /// The old file is still there, or the new one is complete.
  package static func keeps(_ text: String) -> ClientCheck {
    ClientCheck("the old file, or all of the new one") { observation in
      let run = observation.last
      guard let found = run.out else { return "no longer a file '\(run.shownName)'" }
      if found.bytes == run.before.bytes(of: run.step.path) { return nil }
      return difference(found.bytes, Array(text.utf8))
    }
  }

  /// There is no file of this name.
  package static let leavesNoFile = ClientCheck("no file", rule: "practice:honest:no-empty-file") {
    observation in
    observation.last.out.map { "'\(observation.last.shownName)', a file of \($0.size) bytes" }
  }

  /// The client claims success, and the server has the file.
  package static let puts = ClientCheck(
    "exit status 0, and the file on the server",
    mismatch: { observation in
      let run = observation.last
      guard run.hasSucceeded else { return Mismatch(run.endingWords) }
      guard let bytes = run.after.bytes(of: run.step.path) else {
        return Mismatch("exit status 0, and no file on the server", rule: whole)
      }
      return difference(bytes, Array((run.step.local[run.name] ?? "").utf8)).map {
        Mismatch("exit status 0, and on the server \($0)", rule: whole)
      }
    })

  /// The client reports a failure, or the server has the file.
  package static let putsOrFails = ClientCheck(
    "the file on the server, or an exit status other than 0",
    mismatch: { observation in observation.last.hasSucceeded ? puts.test(observation) : nil })

  /// In the end, the server has a file with these contents.
  package static func serverHolds(_ path: String, _ text: String) -> ClientCheck {
    ClientCheck("'\(path)' correct on the server") { observation in
      guard let bytes = observation.last.after.bytes(of: path) else { return "no '\(path)' on the server" }
      return difference(bytes, Array(text.utf8))
    }
  }

  /// The server still has this file.
  package static func serverKeeps(_ path: String) -> ClientCheck {
    ClientCheck("'\(path)' still on the server", rule: "practice:honest:nothing-lost-by-failure") {
      observation in
      observation.last.after.contains(path) ? nil : "no '\(path)' on the server"
    }
  }

  /// The server no longer has this file.
  package static func serverLacks(_ path: String) -> ClientCheck {
    ClientCheck("no '\(path)' on the server") { observation in
      observation.last.after.contains(path) ? "'\(path)' still on the server" : nil
    }
  }

  /// The client claims success, and its mirror has these files.
  package static func mirrors(_ files: [String: String]) -> ClientCheck {
    ClientCheck("exit status 0, and the files \(files.keys.sorted().joined(separator: ", "))") {
      observation in
      let run = observation.last
      guard run.hasSucceeded else { return run.endingWords }
      return missing(files, in: run)
    }
  }

  /// The mirror has these files, whether the client claims success or not.
  package static func mirrorKeeps(_ files: [String: String]) -> ClientCheck {
    ClientCheck(
      "the files \(files.keys.sorted().joined(separator: ", ")) still there",
      rule: "practice:honest:nothing-lost-by-failure"
    ) { missing(files, in: $0.last) }
  }

  private static func missing(_ files: [String: String], in run: ClientObservation.Run) -> String? {
    for (name, text) in files.sorted(by: { $0.key < $1.key }) {
      guard let found = run.files["copy/\(name)"] else { return "no '\(name)' in the folder" }
      if let words = difference(found.bytes, Array(text.utf8)) { return "in '\(name)' \(words)" }
    }
    return nil
  }

  package static func mirrorLacks(_ path: String) -> ClientCheck {
    ClientCheck("no '\(path)' in the folder") { observation in
      observation.last.files["copy/\(path)"] == nil ? nil : "a file '\(path)'"
    }
  }

  /// No file has a bit that lets it run with the rights of its owner or group.
  package static let setsNoID = ClientCheck("no file with the set-user-ID or set-group-ID bit") {
    observation in
    let files = observation.last.files.filter { $0.value.kind == .file && $0.value.permissions & 0o6000 != 0 }
    return files.keys.sorted().first.map { "one: '\(Escaping.ascii($0.utf8, limit: 80))'" }
  }

  /// The file has the time that it has on the server, or the time of the download.
  package static func dates(_ seconds: Int64) -> ClientCheck {
    ClientCheck("the time of the file on the server, or of the download") { observation in
      guard let found = observation.last.out?.modified.seconds, abs(found - seconds) > 1,
        abs(found - LocalClock.now().seconds) > 3_600
      else { return nil }
      return "a time \(found - seconds) seconds later than the server's"
    }
  }

  /// The file does not have a date from the beginning of the epoch.
  package static let datesSanely = ClientCheck("a date of the file after 1980") { observation in
    guard let found = observation.last.out, found.modified.seconds < 315_532_800 else {
      return nil
    }
    return "a file from before 1980"
  }

  /// Nothing was written outside the client's folder, and no link was created in it.
  package static let staysInside = ClientCheck(
    "nothing new outside its folder", rule: "practice:safe:stays-in-folder"
  ) { $0.runs.lazy.compactMap(\.escape).first }

  /// The mirror wrote only to its own folder.
  package static let mirrorsInside = ClientCheck(
    "nothing new next to the folder of the mirror", rule: "practice:safe:stays-in-folder"
  ) { observation in
    observation.last.files.keys.sorted().first { $0 != "copy" && !$0.hasPrefix("copy/") }.map {
      "'\(Escaping.ascii($0.utf8, limit: 80))' next to it"
    }
  }

  /// The difference of two files, in words.
  static func difference(_ found: [UInt8], _ expected: [UInt8]) -> String? {
    guard found != expected else { return nil }
    if found.count < expected.count, expected.starts(with: found) {
      return "\(found.count) of \(expected.count) bytes"
    }
    let place = zip(found, expected).enumerated().first { $0.element.0 != $0.element.1 }?.offset
    let bytes =
      "\(found.count) bytes" + (found.count == expected.count ? "" : " instead of \(expected.count)")
    return bytes + (place.map { ", different from byte \($0) on" } ?? "")
  }
}

extension ClientObservation.Run {
  /// The name of the file, as it is shown.
  var shownName: String { Escaping.ascii(name.utf8, limit: 60) }

  /// What a client claimed that mistook a failure for success.
  fileprivate var successWords: String {
    guard step.job.isDownload else { return "exit status 0" }
    return "exit status 0, and " + (out.map { "a file of \($0.size) bytes" } ?? "no file")
  }
}
