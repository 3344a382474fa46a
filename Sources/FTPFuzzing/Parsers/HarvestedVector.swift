import FTPProtocol
import FTPVectors

/// The inputs that a vector provides for parsers to begin from.
struct HarvestedVector: Sendable {
  let file: [UInt8]
  /// The parsed file.
  let vector: Vector
  /// What the client sends on the control connection, one element per row.
  private(set) var commands: [[UInt8]] = []
  /// What the server says on the control connection, in pieces of up to 256 bytes unless a row is longer.
  private(set) var streams: [[UInt8]] = []
  /// The replies of the server.
  private(set) var replies: [Reply] = []
  /// What goes over the data connections, one element per row.
  private(set) var data: [[UInt8]] = []

  init(_ file: [UInt8]) throws(VectorSyntaxError) {
    self.file = file
    vector = try Vector(parsing: file)
    let bindings = PlaceholderBindings(samplesFor: vector)
    var parser = ReplyParser(vector.reading.leniency)
    for row in vector.rows {
      guard let bytes = row.content.line?.rendered(bindings).bytes else { continue }
      switch row.content {
      case .command: commands.append(bytes)
      case .reply:
        if let last = streams.last, last.count + bytes.count <= 256 {
          streams[streams.count - 1] += bytes
        } else {
          streams.append(bytes)
        }
        parser.append(bytes)
        while let reply = try? parser.next() { replies.append(reply) }
      default: data.append(bytes)
      }
    }
  }

  /// The texts of the last lines of replies with these codes.
  func texts(of codes: ReplyCode...) -> [[UInt8]] {
    replies.filter { codes.contains($0.code) }.map { Array($0.lastLine.text) }
  }

  /// The arguments of commands with these verbs.
  func arguments(of verbs: Verb...) -> [[UInt8]] {
    commands.compactMap { Command(parsing: $0) }.filter { verbs.contains($0.verb) }.compactMap(\.argument)
  }
}
