import FTPProtocol

/// RFC 959, section 4.1: what one session sets does not affect another.
enum RFC959Section4_1Neighbours {
  static let cases: [ServerCase] = [
    ServerCase(
      "rfc959/4.1.2/neighbour-type", "TYPE in one session does not affect another.",
      ["959:4.1.2:parameters-persist"], needs: [.writeAccess, .data, .secondLogin], tags: ["sessions"],
      failsWith: ["command-shared=TYPE"],
      .textFile,
      .secondSession,
      .inSecondSession(.prepare(.send("TYPE A"))),
      .lines(in: "I", after: "after TYPE A in another session")),
    ServerCase(
      "rfc959/4.1.1/neighbour-directory",
      "CWD in one session does not affect another.",
      ["959:4.1.1:cwd-only-directory"], needs: [.writeAccess, .secondLogin],
      tags: ["sessions", "directories"],
      failsWith: ["command-shared=CWD"],
      .prepare(.send("MKD inner")),
      .remember(.directory),
      .secondSession,
      .inSecondSession(.prepare(.send("CWD inner"))),
      .same(.directory)),
    ServerCase(
      "rfc959/4.2/neighbour-file", "Other sessions see a stored file.",
      ["959:4.2:success-means-done"], needs: [.writeAccess, .data, .secondLogin], tags: ["sessions"],
      failsWith: ["command-as=STOR:STOR other.txt"],
      .secondSession,
      .prepare(.store("seen.txt", "seen at once")),
      .inSecondSession(.retrieve("seen.txt", is: "seen at once"))),
    ServerCase(
      "rfc959/4.1.3/neighbour-rename", "RNTO does not complete the RNFR of another session.",
      ["959:4.1.3:rnto-after-rnfr"], needs: [.writeAccess, .secondLogin], tags: ["sessions", "rename"],
      failsWith: ["command-shared=RNFR"],
      .prepare(.send("MKD old")),
      .secondSession,
      .inSecondSession(.prepare(.send("RNFR old"))),
      // Other cases check the code.
      .send("RNTO new", .permanent)),
  ]
}
