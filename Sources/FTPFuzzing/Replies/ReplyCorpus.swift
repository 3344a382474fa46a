import FTPConversation
import FTPProtocol
import FTPVectors

/// Streams of replies from files: those that once broke an oracle, and those that the fuzzer begins from.
///
/// A file of cases (`*.replies`) has the form of ``FuzzCases``. Files of cases for another ``FuzzEntry`` hold no
/// replies and are ignored.
package struct ReplyCorpus: Sendable {
  /// The extension of files of cases.
  package static let caseEnding = ".replies"
  /// The longest stream that the fuzzer begins from; longer files are divided.
  package static let longestStream = 2_048

  /// The streams in order.
  package private(set) var streams: [ReplyCase] = []

  package init() {}

  /// Adds the streams of a file: cases, what the server of a vector says, or plain bytes.
  ///
  /// - Throws: what is wrong with a case or a vector.
  package mutating func add(file name: String, _ bytes: [UInt8]) throws(VectorSyntaxError) {
    if name.hasSuffix(Self.caseEnding) {
      streams += try FuzzCases.read(bytes).map(ReplyCase.init(segments:))
    } else if name.hasSuffix(".ftpv") {
      addReplies(of: try Vector(parsing: bytes))
    } else if !FuzzEntry.all.contains(where: { name.hasSuffix("." + $0.name) }) {
      addPieces(of: bytes)
    }
  }

  /// The contents of the file of a finding.
  package static func file(_ finding: ReplyFinding) -> String {
    "# \(finding.oracle): \(finding.oracle.claimOfReplies) (\(finding.settings.name)).\n"
      + FuzzCases.line(finding.smallest.bytes, cuts: finding.smallest.cuts) + "\n"
  }

  /// The name of the file of a finding; the same case always gets the same name.
  package static func name(_ finding: ReplyFinding) -> String {
    let hash = FuzzInput(Array(finding.smallest.text.utf8)).hash
    let digits = String(hash, radix: 16)
    return "\(finding.oracle)-" + String(repeating: "0", count: 16 - digits.count) + digits + caseEnding
  }

  private mutating func addReplies(of vector: Vector) {
    let bindings = PlaceholderBindings(samplesFor: vector)
    var bytes: [UInt8] = []
    for row in vector.rows {
      guard case .reply(let line) = row.content else { continue }
      let more = line.rendered(bindings).bytes
      if bytes.count + more.count > 256 {
        addPieces(of: bytes)
        bytes = []
      }
      bytes += more
    }
    addPieces(of: bytes)
  }

  private mutating func addPieces(of bytes: [UInt8]) {
    for start in stride(from: 0, to: bytes.count, by: Self.longestStream) {
      let end = min(bytes.count, start + Self.longestStream)
      streams.append(ReplyCase(Array(bytes[start..<end])))
    }
  }
}
