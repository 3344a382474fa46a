import FTPProtocol

/// The software that a server claims to be, according to its greeting.
///
/// A greeting is text for people, and often has several lines: the name of the software may be in any of them, among
/// rules of use, the time and the number of users.
struct ServerName: Hashable, Sendable {
  /// Name and version, as the server writes them: `Pure-FTPd`, `vsFTPd 3.0.3`.
  let software: String
  /// The line of the greeting with the name.
  let line: Int

  /// Finds the name in a greeting; nil if it contains none, as in `220 Service ready.`.
  init?(in greeting: Reply) {
    let lines = greeting.lines.map { line in
      let text = String(decoding: line.bytes.map { (0x21...0x7E).contains($0) ? $0 : 0x20 }, as: UTF8.self)
      let hasCode = text.utf8.prefix(3).allSatisfy { (0x30...0x39).contains($0) }
      return String(text.dropFirst(hasCode ? 4 : 0))
    }
    for find in [Self.product, Self.version, Self.brand] {
      for (index, text) in lines.enumerated() {
        guard let name = find(text), name.utf8.count <= 60 else { continue }
        self.software = name
        self.line = index
        return
      }
    }
    return nil
  }

  /// A word that contains FTP and more: `Pure-FTPd`, `vsFTPd 3.0.3`, `GridFTP Server 13.24`.
  private static func product(_ text: String) -> String? {
    let words = words(text)
    guard let place = words.firstIndex(where: isProduct) else { return nil }
    return withVersion(
      String(words[place].split(separator: "/").last ?? words[place][...]), words[(place + 1)...])
  }

  /// The text in parentheses after the host's name, with a version: `localhost FTP server (GNU inetutils 2.4) ready.`.
  private static func version(_ text: String) -> String? {
    guard words(text).contains(where: isServer), let open = text.firstIndex(of: "("),
      let close = text[open...].firstIndex(of: ")")
    else { return nil }
    let inside = text[text.index(after: open)..<close]
    let words = words(String(inside))
    return words.count > 1 && words.dropFirst().contains(where: isVersion) && !isVersion(words[0])
      ? words.joined(separator: " ") : nil
  }

  /// The words before "server": `Twisted 26.10.0 FTP Server`, `Welcome to Rclone v1.75.2 FTP Server`.
  private static func brand(_ text: String) -> String? {
    let words = words(text)
    guard let server = words.firstIndex(where: isServer), server > 0 else { return nil }
    var before = words[..<server]
    if before.last?.uppercased() == "FTP" { before.removeLast() }
    let version = before.last.flatMap { isVersion($0) ? $0 : nil }
    if version != nil { before.removeLast() }
    guard let name = before.last, isBrand(name) else { return nil }
    if let version { return "\(name) \(version)" }
    return withVersion(name, words[server...])
  }

  /// A name with the version after it, if any, perhaps with `Server` between them.
  private static func withVersion(_ name: String, _ rest: ArraySlice<String>) -> String {
    var rest = rest
    var words = [name]
    if let next = rest.first, isServer(next) {
      words.append(next)
      rest.removeFirst()
    }
    if rest.first?.lowercased() == "version" { rest.removeFirst() }
    guard let version = rest.first, isVersion(version) else { return name }
    return (words + [version]).joined(separator: " ")
  }

  /// The words of a line, without brackets, dashes and stars.
  private static func words(_ text: String) -> [String] {
    text.split { " ()[]<>{},;:\"'=*!|".contains($0) }.map { word in
      var word = word
      while let last = word.last, ".-".contains(last) { word.removeLast() }
      while let first = word.first, ".-".contains(first) { word.removeFirst() }
      return String(word)
    }.filter { !$0.isEmpty }
  }

  private static func isProduct(_ word: String) -> Bool {
    let letters = word.lowercased()
    // Not host names, addresses, and words about the protocol.
    guard letters.contains("ftp"), !letters.hasPrefix("ftp"), !letters.contains("@"), !isHost(letters) else {
      return false
    }
    return !["sftp", "tftp", "sftpd", "tftpd"].contains(letters)
  }

  /// A host name is `ftp.example.org`, but not `Linux-ftpd-0.17`.
  private static func isHost(_ word: String) -> Bool {
    word.split(separator: ".").dropFirst().contains { part in part.first.map(\.isLetter) ?? false }
  }

  /// `3.0.3`, `v1.75.2`, `2024`.
  private static func isVersion(_ word: String) -> Bool {
    let digits = word.first.map { $0 == "v" || $0 == "V" } ?? false ? word.dropFirst() : word[...]
    return digits.first.map(\.isNumber) ?? false && !isHost(word) && digits.split(separator: ".").count < 5
  }

  private static func isServer(_ word: String) -> Bool {
    ["server", "service", "daemon", "ftpd"].contains(word.lowercased())
  }

  /// Whether a word is a name: it begins with a capital letter, unlike most host names, and is not a word such as
  /// `The`.
  private static func isBrand(_ word: String) -> Bool {
    guard let first = word.first, first.isUppercase, !isHost(word) else { return false }
    let others = [
      "a", "an", "anonymous", "any", "dear", "file", "files", "ftp", "ftps", "hello", "local", "my", "new",
      "our", "private",
      "public", "secure", "test", "the", "this", "to", "transfer", "welcome", "your",
    ]
    return !others.contains(word.lowercased())
  }
}
