import FTPConversation
import FTPProtocol

/// Gives names to the addresses of a recording, and writes them into its commands and replies.
struct AddressNames {
  private(set) var mask = TextMask()
  /// The server's end of the control connection as a mark has it.
  private(set) var serverAddress: String?

  private var clientHost: IPAddress?
  private var serverHost: IPAddress?
  private var announced: (address: DataAddress, name: String)?
  private var serverCount = 0
  private var clientCount = 0
  /// Where a placeholder replaced bytes of the last line or reply: offset and length.
  private var replaced: [(offset: Int, count: Int)] = []

  /// Learns both ends of the control connection, as the recording side sees them.
  mutating func open(local: String?, peer: String?, side: ConversationMark.Side) {
    let ends = [local, peer].map { end in end.flatMap { DataAddress($0) }?.host }
    if let port = (side == .client ? peer : local).flatMap({ DataAddress($0) })?.port {
      mask.ports.insert(port)
    }
    clientHost = side == .client ? ends[0] : ends[1]
    serverHost = side == .client ? ends[1] : ends[0]
    for host in ends {
      guard let host else { continue }
      mask.hosts.append((Array(host.description.utf8), host.kind))
    }
    switch serverHost {
    case .ipv4?: serverAddress = "{server:address}"
    case .ipv6(let host)?: serverAddress = "[\(host)]{server:port}"
    case nil: serverAddress = side == .client ? peer : local
    }
  }

  /// How a data connection was opened, with the names that stand for its address.
  func opening(
    _ opening: ConversationMark.Opening, side: ConversationMark.Side
  ) -> ConversationMark.Opening {
    guard opening.isPassive else {
      return ConversationMark.Opening(connector: .server, address: "{:address}")
    }
    let target = (side == .client ? opening.address : opening.local).flatMap { DataAddress($0) }
    guard let announced, let target, target.port == announced.address.port else {
      return ConversationMark.Opening(connector: .client, address: opening.address)
    }
    let host = announced.address.host
    if host == nil || host == target.host {
      return ConversationMark.Opening(connector: .client, address: "{\(announced.name)}")
    }
    let isReplaced = host != serverHost && target.host == serverHost
    return ConversationMark.Opening(
      connector: .client, address: isReplaced ? "{:host}{\(announced.name)}" : opening.address)
  }

  /// The pieces of a command: a secret, an address, or literal bytes.
  mutating func commandParts(_ bytes: [UInt8]) -> [VectorLine.Part] {
    replaced = []
    if let start = CommandLines.secretStart(in: bytes), bytes[start...].starts(with: "****".utf8) {
      return replacing(start..<start + 4, in: bytes, with: [.placeholder(Placeholder("", .secret))])
    }
    // A verb without an argument names no address, and may be arbitrarily long.
    guard let space = bytes.firstIndex(of: 0x20),
      let form = AddressForm(verb: Verb(bytes: bytes[..<space].prefix { $0 != 0x0D }))
    else { return [.bytes(bytes)] }
    let end = bytes.lastIndex { $0 != 0x0D && $0 != 0x0A }.map { $0 + 1 } ?? bytes.count
    guard space + 1 < end, let address = try? form.read(argument: bytes[(space + 1)..<end]).value else {
      return [.bytes(bytes)]
    }
    clientCount += 1
    let name = clientCount == 1 ? "client" : "client-\(clientCount)"
    return parts(bytes, from: space + 1, address, form, name: name, ownHost: clientHost)
  }

  /// The pieces of a reply: an announced address, and everything that the mask knows.
  mutating func replyParts(_ reply: Reply) -> [VectorLine.Part] {
    replaced = []
    let bytes = reply.bytes
    if let form = AddressForm(announcedBy: reply.code),
      let found = try? AnnouncedAddress(reply, askedFor: form)
    {
      let name = serverCount == 0 ? "data" : "data-\(serverCount + 1)"
      let start = reply.lastLine.bytes.startIndex
      let parts = parts(bytes, from: start + 4, found.address, form, name: name, ownHost: serverHost)
      if parts.count > 1 {
        serverCount += 1
        announced = (found.address, name)
      }
      return parts
    }
    let code = bytes.prefix(4)
    let parts = mask.parts(of: Array(bytes.dropFirst(4)))
    note(parts, of: bytes)
    return [.bytes(Array(code))] + parts
  }

  /// Converts offsets in the original bytes to offsets in the bytes outside placeholders.
  func moved(_ cuts: [Int]) -> [Int] {
    cuts.map { cut in cut - replaced.reduce(0) { $0 + max(0, min($1.count, cut - $1.offset)) } }
  }

  private mutating func parts(
    _ bytes: [UInt8], from start: Int, _ address: DataAddress, _ form: AddressForm, name: String,
    ownHost: IPAddress?
  ) -> [VectorLine.Part] {
    mask.ports.insert(address.port)
    let isOwn = address.host == nil || address.host == ownHost
    let port = "\(address.port / 256),\(address.port % 256)"
    switch form {
    case .hostPort:
      guard case .ipv4(let host)? = address.host else { return [.bytes(bytes)] }
      let list = "\(host),".split(separator: ".").joined(separator: ",")
      guard let range = bytes.firstRange(of: Array((list + port).utf8), from: start) else {
        return [.bytes(bytes)]
      }
      if isOwn { return replacing(range, in: bytes, with: [.placeholder(Placeholder(name, .hostport))]) }
      let pair = (range.upperBound - port.utf8.count)..<range.upperBound
      return replacing(pair, in: bytes, with: [.placeholder(Placeholder(name, .portpair))])
    case .extended:
      let digits = Array("\(address.port)".utf8)
      guard let last = bytes.lastRange(of: digits, from: start) else { return [.bytes(bytes)] }
      guard isOwn, let host = address.host,
        let text = bytes.firstRange(of: Array("\(host)".utf8), from: start),
        text.upperBound < last.lowerBound
      else { return replacing(last, in: bytes, with: [.placeholder(Placeholder(name, .port))]) }
      let between = Array(bytes[text.upperBound..<last.lowerBound])
      return replacing(
        text.lowerBound..<last.upperBound, in: bytes,
        with: [
          .placeholder(Placeholder("", host.kind)), .bytes(between), .placeholder(Placeholder(name, .port)),
        ])
    case .long:
      guard let range = bytes.lastRange(of: Array(port.utf8), from: start) else { return [.bytes(bytes)] }
      return replacing(range, in: bytes, with: [.placeholder(Placeholder(name, .portpair))])
    }
  }

  private mutating func replacing(
    _ range: Range<Int>, in bytes: [UInt8], with parts: [VectorLine.Part]
  ) -> [VectorLine.Part] {
    let all =
      [.bytes(Array(bytes[..<range.lowerBound]))] + parts + [.bytes(Array(bytes[range.upperBound...]))]
    let kept = parts.reduce(0) { if case .bytes(let bytes) = $1 { $0 + bytes.count } else { $0 } }
    replaced = [(range.lowerBound, range.count - kept)]
    return all
  }

  /// Records which bytes of a reply the mask has replaced: those between two unchanged pieces.
  private mutating func note(_ parts: [VectorLine.Part], of bytes: [UInt8]) {
    var offset = 4
    var rest = parts[...]
    while let part = rest.popFirst() {
      if case .bytes(let piece) = part {
        offset += piece.count
        continue
      }
      guard case .bytes(let next)? = rest.first else { continue }
      let end =
        rest.dropFirst().isEmpty
        ? bytes.count - next.count : bytes.firstRange(of: next, from: offset + 1)?.lowerBound
      guard let end, end >= offset else { continue }
      replaced.append((offset, end - offset))
      offset = end
    }
  }
}

extension IPAddress {
  /// The kind of placeholder that stands for it.
  fileprivate var kind: PlaceholderKind {
    if case .ipv4 = self { .host } else { .host6 }
  }
}

extension [UInt8] {
  /// Where bytes first occur at or after an index.
  fileprivate func firstRange(of needle: [UInt8], from start: Int) -> Range<Int>? {
    guard !needle.isEmpty, start >= 0, start < count else { return nil }
    return indices[start...].first { self[$0...].starts(with: needle) }.map { $0..<$0 + needle.count }
  }

  /// Where bytes last occur at or after an index.
  fileprivate func lastRange(of needle: [UInt8], from start: Int) -> Range<Int>? {
    guard !needle.isEmpty, start >= 0, start < count else { return nil }
    return indices[start...].last { self[$0...].starts(with: needle) }.map { $0..<$0 + needle.count }
  }
}
