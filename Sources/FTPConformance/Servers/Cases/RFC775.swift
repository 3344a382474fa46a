import FTPProtocol

/// RFC 775: the X verbs, from which the directory commands come.
enum RFC775 {
  static let bodies: [String: CaseBody] = [
    "rfc775/1/xpwd": { probe in
      let old = try await probe.sendOptional("XPWD")
      let new = try await probe.startingDirectory()
      // Only the names count: the words after them are free.
      let isSame = try old.code == 257 && PathReply.read(old).value.path == new.path
      try probe.require(isSame, "257 and '\(new.text)'", Probe.words(of: old))
    }
  ]
}
