import FTPClient
import FTPProtocol

extension Probe {
  /// Sends a TYPE, STRU or MODE with a parameter that a server need not have; ends the case as unsupported where it is
  /// refused with 5yz.
  func requireAccepted(_ command: String) async throws {
    let reply = try await send(command, expecting: 200, .permanent)
    if reply.code != 200 { throw CaseStop.unsupported(Self.words(of: reply)) }
  }

  /// The same for cases about the refusal, which should be 504: another 5yz is worth a warning.
  ///
  /// The case is **unsupported** where the command is refused with `usual`, the parameter of every session, too: 504 is for
  /// a command that is there.
  func expectOptional(_ command: String, besides usual: String) async throws {
    let reply = try await send(command, expecting: 200, .permanent)
    if reply.code == 200 || reply.code == 504 { return }
    try await requireAccepted(usual)
    warn("200 or 504 to \(command)", Self.words(of: reply))
  }

  /// A text file of two lines in the case's own directory, `lines.txt`, as it comes in image and in ASCII type.
  ///
  /// The case is skipped where the two are the same, or where there is none in ASCII type: what TYPE is in force cannot be
  /// seen then. Image type is in force in the end.
  func linesByType() async throws -> (image: [UInt8], ascii: [UInt8]) {
    try await upload("STOR lines.txt", "one\ntwo\n", type: "I")
    let ascii = try await downloadInASCII("RETR lines.txt").bytes
    let image = try await download("RETR lines.txt", type: "I").bytes
    if image == ascii { try skip("the server sends the same bytes in ASCII type and in image type") }
    return (image, ascii)
  }

  /// Carries out a download in ASCII type; the case is skipped where nothing comes, which another case is about.
  func downloadInASCII(_ command: String) async throws -> CompletedTransfer {
    do {
      return try await download(command, type: "A")
    } catch FTPClientError.transport(let error) where error.isTimeout {
      try skip("RETR in ASCII type does not work (see rfc959/3.1.1.1/ascii-sent)")
    }
  }

  /// Ends the case unless `lines.txt` comes as it does in a certain type, with no TYPE sent here.
  func requireLines(
    _ bytes: [UInt8], _ type: String, after event: String, named name: String = "lines.txt"
  ) async throws {
    let copy = try await download("RETR \(name)", type: nil)
    try require(copy.bytes == bytes, "the file as in \(type) type \(event)", copy.summary)
  }

  /// Logs the first connection in once more and goes back to the case's own directory; false if the server does
  /// not take another USER.
  func logInAgain() async throws -> Bool {
    let (reply, login) = try await ftp.walkLogin(target.login)
    if login.step == .user, reply.code.isNegative { return false }
    try expect(reply, .completion, to: "the login")
    try await protectData(of: ftp)
    if let directory { try await send("CWD \(directory)", expecting: .completion) }
    return true
  }
}
