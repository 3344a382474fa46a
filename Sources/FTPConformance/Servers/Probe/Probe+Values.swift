import FTPProtocol

extension Probe {
  /// The value of a reading.
  ///
  /// The case ends if the form breaks one of the case's requirements. If nothing can be read for another reason, the case
  /// is skipped, because another one is about that.
  func value<Value>(_ read: @autoclosure () throws(ValueDeviation) -> Reading<Value>) throws -> Value {
    let reading: Reading<Value>
    do { reading = try read() } catch {
      if current.entry.requirements.contains(error.requirement) { throw error }
      try skip("\(error.text), which another case is about: \(Self.form(of: error.requirement))")
    }
    for note in reading.breaches.summed where current.entry.requirements.contains(note.requirement) {
      throw found(
        expected: Self.form(of: note.requirement), received: note.text, citing: note.requirement)
    }
    return reading.value
  }

  /// The form that a requirement asks for, as a phrase or, if there is none, in the words of the requirement.
  static func form(of requirement: RequirementID) -> String {
    ReplyValue.expectation(of: requirement) ?? requirement.words
  }

  /// Whether a reply says that the command does not exist.
  static func isAbsent(_ reply: Reply) -> Bool { reply.code == 500 || reply.code == 502 }

  /// Ends the case as unsupported, or as broken if FEAT lists it, if a reply says that the command does not exist.
  ///
  /// Unlike ``skipUnsupported(_:to:)``, this accepts 504 as an answer, and counts 530 before a login as a
  /// refusal.
  func requirePresence(_ reply: Reply, of label: String, isLoggedIn: Bool = true) throws {
    guard facts.isAbsent(reply) || (!isLoggedIn && reply.code == 530) else { return }
    // A verb that FEAT lists may have refused only this argument.
    let isListed = facts.features.contains(label)
    if isListed, facts.isAboutArgument(reply, of: label) { return }
    throw absence(in: reply, against: isListed ? "\(label), which FEAT lists" : nil)
  }

  /// Ends a case at a refusal: as unsupported, or as broken if the server has said `promise` by FEAT.
  func absence(in reply: Reply, against promise: String?) -> CaseStop {
    guard let promise else { return .unsupported(Self.words(of: reply)) }
    return .broken(
      Finding("2389:3.2:feat-honest", expected: promise, received: Self.words(of: reply)))
  }

  /// Ends the case as unsupported unless FEAT lists a command, or a correct use of it is not refused as unknown; after
  /// that, a 500 is about the argument.
  func requirePresence(ofWhat command: @autoclosure () async throws -> String, label: String) async throws {
    if facts.features.contains(label) { return }
    let reply = try await send(command())
    if facts.isAbsent(reply) { throw CaseStop.unsupported(Self.words(of: reply)) }
  }

  /// The features that FEAT lists now; ends the case as unsupported if there is no FEAT.
  func features(over connection: CaseConnection? = nil) async throws -> FeatureList {
    let reply = try await (connection ?? ftp).send("FEAT")
    if facts.isAbsent(reply) { throw CaseStop.unsupported(Self.words(of: reply)) }
    try expect(reply, 211, to: "FEAT", citing: "2389:3.2:feat-listing")
    return try value(try FeatureList.read(reply))
  }

  /// Ends the case unless FEAT has a line, in any case, for a command that exists; as unsupported if the command does
  /// not exist, and as broken if FEAT lists it anyway.
  func expectFeature(_ line: String, of command: String) async throws {
    let reply = try await ftp.send(command)
    let listed = try await features()[String(line.prefix { $0 != " " })]
    if facts.isAbsent(reply) {
      throw absence(in: reply, against: listed.map { "\(command), since FEAT lists \($0.label)" })
    }
    let text = listed.map { String(decoding: $0.bytes, as: UTF8.self) }
    try require(text?.uppercased() == line, "the line \(line) in FEAT", text ?? "no such line")
  }

  /// The name with which a server replaced one, as the reply to MKD shows; a name that lost some characters is another
  /// matter.
  static func replacement(of name: [UInt8], in reply: Reply?) -> [UInt8]? {
    guard let reply, let path = try? PathReply.read(reply).value.path,
      let told = path.split(separator: 0x2F).last, told.count == name.count, Array(told) != name
    else { return nil }
    return Array(told)
  }
}
