import FTPProtocol
import FTPText

// Compares what commands show with what is known, and learns what is not known yet.
extension ServerModel {
  /// PWD.
  mutating func compareDirectory(_ exchange: Exchange, _ session: Int) -> Difference? {
    guard let reply = exchange.final, let told = try? PathReply.read(reply).value.path else { return nil }
    if sessions[session].isBegunAgain, let shownTop, told.starts(with: shownTop) {
      return Difference(
        subject: .directory, path: nil, reporter: exchange.command,
        expected:
          "the directory in which sessions begin in answer to \(exchange.command), after REIN and a login",
        received: exchange.words, rule: "959:4.1.1:rein-defaults")
    }
    guard let directory = sessions[session].directory else { return nil }
    guard let shownTop else {
      // The first answer shows the name of the scratch directory, if the session is there.
      if directory == .top { self.shownTop = told }
      return nil
    }
    // Dots and doubled slashes do not make it another directory.
    guard told.first == UInt8(ascii: "/"), shownTop.first == UInt8(ascii: "/"),
      ModelPath(told, from: nil, top: shownTop) != directory
    else { return nil }
    let expected = directory.fullName(below: shownTop)
    return Difference(
      subject: .directory, path: directory, reporter: exchange.command,
      expected: "\"\(Escaping.ascii(expected))\" in answer to \(exchange.command)", received: exchange.words)
  }

  /// RETR.
  mutating func compareContents(
    _ exchange: Exchange, _ session: Int, _ before: SessionModel
  ) -> Difference? {
    let command = exchange.command
    guard let path = path(command, before) else { return nil }
    switch folder[path] {
    case .absent: return impossible(exchange, path, "which does not exist")
    case .directory: return impossible(exchange, path, "which is a directory")
    case .unknown: return nil
    case .file(var file):
      guard let data = exchange.data, let contents = file.contents else {
        guard let data = exchange.data, before.representation == .image, before.offset == 0 else {
          return nil
        }
        file.contents = [data]
        folder.learn(file, at: path)
        return nil
      }
      guard let offset = before.offset else { return nil }
      if before.representation == .image, contents.allSatisfy({ $0.count < offset }) {
        return data.isEmpty
          ? nil
          : self.difference(
            .restart, path, exchange, "nothing from byte \(offset) on, because \(path) is shorter",
            data.count.counted("byte"))
      }
      guard contents.allSatisfy({ $0.count >= offset }) else { return nil }
      switch before.representation {
      case .other: return nil
      case .image:
        let fitting = contents.filter { $0.dropFirst(offset).elementsEqual(data) }
        guard fitting.isEmpty else {
          // Data that may just as well be another of the possible contents, sent as text, shows nothing.
          if contents.contains(where: { !fitting.contains($0) && TextForms.sent($0).contains(data) }) {
            return nil
          }
          file.contents = fitting
          folder.learn(file, at: path)
          return nil
        }
      case .text:
        guard offset == 0 else { return nil }
        if isText(data, of: contents) { return nil }
      }
      return difference(exchange, path, file, data, before)
    }
  }

  /// Whether this can be the text; notes how line ends are sent if the data shows it.
  private mutating func isText(_ data: [UInt8], of contents: [[UInt8]]) -> Bool {
    guard contents.count == 1, let content = contents.first, TextForms.differs(content) else {
      return contents.contains { TextForms.sent($0).contains(data) }
    }
    guard TextForms.sent(content).contains(data) else { return false }
    let turns = data != content
    defer { turnsLineEnds = turnsLineEnds ?? turns }
    return turnsLineEnds == nil || turnsLineEnds == turns
  }

  /// The difference for data that a file cannot have: it looks like that of another type or another offset, or is
  /// simply wrong.
  private func difference(
    _ exchange: Exchange, _ path: ModelPath, _ file: FileModel, _ data: [UInt8], _ before: SessionModel
  ) -> Difference {
    let contents = file.contents ?? []
    let offset = before.offset ?? 0
    let isText = before.representation == .text
    var subject = Difference.Subject.contents
    var looks = ""
    let otherForms = contents.flatMap { isText ? [$0] : TextForms.sent(Array($0.dropFirst(offset))) }
    if otherForms.contains(data) {
      subject = .type
      looks = ", as in \(isText ? "image" : "ASCII") type"
    } else if offset == 0,
      file.otherContents.contains(where: { $0 == data || TextForms.sent($0).contains(data) })
    {
      subject = .type
      looks = ", as if it had been sent in ASCII type"
    } else if let whole = contents.first(where: { $0.count > data.count || offset > 0 }),
      let start = Self.start(of: data, in: whole), start != offset, offset > 0 || offsets.contains(start)
    {
      subject = .restart
      looks = ", as from byte \(start) on"
    }
    let expected = contents.first.map { Array($0.dropFirst(offset)) } ?? []
    let place = offset == 0 ? "" : " from byte \(offset) on"
    return Difference(
      subject: subject, path: path, reporter: exchange.command,
      expected:
        "\(Self.summary(expected)) from \(exchange.command)\(place), in \(isText ? "ASCII" : "image") type",
      received: Self.summary(data) + looks)
  }

  /// The offset at which `tail` begins if it is the end of `whole`; otherwise nil.
  private static func start(of tail: [UInt8], in whole: [UInt8]) -> Int? {
    guard tail.count <= whole.count, whole.suffix(tail.count).elementsEqual(tail) else { return nil }
    return whole.count - tail.count
  }

  private static func summary(_ bytes: [UInt8]) -> String {
    let shown = Escaping.ascii(bytes.prefix(24))
    let text = bytes.isEmpty ? "" : ": \(shown)" + (bytes.count > 24 ? "..." : "")
    return bytes.count.counted("byte") + text
  }

  /// SIZE, compared with the model only in image type: the rules for text have their own cases.
  mutating func compareSize(_ exchange: Exchange, _ before: SessionModel) -> Difference? {
    guard let path = path(exchange.command, before), let reply = exchange.final else { return nil }
    if folder[path] == .absent { return impossible(exchange, path, "which does not exist") }
    guard before.representation == .image, let file = folder.file(path), let sizes = file.sizes else {
      return nil
    }
    var difference = Difference(
      subject: .size, path: path, reporter: exchange.command,
      expected: "213 \(sizes.sorted().map(String.init).choice) to \(exchange.command)",
      received: exchange.words)
    do throws(ValueDeviation) {
      let told = try SizeReply.read(reply).value.octets
      guard !sizes.contains(Int(clamping: told)) else { return nil }
      difference.subject = file.subject(ofSize: told)
    } catch {
      // Another code is not about the size.
      guard reply.code == 213 else { return nil }
      difference.rule = error.requirement
    }
    return difference
  }

  /// MDTM.
  mutating func compareTime(_ exchange: Exchange, _ before: SessionModel) -> Difference? {
    guard let path = path(exchange.command, before), let reply = exchange.final else { return nil }
    if folder[path] == .absent { return impossible(exchange, path, "which does not exist") }
    let told: TimeValue
    do throws(ValueDeviation) { told = try TimeValue.read(reply).value } catch {
      guard reply.code == 213, folder.file(path) != nil else { return nil }
      return Difference(
        subject: .time, path: path, reporter: exchange.command,
        expected: "213 and a time to \(exchange.command)",
        received: exchange.words, rule: error.requirement)
    }
    return compare(time: told, path, exchange)
  }

  private mutating func compare(time told: TimeValue, _ path: ModelPath, _ exchange: Exchange) -> Difference?
  {
    guard var file = folder.file(path) else { return nil }
    if told.secondsSince1970 == file.outdated?.secondsSince1970 {
      return Difference(
        subject: .time, path: path, reporter: exchange.command,
        expected: "a later time than \(told), since \(path) was written", received: "\(told)")
    }
    guard let known = file.modified else {
      file.modified = told
      folder.learn(file, at: path)
      return nil
    }
    guard known.secondsSince1970 != told.secondsSince1970 else { return nil }
    return Difference(
      subject: .time, path: path, reporter: exchange.command,
      expected: "the time \(known) of \(path) in answer to \(exchange.command)", received: "\(told)")
  }

  /// MLST.
  mutating func compareFacts(_ exchange: Exchange, _ before: SessionModel) -> Difference? {
    let named = exchange.command.argument == nil ? before.directory : path(exchange.command, before)
    guard let path = named, let reply = exchange.final, let entry = try? FactList.read(reply).value.first
    else {
      return nil
    }
    if folder[path] == .absent { return impossible(exchange, path, "which does not exist") }
    if let name = path.name, Self.isPrintable(name), Self.lastName(entry.name) != name {
      return Difference(
        subject: .presence, path: path, reporter: exchange.command,
        expected: "'\(Escaping.ascii(name))' as the name, or at its end, in answer to \(exchange.command)",
        received: "'\(Escaping.ascii(entry.name))'", rule: "3659:7.3:mlst-name")
    }
    return compare(entry, path, exchange, before)
  }

  /// Compares what MLSD or MLST says about one entry.
  mutating func compare(
    _ entry: FactList, _ path: ModelPath, _ exchange: Exchange, _ session: SessionModel
  ) -> Difference? {
    let standing = folder[path]
    if let type = entry.type, type == .file || type.isDirectory {
      if standing == .directory, type == .file {
        return difference(.presence, path, exchange, "a directory \(path)", "type=\(type)")
      }
      if case .file = standing, type.isDirectory {
        return difference(.presence, path, exchange, "a file \(path)", "type=\(type)")
      }
    }
    guard case .file(let file) = standing else { return nil }
    if let size = entry.size, let sizes = file.sizes, !sizes.contains(Int(clamping: size)) {
      let expected = "size=\(sizes.sorted().map(String.init).choice) for \(path)"
      return difference(file.subject(ofSize: size), path, exchange, expected, "size=\(size)")
    }
    return entry.modify.flatMap { compare(time: $0, path, exchange) }
      ?? compareFactNames(entry, path, exchange, session)
  }

  /// Compares which facts a file has: the same in every session that has not chosen others.
  private mutating func compareFactNames(
    _ entry: FactList, _ path: ModelPath, _ exchange: Exchange, _ session: SessionModel
  ) -> Difference? {
    if let chosen = session.chosenFacts,
      let other = entry.facts.first(where: { !chosen.contains($0.name.lowercased()) })
    {
      return Difference(
        subject: .facts, path: path, reporter: exchange.command,
        expected: "no fact but those that OPTS MLST asked for in \(exchange.command)",
        received: other.name, rule: Difference.selection)
    }
    guard !session.hasChosenFacts else { return nil }
    let place = ServerModel.FactsPlace(path: path, verb: exchange.command.verb)
    let names = Set(entry.facts.map { $0.name.lowercased() })
    guard let usual = usualFacts[place] else {
      usualFacts[place] = names
      return nil
    }
    guard names != usual else { return nil }
    return Difference(
      subject: .facts, path: path, reporter: exchange.command,
      expected:
        "the facts \(usual.sorted().joined(separator: ", ")) of \(path), as before, in \(exchange.command)",
      received: names.sorted().joined(separator: ", "), rule: "3659:7.8:starred-facts-sent")
  }

  func difference(
    _ subject: Difference.Subject, _ path: ModelPath, _ exchange: Exchange, _ expected: String,
    _ received: String
  ) -> Difference {
    Difference(
      subject: subject, path: path, reporter: exchange.command,
      expected: "\(expected) in \(exchange.command)",
      received: received)
  }
}

extension FileModel {
  /// The subject of a difference for a file with a wrong size: its type, if the size is that of the file taken for
  /// text.
  fileprivate func subject(ofSize size: UInt64) -> Difference.Subject {
    otherContents.contains { UInt64($0.count) == size } ? .type : .size
  }
}
