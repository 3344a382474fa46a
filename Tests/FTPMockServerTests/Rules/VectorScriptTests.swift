import FTPProtocol
import FTPVectors
import Foundation
import TestSupport
import Testing
import ToyLayer

@testable import FTPMockServer

@Suite("A server plays its side of a vector, and obeys other commands", .queueing, .alsoUnderToyLayer)
struct VectorScriptTests {
  private static func server(_ text: String) throws -> MockServer {
    var configuration = MockServer.Configuration()
    configuration.script = try Script(playing: Vector(parsing: text))
    return try MockServer.start(configuration)
  }

  private static let early = """
    S> 220-Welcome to {:text}
    S>  220 a padded line does not end the reply
    S> 220 Ready.
    C> USER guest
    S> 230 Guest.
    C> PASV
    S> 227 Passive, use {data:hostport}
    -- open data to {data}
    C> RETR notes.txt
    S> 15\\|(2ms)0 Opening.
    D> line one\\r\\nna\\xefve\\r\\n
    S> 226 Too early.
    D> line \\|two
    -- close data (closed by the server)
    C> PORT {port:hostport}
    S> 200 Well.
    C> STOR up.txt
    S> 150 Send.
    -- open data from {port}
    D< some bytes
    -- close data (closed by the client)
    S> 552 Full.
    C> QUIT
    S> 221 Bye.
    -- close control (closed by the server)

    """

  private static let interrupted = """
    S> 220 Ready.
    C> USER guest
    S> 331 Password.
    C> PASS {:secret}
    S> 230-In.
    S> 230 Really.
    C> EPSV
    S> 229 Here (|||{data:port}|)
    C> RETR big.bin
    S> 150 Here it comes.
    -- open data to {data}
    D> \\x00\\x01
    C> NOOP
    S> 200 Still here.
    C> \\xff\\xf4\\xff\\xf2ABOR
    -- close data (3 bytes, reset by the server)
    S> 426 Cut.
    S> 226 Aborted.
    C> NOOP
    S> 200 In step.
    -- close control (lost)

    """

  private static let broken = """
    S> 220 Ready\\n\\
    C> USER guest
    S> 230 hel\\
    -- wait 1ms
    S> lo\\x00
    C> user again
    S> 530 No.
    C> LIST
    S> 425 No.
    -- close control (closed by the server)

    """

  @Test(arguments: [early, interrupted, broken])
  func saysWhatTheVectorSays(text: String) throws {
    let server = try Self.server(text)
    defer { server.stop() }
    for _ in 1...2 {
      var client = try VectorClient(server.address)
      let differences = client.play(try Vector(parsing: text))
      #expect(differences.isEmpty)
    }
  }

  @Test func obeysWhatTheVectorDoesNotHave() throws {
    let server = try Self.server(Self.early)
    defer { server.stop() }
    var client = try TestClient(server.address)
    #expect(try client.reply().code == 220)
    #expect(try client.send("SYST").code == 215)
    #expect(try client.send("USER guest").bytes == Array("230 Guest.\r\n".utf8))
    #expect(try client.send("PWD").code == 257)
    // The data connection is set up by a command that is not in the vector; the transfer is still the vector's.
    let data = try client.passive()
    #expect(try client.send("RETR notes.txt").bytes == Array("150 Opening.\r\n".utf8))
    try data.handshake(deadline: client.patience)
    #expect(try client.reply().bytes == Array("226 Too early.\r\n".utf8))
    #expect(try TestClient.readToEnd(data).count == 25)
    // Each row is played only once.
    let (bytes, final) = try client.download("RETR notes.txt")
    #expect(bytes.starts(with: "line one\r\nna\u{ef}ve".utf8))
    #expect(final.code == 226)
    #expect(try client.send("DELE notes.txt").code == 550)
  }

  @Test(arguments: [
    ("S> 220 A.\n-- tls control established\n", "2:1: a server cannot play '-- tls control established'"),
    ("S> 220 A.\n-- open data\n-- open data2\n", "3:1: a server cannot play '-- open data2'"),
    (
      "S> 220 A.\n-- half-close control (by the server)\n",
      "2:1: a server cannot play '-- half-close control (by the server)'"
    ),
  ])
  func refusesWhatItCannotPlay(text: String, description: String) throws {
    let vector = try Vector(parsing: text)
    let error = #expect(throws: ScriptError.self) { try Script(playing: vector) }
    #expect(error?.description == description)
  }

  private static let files = names.map { folder.appending(path: $0).path }
  /// The vectors to play: all of them, or a sample, because `FTPReplayTests` also plays them.
  private static let played = names.filter { Thoroughness.includes($0, oneIn: 4) }
    .map { folder.appending(path: $0).path }
  private static let folder = URL(filePath: #filePath).appending(path: "../../../../Vectors").standardized
  private static let names: [String] = {
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return names.filter { $0.hasSuffix(".ftpv") }.sorted()
  }()

  /// Vectors in which ``VectorClient`` cannot take part, or which the server handles in its own way.
  private static let others: Set = [
    "rfc/1123/telnet-negotiation-refused",  // the server refuses on its own, outside the vector
    "rfc/2428/eprt-ipv6",  // needs a control connection over IPv6
    "rfc/959/scenario",  // the data goes to the default port
    "rfc/959/third-party-active",  // the data connection goes to a third party
  ]

  /// Recordings of real servers that a script plays in its own way: it answers a line without a verb itself, ends an
  /// aborted download with the next reply, and connects after it has replied to PORT.
  ///
  /// The replay to the client covers these too.
  private static func isPlayedOtherwise(_ vector: Vector) -> Bool {
    guard vector.id.hasPrefix("recorded/") else { return false }
    if vector.id.hasSuffix("/errors") || vector.id.hasSuffix("/abort") { return true }
    return zip(vector.rows, vector.rows.dropFirst()).contains { row, next in
      guard case .command = row.content, case .mark(.dataOpened) = next.content else { return false }
      return true
    }
  }

  /// Scripts have no action that begins TLS.
  private static func hasTLS(_ vector: Vector) -> Bool {
    vector.rows.contains { row in if case .mark(.tls) = row.content { true } else { false } }
  }

  @Test func nearlyAllOfThemCanBePlayed() throws {
    let refused = try Self.files.filter { path in
      let vector = try Vector(parsing: Array(Data(contentsOf: URL(filePath: path))))
      return !Self.hasTLS(vector) && (try? Script(playing: vector)) == nil
    }
    #expect(refused.count * 20 < Self.files.count, "\(refused)")
  }

  @Test(arguments: played)
  func playsTheVectorsOfThePackage(path: String) throws {
    let vector = try Vector(parsing: Array(Data(contentsOf: URL(filePath: path))))
    guard !Self.others.contains(vector.id), !Self.isPlayedOtherwise(vector),
      let script = try? Script(playing: vector)
    else { return }
    try withMockServer(.init(script: script)) { server in
      var client = try VectorClient(server.address)
      let differences = client.play(vector)
      #expect(differences.isEmpty)
    }
  }
}
