import EmbeddedTexts
import FTPProtocol

/// What a case computes.
package typealias CaseBody = @Sendable (Probe) async throws -> Void

extension CaseCatalogue {
  /// The cases for servers in the order of the RFCs, which is the order of every report.
  ///
  /// A test reads each text by itself, so that a mistake in one has a message there.
  public static let servers: [ServerCase] = caseTexts.flatMap { document, text in
    (try? ServerCase.cases(of: document, in: text)) ?? []
  }

  /// The texts of `EmbeddedTexts/Cases`, by document.
  static let caseTexts = Array(
    zip(
      [
        "rfc775", "rfc854", "rfc959", "rfc1123", "rfc1635", "rfc1639", "rfc2228", "rfc2389", "rfc2428",
        "rfc2577", "rfc2640", "rfc3659", "rfc4217", "rfc5797", "rfc7151", "rfc7301", "rfc8446",
        "draft-deflate", "draft-hash", "draft-mfxx", "draft-rang", "draft-streamlined",
      ], embedded_cases().bytes.split(separator: 0)))

  /// What has to be computed: a whole case under its id, a step of one under the name after `do`.
  static let bodies = tables.reduce(into: [:]) { all, table in all.merge(table) { first, _ in first } }

  /// The tables of the sections.
  static let tables: [[String: CaseBody]] = [
    RFC854.bodies, RFC959Section3_1.bodies, RFC959Section3_2To4.bodies, RFC959Section4_1_2.bodies,
    RFC959Section4_1_3.bodies, RFC959Section4_1_3Aborting.bodies, RFC959Section4_2.bodies,
    RFC959Section5.bodies, RFC1123.bodies, SmallDocuments.bodies, RFC2428.bodies, RFC2577.bodies,
    RFC2640.bodies, RFC3659Section2To5.bodies, RFC3659Section6To7_3.bodies, RFC3659Section7_5To8.bodies,
    RFC4217InClear.bodies, RFC4217Control.bodies, RFC4217Data.bodies, Drafts.bodies,
  ]

  /// What the last reply shows, by the words in which a step claims it.
  static let claims: [String: @Sendable (Reply) throws -> Bool] = [
    "213 and digits": {
      !$0.lastLine.string.isEmpty && $0.lastLine.string.utf8.allSatisfy { (0x30...0x39).contains($0) }
    },
    "213 and the time": { (try? TimeValue.read($0)) != nil },
    "213 Modify=20010203040506; dated.txt": { try FactList.read($0.lastLine.text).value.modify != nil },
    "a name of the Assigned Numbers, such as UNIX": {
      // The list of names was closed long ago, and servers use names that are not on it.
      let reading = try SystemReply.read($0)
      return !reading.isCanonical || reading.notes.isEmpty
    },
    "an algorithm, the range 0-4, its hash of 12345, and hashed.txt": {
      let parts = Drafts.hash(in: $0, of: "12345")
      return ["0-4", "0-5"].contains(parts?.range) && "/\(parts?.name ?? "")".hasSuffix("/hashed.txt")
    },
    "an algorithm, the range 1-3, its hash of 234, and a name": {
      Drafts.hash(in: $0, of: "234")?.range == "1-3"
    },
    "a code that an RFC defines": { ReplyCode.known.contains($0.code) },
    "six numbers": { (try? HostPort.read(reply: $0.text.utf8)) != nil },
    "families in parentheses at the end": {
      !AddressFamily.listed(in: $0.lastLine.text).isEmpty && $0.lastLine.text.last == UInt8(ascii: ")")
    },
    "families in parentheses": { !AddressFamily.listed(in: $0.lastLine.text).isEmpty },
    "WONT to IAC DO ECHO": {
      Telnet.strip($0.bytes).sequences.contains { $0.bytes == [Telnet.iac, Telnet.wont, 1] }
    },
    "DONT to IAC WILL ECHO": {
      Telnet.strip($0.bytes).sequences.contains { $0.bytes == [Telnet.iac, Telnet.dont, 1] }
    },
    "PBSZ=0": { (RFC4217Control.size(in: $0) ?? 0) == 0 },
  ]
}
