import FTPProtocol

extension TestedServer {
  /// The command line that has the conversation of an attempt again; nil if it takes more than lines of text.
  ///
  /// The commands of a case with a directory of its own get another one.
  func command(
    sending exchanges: [CaseAttempt.Exchange], of attempt: CaseAttempt, from start: ServerCase.Start
  )
    -> String?
  {
    var commands = exchanges.map(\.command)
    guard attempt.isPlain, !isEmbedded, !commands.isEmpty,
      !commands.contains(where: { $0.hasPrefix("-") || $0.contains(ServerRunner.folderPrefix) })
    else { return nil }
    let isLoggedIn = start == .loggedIn || start == .inScratch
    if start == .inScratch { commands = ["MKD ftpraw-trial", "CWD ftpraw-trial"] + commands }
    var words = ["ftpraw", "send", "-s", url(as: isLoggedIn ? login.user : nil)] + securityOptions
    if exchanges.dropLast().contains(where: { $0.reply?.code.isNegative ?? false }) {
      words.append("--keep-going")
    }
    return (words + commands).map(ShellWord.quoted).joined(separator: " ")
  }
}
