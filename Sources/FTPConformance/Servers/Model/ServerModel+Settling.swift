import FTPProtocol

// The effects of commands, once their replies say whether they were carried out.
extension ServerModel {
  /// Updates the model for a command that was carried out; returns a difference if that contradicts the model.
  mutating func settle(_ exchange: Exchange, _ session: Int, _ before: SessionModel) -> Difference? {
    let command = exchange.command
    let verb = command.verb.modern
    if let data = command.verb.row?.data {
      switch data {
      case .listing: return compareListing(exchange, session, before)
      case .download: return verb == .retr ? compareContents(exchange, session, before) : nil
      case .upload: return store(exchange, session, before)
      }
    }
    switch verb {
    case .cwd: return enter(path(command, before), exchange, session)
    case .cdup: return enter(before.directory?.parent, exchange, session)
    case .pwd: return compareDirectory(exchange, session)
    case .mkd: return make(exchange, before)
    case .rmd, .dele: return remove(exchange, session, before)
    // Some servers report a missing file only in answer to RNTO.
    case .rnfr: sessions[session].oldPath = path(command, before)
    case .rnto: return rename(exchange, session, before)
    case .size: return compareSize(exchange, before)
    case .mdtm: return compareTime(exchange, before)
    case .mlst: return compareFacts(exchange, before)
    case .stat: return compareStatus(exchange, before)
    case .rest:
      if let offset = command.argument?[...].decimal(as: Int.self) { offsets.insert(offset) }
    case .mfmt: setTime(exchange, before)
    case .site where command.argument?.prefix(6).elementsEqual("CHMOD ".utf8) ?? false:
      return setMode(exchange, before)
    default: forget(exchange, session)
    }
    return nil
  }

  /// Records a command that was refused, and so changed nothing; returns a difference if the refusal contradicts the
  /// model.
  mutating func settleRefusal(
    _ exchange: Exchange, _ session: Int, _ before: SessionModel
  ) -> Difference? {
    let command = exchange.command
    let verb = command.verb.modern
    if verb == .rnto || verb == .rnfr { sessions[session].oldPath = nil }
    if command.verb.sendsData {
      // How much was stored is unknown, and some servers create an empty file before they refuse.
      if command.verb == .stou { folder.admitMore(in: before.directory ?? .top) }
      if let path = path(command, before), exchange.hasBegun || folder[path] == .absent || before.offset != 0
      {
        let wasFree = folder[path] == .absent
        folder.forget(path)
        if exchange.hasBegun || !wasFree { return nil }
        return refusal(exchange, before, isFree: true)
      }
    }
    // What has begun may fail because of the client.
    return exchange.isCut ? nil : refusal(exchange, before, isFree: false)
  }

  /// Refusals that say nothing about a file: the end of the service, no such command, no space, no rights.
  private static let codesOfElsewhere: [ReplyCode] = [421, 500, 502, 504, 452, 552, 530, 532]

  /// The difference for a refusal of a command that should have been carried out.
  ///
  /// `isFree` says whether nothing was at the path, which the model has meanwhile forgotten. Returns the difference;
  /// nil if the server may refuse.
  private func refusal(
    _ exchange: Exchange, _ before: SessionModel, isFree: Bool
  ) -> Difference? {
    let command = exchange.command
    let verb = command.verb.modern
    guard let code = exchange.final?.code, !Self.codesOfElsewhere.contains(code), before.offset == 0 else {
      return nil
    }
    let path =
      command.argument == nil && command.verb.row?.data == .listing
      ? before.directory : path(command, before)
    let isThere: Bool
    switch verb {
    case .retr, .size, .mdtm, .dele, .appe, .rnfr:
      guard let path, case .file = folder[path] else { return nil }
      isThere = true
      // Some servers have no size for text, for good reasons.
      if verb == .size, before.representation != .image { return nil }
    case .cwd:
      guard let path, folder[path] == .directory else { return nil }
      isThere = true
    case .list, .nlst, .mlsd:
      // An empty directory may be refused for having nothing to list.
      guard let path, folder[path] == .directory, !Self.mayBePattern(command),
        folder.contents(of: path).contains(where: { $0.value != .unknown })
      else { return nil }
      isThere = true
    case .mlst:
      guard let path, folder[path] != .absent, folder[path] != .unknown else { return nil }
      isThere = true
    case .rmd:
      guard let path, path != .top, folder.isComplete(path), folder.contents(of: path).isEmpty, !isInUse(path)
      else { return nil }
      isThere = true
    case .mkd, .stor:
      guard let path, let parent = path.parent, folder[parent] == .directory,
        isFree || folder[path] == .absent,
        path.name.map(Self.isPlain) ?? false
      else { return nil }
      isThere = false
    default: return nil
    }
    return Difference(
      subject: .presence, path: path, reporter: command,
      expected: "2yz or 3yz to \(command), \(isThere ? "which exists" : "which does not exist yet")",
      received: exchange.words, isRefusal: true)
  }

  private mutating func enter(
    _ path: ModelPath?, _ exchange: Exchange, _ session: Int
  ) -> Difference? {
    sessions[session].directory = nil
    guard let path else { return nil }
    switch folder[path] {
    case .absent: return impossible(exchange, path, "which does not exist")
    case .file: return impossible(exchange, path, "which is a file")
    case .directory, .unknown:
      sessions[session].directory = path
      return nil
    }
  }

  private mutating func make(_ exchange: Exchange, _ before: SessionModel) -> Difference? {
    guard let path = path(exchange.command, before), let parent = path.parent else { return nil }
    let standing = folder[path]
    // No sentence forbids a server to create what is missing above it.
    if folder[parent] == .absent { folder.create(parent) }
    // Some servers claim to create a directory that exists; it must stay as it is.
    if standing == .directory { return nil }
    folder.put(.directory, at: path)
    if standing != .absent { folder.forget(path) }
    guard case .file = standing else { return nil }
    return impossible(exchange, path, "which is a file")
  }

  private mutating func remove(
    _ exchange: Exchange, _ session: Int, _ before: SessionModel
  ) -> Difference? {
    guard let path = path(exchange.command, before), path != .top else {
      folder.forget(.top)
      return nil
    }
    let standing = folder[path]
    folder.remove(path)
    leave(path)
    let isFile = exchange.command.verb.modern == .dele
    switch standing {
    case .absent: return impossible(exchange, path, "which does not exist")
    case .directory where isFile:
      folder.forget(path)
      return impossible(exchange, path, "which is a directory")
    case .file where !isFile:
      folder.forget(path)
      return impossible(exchange, path, "which is a file")
    case .file, .directory, .unknown: return nil
    }
  }

  /// Sessions lose their directory if it no longer has that path.
  private mutating func leave(_ path: ModelPath) {
    for index in sessions.indices where sessions[index].directory?.isWithin(path) ?? false {
      sessions[index].directory = nil
    }
  }

  private mutating func rename(
    _ exchange: Exchange, _ session: Int, _ before: SessionModel
  ) -> Difference? {
    sessions[session].oldPath = nil
    let path = path(exchange.command, before)
    guard before.judge.pendingRename != nil || before.isRenameDoubtful else {
      folder.forget(path ?? .top)
      return Difference(
        subject: .rename, path: path, reporter: exchange.command,
        expected: "a refusal of \(exchange.command), since no RNFR is pending", received: exchange.words,
        isImpossible: true)
    }
    guard let old = before.oldPath, let path, !before.isRenameDoubtful, path.parent != nil,
      !path.isWithin(old)
    else {
      for place in [before.oldPath, path] { folder.forget(place ?? .top) }
      return nil
    }
    if folder[path] == .directory {
      // Some servers move the file into an existing directory, under another name than requested.
      folder.forget(old)
      folder.forget(path)
      leave(old)
      leave(path)
      return nil
    }
    leave(old)
    folder.move(old, to: path)
    return nil
  }

  private mutating func store(
    _ exchange: Exchange, _ session: Int, _ before: SessionModel
  ) -> Difference? {
    let command = exchange.command
    guard command.verb != .stou else {
      return storeUnique(exchange, before)
    }
    guard let path = path(command, before), let parent = path.parent else {
      folder.forget(.top)
      return nil
    }
    switch folder[parent] {
    case .absent: folder.create(parent)
    case .file:
      folder.forget(path)
      return impossible(exchange, path, "whose directory is a file")
    case .directory, .unknown: break
    }
    let standing = folder[path]
    if standing == .directory {
      folder.forget(path)
      return impossible(exchange, path, "which is a directory")
    }
    var file = FileModel()
    if let data = exchange.data, let pieces = kept(data, before) {
      let old: FileModel
      switch standing {
      case .file(let known): old = known
      case .absent: old = FileModel(contents: [[]])
      case .directory, .unknown: old = FileModel()
      }
      file = Self.stored(pieces, over: old, appending: command.verb == .appe, before)
      if !data.isEmpty, let time = old.modified, time.secondsSince1970 < Self.past { file.outdated = time }
      if before.representation == .image, before.offset == 0 {
        let starts = command.verb == .appe ? (old.contents ?? []) + old.otherContents : [[]]
        let ends = [data] + (TextForms.kept(data) ?? [])
        file.otherContents = Array(
          starts.flatMap { start in ends.map { start + $0 } }
            .filter { !(file.contents ?? []).contains($0) }.prefix(FileModel.mostPossibilities))
      }
    }
    folder.put(.file(file), at: path)
    return nil
  }

  /// No server's clock shows a time as early as this: it was set.
  private static let past: Int64 = 1_577_836_800

  /// The file after a STOR or APPE.
  private static func stored(
    _ pieces: [[UInt8]], over old: FileModel, appending: Bool, _ before: SessionModel
  ) -> FileModel {
    switch (before.offset, appending) {
    case (0, false): FileModel(contents: pieces)
    case (0, true): old.changing { start in pieces.map { start + $0 } }
    case (let offset?, false) where before.representation == .image:
      // Anywhere but at the end of what is stored, the effects are undefined (RFC 3659, section 5.3).
      (old.contents ?? []).allSatisfy { $0.count == offset }
        ? old.changing { start in pieces.map { start + $0 } } : FileModel()
    default: FileModel()
    }
  }

  /// What the server may store for data that was sent; nil if unknown.
  private func kept(_ data: [UInt8], _ session: SessionModel) -> [[UInt8]]? {
    switch session.representation {
    case .image: [data]
    case .text: TextForms.kept(data)
    case .other: nil
    }
  }

  private mutating func storeUnique(_ exchange: Exchange, _ before: SessionModel) -> Difference? {
    guard let directory = before.directory else {
      folder.forget(.top)
      return nil
    }
    let told = exchange.replies.lazy.compactMap { try? StoreUniqueReply.read($0) }.first
    guard let told, let path = ModelPath(told.value.name, from: directory, top: top),
      path.parent == directory, before.offset == 0
    else {
      folder.admitMore(in: directory)
      return nil
    }
    let wasThere = folder.file(path) != nil
    folder.put(.file(FileModel(contents: exchange.data.flatMap { kept($0, before) })), at: path)
    // Only the form of the RFC says for certain that this is the name.
    guard wasThere, told.notes.isEmpty else { return nil }
    return Difference(
      subject: .presence, path: path, reporter: exchange.command, expected: "a name that no file has",
      received: exchange.words, rule: "959:4.1.3:stou-unique-name")
  }

  private mutating func setTime(_ exchange: Exchange, _ before: SessionModel) {
    let argument = exchange.command.argument ?? []
    let parts = argument.split(separator: 0x20, maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let path = ModelPath(Array(parts[1]), from: before.directory, top: top) else {
      return
    }
    guard var file = folder.file(path) else { return }
    file.modified = try? TimeValue.read(parts[0]).value
    folder.learn(file, at: path)
  }

  /// SITE CHMOD is in no RFC, but what a server says to have done it has done.
  private mutating func setMode(_ exchange: Exchange, _ before: SessionModel) -> Difference? {
    let parts = (exchange.command.argument ?? []).split(separator: 0x20, maxSplits: 2)
    guard parts.count == 3, let path = ModelPath(Array(parts[2]), from: before.directory, top: top) else {
      return nil
    }
    if folder[path] == .absent { return impossible(exchange, path, "which does not exist") }
    // Who may do what with the file is unknown after an invalid mode, or one that takes rights away from its owner.
    guard var file = folder.file(path),
      let mode = UInt16(String(decoding: parts[1], as: UTF8.self), radix: 8),
      mode & 0o600 == 0o600
    else {
      folder.forget(path)
      return nil
    }
    file.mode = mode
    folder.learn(file, at: path)
    return nil
  }

  /// Forgets what a command unknown to the model may have changed, unless the table of verbs says that it changes
  /// nothing.
  private mutating func forget(_ exchange: Exchange, _ session: Int) {
    let verb = exchange.command.verb
    guard let row = verb.row else {
      folder.forget(.top)
      sessions[session].isLost = true
      return
    }
    if row.traits.contains(.changesFiles) { folder.forget(path(exchange.command, sessions[session]) ?? .top) }
    // The judge follows the rest of the session's state; only the directory must be forgotten.
    if row.traits.contains([.touchesFiles, .setsState]) { sessions[session].directory = nil }
  }

  /// The difference for a command that was carried out although that is impossible.
  func impossible(_ exchange: Exchange, _ path: ModelPath, _ reason: String) -> Difference {
    Difference(
      subject: .presence, path: path, reporter: exchange.command,
      expected: "a refusal of \(exchange.command), \(reason)", received: exchange.words, isImpossible: true)
  }
}

extension Exchange {
  /// The last line of the last reply.
  var words: String { replies.last.map(Probe.words) ?? "no reply" }
}
