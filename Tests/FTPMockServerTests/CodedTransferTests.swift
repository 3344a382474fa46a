import FTPProtocol
import TestSupport
import Testing
import ToyLayer

@testable import FTPMockServer

@Suite(
  "Files can be transferred in every mode and structure, and come back unchanged", .alsoUnderToyLayer,
  .computing)
struct CodedTransferTests {
  struct Parameters: Sendable, CustomStringConvertible {
    let type: String
    let mode: TransmissionMode
    let structure: FileStructure

    var coding: TransferCoding {
      TransferCoding(mode: mode, structure: structure, isText: type == "A") ?? .stream
    }
    var hasMarkers: Bool { mode == .block || mode == .compressed }
    var description: String { "TYPE \(type), MODE \(mode.rawValue), STRU \(structure.rawValue)" }

    static let all: [Parameters] = ["A", "I", "L 8"].flatMap { type in
      [TransmissionMode.stream, .block, .compressed].flatMap { mode in
        [FileStructure.file, .record].map { Parameters(type: type, mode: mode, structure: $0) }
      }
    }
    /// All combinations, or one in five, in which each type, mode and structure occurs, but not each pair.
    static let tried = stride(from: 0, to: all.count, by: Thoroughness.stride(5)).map { all[$0] }
  }

  static let text = "first  line\n\nna\u{EF}ve \u{FF}\u{FF}\u{1}\u{2}\r\r\n                    last\n".latin1
  /// Long enough for two markers.
  static let largeCount: UInt64 = 530_000
  static let large = FileContents.pattern(count: largeCount)

  static var configuration: MockServer.Configuration {
    var tree = VirtualTree()
    tree.addFile("text", FileContents(text))
    tree.addFile("empty", "")
    tree.addFile("large", large)
    return .init(tree: tree)
  }

  private static func client(_ server: MockServer, _ parameters: Parameters) throws -> TestClient {
    var client = try TestClient.loggedIn(server)
    for line in [
      "TYPE \(parameters.type)", "MODE \(parameters.mode.rawValue)", "STRU \(parameters.structure.rawValue)",
    ] {
      #expect(try client.send(line).code == 200)
    }
    return client
  }

  /// Decodes the bytes of a file and its markers from the data of a transfer.
  private static func decode(
    _ bytes: [UInt8], _ parameters: Parameters
  ) throws -> (file: [UInt8], markers: [String]) {
    var decoder = parameters.coding.makeDecoder()
    var rest = bytes[...]
    var elements: [TransferElement] = []
    while let element = try decoder.next(&rest) { elements.append(element) }
    elements += try decoder.finish()
    #expect(rest.isEmpty && elements.last == .endOfFile)
    #expect(decoder.deviations == [])
    var file: [UInt8] = []
    var markers: [String] = []
    var text = NetworkText.Decoder()
    for element in elements {
      switch element {
      case .marker(let marker): markers.append(String(decoding: marker, as: UTF8.self))
      case .endOfRecord where parameters.type != "A": break
      default:
        let bytes = RecordLines.bytes(of: element)
        file += parameters.type == "A" && parameters.structure == .file ? text.decode(bytes)[...] : bytes
      }
    }
    return (file + text.finish(), markers)
  }

  @Test(arguments: Parameters.tried)
  func retrievedAndStored(parameters: Parameters) throws {
    try withMockServer(Self.configuration) { server in
      var client = try Self.client(server, parameters)
      for (name, file) in [
        ("text", Self.text), ("empty", []), ("large", Array(Self.large.bytes(at: 0, limit: .max))),
      ] {
        // The pattern has lines without line ends, and in text types one of its CRs may precede an LF.
        let (bytes, final) = try client.download("RETR \(name)")
        #expect(final.code == 226)
        let size = try client.send("SIZE \(name)")
        #expect(size.text == "\(bytes.count)")
        let read = try Self.decode(bytes, parameters)
        let isRecordText = parameters.type == "A" && parameters.structure == .record
        #expect(read.file == file + (isRecordText && name == "large" ? [0x0A] : []))
        #expect(read.markers == (parameters.hasMarkers && name == "large" ? ["262144", "524288"] : []))
        var marks: [Reply] = []
        let stored = try client.upload("STOR copy", [bytes], marks: &marks)
        #expect(stored.code == 226)
        #expect(marks.map(\.text) == read.markers.map { "MARK \($0) = \($0)" })
        #expect(server.tree.bytes(of: "copy") == read.file)
        #expect(try client.download("RETR copy").bytes.count >= bytes.count)
      }
      try client.write("QUIT\r\n")
      #expect(try client.rest().map(\.code) == [221])
      #expect(server.verdicts == [])
    }
  }

  @Test(arguments: Parameters.all.filter(\.hasMarkers))
  func markersRestart(parameters: Parameters) throws {
    try withMockServer(Self.configuration) { server in
      var client = try Self.client(server, parameters)
      #expect(try client.send("REST 524288").code == 350)
      let (bytes, final) = try client.download("RETR large")
      #expect(final.code == 226)
      let isRecordText = parameters.type == "A" && parameters.structure == .record
      let rest =
        FileContents.patternBytes(at: 524_288, count: Int(Self.largeCount - 524_288))
        + (isRecordText ? [0x0A] : [])
      #expect(try Self.decode(bytes, parameters).file == rest)
      // Half of it was stored, and the client continues at the server's marker.
      server.updateTree { $0.addFile("copy", FileContents(FileContents.patternBytes(at: 0, count: 525_000))) }
      #expect(try client.send("REST 524288").code == 350)
      #expect(try client.upload("STOR copy", bytes).code == 226)
      #expect(
        server.tree.bytes(of: "copy") == FileContents.patternBytes(at: 0, count: 524_288) + rest)
      #expect(try client.send("REST \(Self.largeCount + 1)").code == 350)
      #expect(try client.send("RETR large").code == 554)
      #expect(try client.send("REST x").code == 501)
    }
  }

  @Test func placesOfTheWireMeanNothingAmongEscapes() throws {
    try withMockServer(Self.configuration) { server in
      var client = try Self.client(server, .init(type: "I", mode: .stream, structure: .record))
      for command in ["RETR text", "STOR text"] {
        #expect(try client.send("REST 3").code == 350)
        #expect(try client.send(command).code == 555)
      }
      #expect(try client.send("REST 0").code == 350)
      #expect(try client.download("RETR text").final.code == 226)
    }
  }

  @Test func theEndOfTheFileEndsTheTransfer() throws {
    try withMockServer(Self.configuration) { server in
      var client = try Self.client(server, .init(type: "I", mode: .block, structure: .file))
      let data = try client.passive()
      #expect(try client.send("STOR copy").code == 150)
      try data.write([0, 0, 2, 0x68, 0x69, 0x40, 0, 0], deadline: client.patience)
      #expect(try client.reply().code == 226)
      #expect(try TestClient.readToEnd(data) == [])
      #expect(server.tree.bytes(of: "copy") == Array("hi".utf8))
    }
  }

  @Test(
    arguments: [
      (.block, [0, 0, 9, 0x61], 426), (.block, [], 426), (.block, [0, 0, 1, 0x61], 426),
      (.stream, [0x61, 0xFF], 426), (.stream, [0x61, 0xFF, 7], 451), (.stream, [0x61, 0xFF, 7, 0x62], 451),
      (.compressed, [0x84], 426),
    ] as [(TransmissionMode, [UInt8], ReplyCode)])
  func whatMakesNoSense(mode: TransmissionMode, bytes: [UInt8], code: ReplyCode) throws {
    try withMockServer(Self.configuration) { server in
      var client = try Self.client(server, .init(type: "I", mode: mode, structure: .record))
      #expect(try client.upload("STOR copy", bytes).code == code)
      // What could be read is kept, and the session continues.
      #expect(server.tree.bytes(of: "copy") == (bytes.contains(0x61) ? [0x61] : []))
      #expect(try client.send("NOOP").code == 200)
      #expect(server.verdicts.allSatisfy { $0.party == .client })
    }
  }

  @Test(arguments: Parameters.all)
  func listings(parameters: Parameters) throws {
    try withMockServer(Self.configuration) { server in
      var client = try Self.client(server, parameters)
      let (bytes, final) = try client.download("NLST")
      #expect(final.code == 226)
      let text = Parameters(type: "A", mode: parameters.mode, structure: parameters.structure)
      #expect(try Self.decode(bytes, text).file == Array("empty\nlarge\ntext\n".utf8))
      // The listing is sent unchanged, whatever the parameters are.
      #expect(try client.send("OPTS MLST size;").code == 200)
      #expect(
        try client.text("MLSD")
          == "size=0; empty\r\nsize=\(Self.largeCount); large\r\nsize=\(Self.text.count); text\r\n")
      #expect(
        try client.send("STAT").text.contains(
          "STRU: \(parameters.structure.word); MODE: \(parameters.mode.word)"))
      #expect(server.verdicts == [])
    }
  }

  @Test func parametersThatAreNot() throws {
    try withMockServer(Self.configuration) { server in
      var client = try TestClient.loggedIn(server)
      for (line, code) in [
        ("MODE Z", 504), ("MODE X", 501), ("MODE", 501), ("MODE BB", 501), ("STRU P", 504), ("STRU X", 501),
        ("STRU F R", 501), ("mode b", 200), ("stru r", 200),
      ] as [(String, ReplyCode)] {
        #expect(try client.send(line).code == code, "\(line)")
      }
      #expect(try client.send("REIN").code == 220)
      #expect(try client.send("USER ftpraw").code == 331)
      #expect(try client.send("PASS secret").code == 230)
      #expect(try client.send("STAT").text.contains("STRU: File; MODE: Stream"))
    }
  }
}

extension String {
  /// The scalars as bytes.
  var latin1: [UInt8] { unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) } }
}

extension TestClient {
  /// Sends bytes in pieces; collects the markers that come meanwhile, and returns the final reply.
  mutating func upload(
    _ command: String, _ pieces: [[UInt8]], marks: inout [Reply]
  ) throws -> Reply {
    let patience = patience
    var reply = try transfer(command) { data in
      for piece in pieces { try data.write(piece, deadline: patience) }
    }
    while reply.code == 110 {
      marks.append(reply)
      reply = try self.reply()
    }
    return reply
  }
}
