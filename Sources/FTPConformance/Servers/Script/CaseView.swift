import FTPConversation
import FTPProtocol

/// Something that a case looks at, to compare it with what it must be or was before.
package struct CaseView: Sendable {
  /// What was seen.
  struct Sight: Sendable {
    /// The values, in order.
    let items: [[UInt8]]
    let words: String

    /// Values that are texts.
    init(_ texts: some Collection<String>) {
      self.init(texts.sorted().map { Array($0.utf8) }, Probe.list(texts.sorted()))
    }

    /// Values in words; those of names if there are none.
    init(_ items: [[UInt8]], _ words: String? = nil) {
      self.items = items
      self.words = words ?? Probe.list(items.map { Escaping.ascii($0, limit: 80) }.sorted())
    }

    /// Whether two sights are the same, in any order.
    static func == (one: Sight, other: Sight) -> Bool { sorted(one.items) == sorted(other.items) }

    private static func sorted(_ items: [[UInt8]]) -> [[UInt8]] {
      items.count < 2 ? items : items.sorted { $0.lexicographicallyPrecedes($1) }
    }
  }

  typealias Look = @Sendable (CasePlayer) async throws -> Sight

  /// How a text names it.
  let text: String
  /// The command that shows it, which a case about that command is for.
  let command: String
  let look: Look

  /// The view as a phrase.
  var words: String {
    if text == "directory" { return "the directory that PWD names" }
    if text == "it" { return "each of them" }
    return text.contains(" -> ") ? "the reply to \(command)" : text.hasPrefix("the ") ? text : "the \(text)"
  }

  /// The text of the reply to a command, whose code is this.
  static func reply(to command: String, _ code: ReplyCode, _ text: String) -> CaseView {
    CaseView(text: text, command: command) { player in
      let reply = try await player.connection.send(command)
      try player.probe.expect(reply, ReplyPattern(code), to: command)
      return Sight([Array(reply.text.utf8)], Probe.words(of: reply))
    }
  }

  /// A view by its name; nil if no view is called so.
  static func named(_ text: String) -> CaseView? {
    let inner = text.dropFirst().dropLast()
    if text.hasPrefix("\""), text.hasSuffix("\""), !inner.contains("\""),
      let bytes = VectorText.unescape(String(inner))
    {
      return CaseView(text: text, command: "") { _ in Sight([bytes]) }
    }
    if let look = plain[text] {
      return CaseView(text: text, command: text == "directory" ? "PWD" : "", look: look)
    }
    for (start, command, look) in withName where text.hasPrefix(start) {
      let name = String(text.dropFirst(start.count))
      return CaseView(text: text, command: command) { try await look($0, name) }
    }
    return nil
  }

  /// Something remembered.
  static func remembered(_ text: String) -> CaseView {
    CaseView(text: text, command: "") { player in
      guard let sight = player.sights[text] else { throw CaseStop.impossible("\(text) was not remembered") }
      return sight
    }
  }

  /// What the server shows, and what the last reply and the last transfer contain.
  private static let plain: [String: Look] = [
    "directory": { player in
      let path = try await player.probe.workingDirectory(over: player.session)
      return Sight([path.path], path.text)
    },
    "names": { Sight(try await $0.probe.listedNames(over: $0.session)) },
    "features": { Sight(try await $0.probe.features().features.map { $0.label.uppercased() }) },
    "facts": { Sight(try await $0.probe.describe().factNames) },
    "facts in FEAT": { Sight(Set(try await $0.probe.features().facts?.map { $0.name.lowercased() } ?? [])) },
    "opening code": { Sight([$0.opening?.code.description ?? "none"]) },
    "plain facts in FEAT": { player in
      let lines = try await player.probe.features().all("MLST").map(\.parameters.utf8)
      let names = lines.flatMap { FactSelection.read($0).value.map { $0.name.lowercased() } }
      return Sight(names.filter { !$0.contains(".") })
    },
    "first languages": { Sight(try await RFC2640.languages($0.probe).prefix(3)) },
    "another language": { player in
      let usual = try await player.probe.language()
      return Sight(try await RFC2640.languages(player.probe).filter { $0 != usual }.prefix(1))
    },
    "language with an asterisk": { Sight([try await $0.probe.language()].compactMap(\.self)) },
    "marked facts in FEAT": { player in
      let features = try await player.probe.features()
      // Another case is about that.
      if features.all("MLST").count > 1 {
        try player.probe.skip("FEAT lists MLST twice (see rfc3659/7.8/mlst-in-feat)")
      }
      let facts = features.facts ?? []
      return Sight(Set(facts.filter(\.isEnabled).map { $0.name.lowercased() }))
    },
    "facts in MLSD": { Sight(Set(try await $0.probe.entries().flatMap(\.factNames))) },
    "directories in MLSD": { player in
      let directories = try await player.probe.children().filter { $0.type == .directory }
      if directories.isEmpty { try player.probe.skip("MLSD calls nothing a dir") }
      return Sight(directories.filter { $0.permissions?.contains(.enter) ?? true }.map(\.text))
    },
    "names without a type in MLSD": { player in
      Sight(try await player.probe.entries().filter { $0.type == nil }.map(\.text))
    },
    "port": { player in
      Sight(["\(try player.probe.port(in: try player.reply))"])
    },
    "address": { player in
      let address = try AnnouncedAddress(player.reply, askedFor: .hostPort).address
      return Sight([try HostPort.argument(for: address)])
    },
    "code": { player in
      Sight([player.last.map { player.probe.facts.code(of: $0).description } ?? "none"])
    },
    "reply": { Sight([Array(try $0.reply.text.utf8)], Probe.words(of: try $0.reply)) },
    "path": { player in
      let reply = try player.reply
      let path = try player.probe.require(
        try? PathReply.read(reply).value, "a path in quotes", Probe.words(of: reply))
      return Sight([path.path], path.text)
    },
    "time": { player in
      let reply = try player.reply
      return Sight(try player.probe.value(try TimeValue.read(reply)))
    },
    "size": { player in
      let reply = try player.reply
      return Sight(["\(try player.probe.value(try SizeReply.read(reply)).octets)"])
    },
    "data": { player in
      let isShort = (1...40).contains(player.data.count)
      return Sight(
        [player.data], "\(player.data.count) bytes" + (isShort ? ": \(Escaping.ascii(player.data))" : ""))
    },
    "number of bytes": { Sight(["\($0.data.count)"]) },
    "codes": { player in Sight(player.replies.map { player.probe.facts.code(of: $0).description }) },
    "numbers of lines": { Sight($0.replies.map { "\($0.lines.count)" }) },
    "codes inside replies": { player in
      Sight(
        player.replies.flatMap { reply in
          reply.lines.filter {
            $0.code != nil && $0.code != reply.code && $0.bytes.dropFirst(3).first == 0x2D
          }
        }.map { "\($0.code ?? 0)-" })
    },
    "lines before replies": { player in
      Sight([player.opening, player.last].compactMap(\.self).map { "\($0.leadingLineCount)" })
    },
    "replacement": { player in
      Sight(
        [player.sights["it"]?.items.first.flatMap { Probe.replacement(of: $0, in: player.last) }].compactMap(
          \.self))
    },
    "reply without digits": { player in
      Sight([player.last?.text.uppercased().filter { !$0.isNumber } ?? ""])
    },
    "selected facts": { player in
      // A reply need not name them.
      let words = try player.reply.lastLine.string.split(separator: " ", maxSplits: 2)
      guard words.prefix(2).map({ $0.uppercased() }) == ["MLST", "OPTS"] else { return Sight(["type"]) }
      let list = words.dropFirst(2).first ?? ""
      return Sight(FactSelection.read(list.utf8).value.map { $0.name.lowercased() })
    },
    "round trip": { Sight([$0.probe.isNear ? "short" : "long"]) },
    "default ports": { player in
      let port = try player.connection.peerAddress.port
      return Sight([port, port &- 1].map { "\($0)" })
    },
    "data connection": { player in
      let isOver = try await player.held?.ends(within: player.probe.patience.closing) ?? true
      return Sight([isOver ? "closed" : "open"])
    },
    "line ends of the data": { player in
      Sight(
        player.data.lines.filter { $0.last == 0x0A }.map { line in
          String(repeating: "CR ", count: line.dropLast().reversed().prefix { $0 == 0x0D }.count) + "LF"
        })
    },
    "last names in the data": { Sight($0.files.map { ServerModel.lastName($0) }) },
    "number of lines in the data": { Sight(["\($0.data.count { $0 == 0x0A })"]) },
    "files in the data": { Sight($0.files) },
    "number of files in the data": { Sight(["\($0.files.count)"]) },
    "names in the data": {
      try $0.probe.requireReadableNames()
      return Sight(ServerModel.names($0.data))
    },
    "words in the data": {
      Sight($0.data.split { [0x09, 0x0A, 0x0D, 0x20, 0x2F].contains($0) }.map { Array($0) })
    },
  ]

  /// The same of something with a name.
  private static let withName: [(String, String, @Sendable (CasePlayer, String) async throws -> Sight)] = [
    (
      "whole names in ", "MLSD",
      { player, command in
        // A surplus CR is for another case.
        Sight(try await player.probe.children(command).map { $0.text.filter { $0 != "\r" } })
      }
    ),
    ("names in ", "MLSD", { Sight(try await $0.probe.children($1).map(\.lastName)) }),
    ("name of ", "MLST", { Sight([try await $0.probe.describe($1).name]) }),
    (
      "replied ", "",
      { player, name in
        let reply = try player.reply
        let entry = try FactList.read(reply.lastLine.text).value
        let fact = try player.probe.require(
          entry.fact(name), "a \(name) fact after 213", Probe.words(of: reply))
        return Sight(try TimeValue.read(fact.value, .strict).value)
      }
    ),
    ("time of ", "MDTM", { Sight(try await $0.probe.modified($1)) }),
    ("facts of ", "MLST", { Sight(try await $0.probe.describe($1).factNames) }),
    (
      "fact ", "MLST",
      { player, text in
        let words = text.split(separator: " of ").map(String.init)
        let entry = try await player.probe.describe(words.count > 1 ? words[1] : nil)
        guard let sight = Sight(entry, words[0]) else {
          try player.probe.skip("MLST has no \(words[0]) fact")
        }
        return sight
      }
    ),
    (
      "listed ", "MLSD",
      { player, text in
        let words = text.split(separator: " of ").map(String.init)
        let entry = try await player.probe.children().first { $0.lastName == words.last }
        return entry.flatMap { Sight($0, words[0]) } ?? Sight([])
      }
    ),
    (
      "line of ", "FEAT",
      { player, label in
        Sight(
          try await player.probe.features().all(label).map {
            String(decoding: $0.bytes, as: UTF8.self).uppercased()
          })
      }
    ),
  ]
}

extension CaseView.Sight {
  /// A time, of which fractions do not count.
  fileprivate init(_ time: TimeValue) { self.init([Array("\(time.secondsSince1970)".utf8)], "\(time)") }

  /// A fact of an entry; nil if it has none.
  fileprivate init?(_ entry: FactList, _ name: String) {
    guard let value = entry[name] else { return nil }
    switch name {
    case "perm": self.init(value.lowercased().map { "\($0)" })
    case "type": self.init([value.lowercased()])
    case "modify": if let time = entry.modify { self.init(time) } else { self.init([value]) }
    default: self.init([value])
    }
  }
}

extension CasePlayer {
  /// The names in a listing, one per line and including empty ones, without the directory itself and its parent.
  fileprivate var files: [[UInt8]] {
    data.lines.map { line in
      let name = line.last == 0x0A ? line.dropLast() : line
      return Array(name.last == 0x0D ? name.dropLast() : name)
    }.filter { name in
      ![[0x2E], [0x2E, 0x2E]].contains(name.split(separator: 0x2F).last.map(Array.init) ?? [])
    }
  }

  fileprivate var reply: Reply {
    get throws {
      guard let last else { throw CaseStop.impossible("there was no reply") }
      return last
    }
  }
}
