import FTPMockServer
import FTPProtocol
import FTPVectors

/// The users and files that a mock server needs for the conversation of a vector: the logins, the files it
/// downloads, and the directories it enters, besides the files of every mock server.
struct MockStaging {
  private(set) var users: [User] = []
  private(set) var tree = VirtualTree.fixture
  /// The current directory in the vector.
  private var directory: [String] = []
  private var isText = true
  /// The most bytes of a file that are invented, because no row shows them: 64 MiB.
  static let mostMadeUp = 64 << 20
  private var restart = 0
  /// The files that the conversation itself stored.
  private var stored: Set<String> = []
  private var user: String?

  init(_ vector: Vector) {
    let script = ReplayScript(vector, bindings: PlaceholderBindings(samplesFor: vector))
    let plan = ReplyPlan(vector, script)
    for (index, event) in script.events.enumerated() {
      guard case .command = event, let (command, ordinals) = plan.commands[index],
        let final = plan.finals[ordinals.lowerBound]
      else { continue }
      take(command, final)
      if command.verb == .retr, let download = script.download(after: index) {
        if final.reply.code.kind == .completion {
          stage(download.bytes, of: download.count, command)
        } else if download.count > 0 {
          // Much more than was transferred in time, so that it can be aborted in the middle.
          stage(download.bytes, of: max(download.count, 1 << 20) * 8, command)
        }
      }
      if command.verb.transfersData { restart = 0 }
    }
    for user in [User.anonymous, .example] where !users.contains(where: { $0.name == user.name }) {
      users.append(user)
    }
  }

  private mutating func take(_ command: Command, _ final: PlannedReply) {
    let isDone = final.reply.code.kind == .completion
    switch command.verb {
    case .user:
      user = command.text
      admit(.none, final)
    case .pass: admit(.any, final)
    case .type where isDone: isText = command.text.uppercased().hasPrefix("A")
    case .rein where isDone: isText = true
    case .rest where final.reply.code == 350: restart = max(0, Int(command.text) ?? 0)
    case _ where isDone || final.reply.code == 350: takeSuccess(command, final)
    default: break
    }
  }

  private mutating func takeSuccess(_ command: Command, _ final: PlannedReply) {
    let path = path(command.text)
    switch command.verb.modern {
    case .cwd:
      if !stored.contains(path) { tree.addDirectory(path) }
      directory = path.split(separator: "/").map(String.init)
    case .cdup: directory = Array(directory.dropLast())
    case .mkd: stored.insert(path)
    case .rmd: if !stored.contains(path) { tree.addDirectory(path) }
    case .rnfr: addFile(path)
    case .rnto: stored.insert(path)
    case .size:
      if let count = UInt64(final.reply.text), count <= 1 << 40 { addFile(path, .pattern(count: count)) }
    case .stat,
      _ where command.verb.row?.data == .listing:
      if let name = command.argument, !name.isEmpty, name.first != 0x2D, !tree.contains(path) {
        tree.addDirectory(path)
      }
    case let verb where verb.sendsData && verb.has(.creates): store(path)
    // Clients request digests with the two that no document defines.
    case "XCRC", "XMD5",
      _ where command.verb.has(.wantsFile):
      addFile(path)
    default: break
    }
  }

  private mutating func store(_ path: String) {
    stored.insert(path)
    let parent = path.split(separator: "/").dropLast().joined(separator: "/")
    if !parent.isEmpty { tree.addDirectory(parent) }
  }

  /// Adds a file, unless it exists or the conversation stores it itself.
  private mutating func addFile(_ path: String, _ contents: FileContents = FileContents()) {
    guard !stored.contains(path), !tree.contains(path) else { return }
    tree.addFile(path, contents)
  }

  /// Adds the bytes of a file that a download shows.
  ///
  /// If that is only the beginning, the rest is arbitrary.
  private mutating func stage(_ bytes: [UInt8], of count: Int, _ command: Command) {
    let path = path(command.text)
    // What begins after the end of a file shows nothing of it.
    guard !stored.contains(path), restart == 0 || !bytes.isEmpty else { return }
    var contents = isText ? bytes.filter { $0 != 0x0D } : bytes
    if restart > 0 {
      // The bytes before it are unknown, unless the file exists.
      let head = (tree.bytes(of: path) ?? []).prefix(min(restart, Self.mostMadeUp))
      contents = head + Array(repeating: 0x78, count: min(restart, Self.mostMadeUp) - head.count) + contents
    }
    contents += Array(repeating: 0x78, count: max(0, min(count, Self.mostMadeUp) - bytes.count))
    tree.addFile(path, FileContents(contents))
  }

  /// Admits the user with a password, and with an account if a reply asks for one.
  private mutating func admit(_ password: User.Password, _ final: PlannedReply) {
    let needsAccount = final.box == .then(.acct)
    guard let user, needsAccount || final.box == .success else { return }
    users.removeAll { $0.name == user }
    users.append(User(user, password: password, account: needsAccount ? Account("secret") : nil))
  }

  /// A path from the root, without `.` and `..`.
  private func path(_ argument: String) -> String {
    var names = argument.hasPrefix("/") ? [] : directory
    for name in argument.split(separator: "/") {
      switch name {
      case ".": break
      case "..": names = Array(names.dropLast())
      default: names.append(String(name))
      }
    }
    return names.joined(separator: "/")
  }
}

extension ReplayScript {
  /// The server's data after an event, up to the close of the data connection, and the number of bytes,
  /// which the rows may not all show; nil if there is none, or if it differs each time.
  fileprivate func download(after index: Int) -> (bytes: [UInt8], count: Int)? {
    var bytes: [UInt8] = []
    for event in events[index...] {
      switch event {
      case .data(_, _, let hasPlaceholders, let line, _):
        guard !hasPlaceholders, case .data(.download, let row)? = rows[line] else { return nil }
        bytes += row.rendered(bindings).bytes
      case .mark(.dataClosed(_, let closing), _, _):
        return (bytes, closing.byteCount ?? bytes.count)
      default: break
      }
    }
    return nil
  }
}
