/// The text of a 215: the name of the server's system, and words (RFC 959, section 4.1.3).
public struct SystemReply: Hashable, Sendable {
  /// The name of a system: the first word of a 215, open to any word and compared without regard to case.
  public struct System: Sendable {
    /// The name in the case in which it was given.
    public let name: String

    /// Wraps a name.
    public init(_ name: String) { self.name = name }

    /// Unix and servers that claim to be Unix.
    public static let unix = System("UNIX")
    /// Windows with Microsoft's server, whose listings may be in the form of DOS.
    public static let windowsNT = System("Windows_NT")
    /// z/OS.
    public static let mvs = System("MVS")
    /// OpenVMS.
    public static let vms = System("VMS")
    /// z/VM.
    public static let vm = System("VM")
    /// IBM i.
    public static let os400 = System("OS/400")
    /// Mac OS before version 10.
    public static let macOS = System("MACOS")
    /// Novell NetWare.
    public static let netWare = System("NETWARE")
    /// TOPS-20.
    public static let tops20 = System("TOPS20")

    /// The systems that have a name here.
    public static let known: [System] = [
      .unix, .windowsNT, .mvs, .vms, .vm, .os400, .macOS, .netWare, .tops20,
    ]
  }

  /// The system: the first word.
  public let system: System
  /// The text after the first word, as received.
  public let detail: [UInt8]

  /// Reads the text.
  ///
  /// A name that is not ``System/known`` is a remark, as the registry of names is long closed. Deviations:
  /// blanks before the name, bytes outside ASCII in it, a sentence without a known name. Error: no name.
  ///
  /// - Throws: A ``ValueDeviation`` that `leniency` does not allow.
  public static func read(
    _ text: some Collection<UInt8>, _ leniency: Leniency = .lenient
  ) throws(ValueDeviation) -> Reading<SystemReply> {
    let bytes = slice(text)
    let start = NumberList.skippingBlanks(bytes, from: bytes.startIndex)
    let name = bytes[start...].prefix { !$0.isBlank }
    guard !name.isEmpty else { throw ValueDeviation(form, "no name of a system") }
    var notes: [ValueDeviation] = []
    if start > bytes.startIndex { notes.append(ValueDeviation(form, "blanks before the name")) }
    let system = System(String(decoding: name, as: UTF8.self))
    if !name.allSatisfy({ $0 > 32 && $0 < 127 }) {
      notes.append(ValueDeviation(form, "'\(Escaping.ascii(name, limit: 30))'"))
    } else if !System.known.contains(system), isSentence(bytes) {
      notes.append(ValueDeviation(form, "the sentence '\(Escaping.ascii(bytes[start...], limit: 60))'"))
    } else if !System.known.contains(system) {
      notes.append(.remark(form, "the unknown system '\(Escaping.ascii(name, limit: 30))'"))
    }
    return try Reading(SystemReply(system, bytes[name.endIndex...].dropFirst()), notes: notes).checked(
      leniency)
  }

  /// Whether a text is several words of letters, unlike a name of a system and what follows it.
  private static func isSentence(_ text: ArraySlice<UInt8>) -> Bool {
    let words = text.split(whereSeparator: \.isBlank)
    return words.count > 2 && words.joined().allSatisfy { $0 == 0x2E || $0.isAlphanumeric && !$0.isDigit }
  }

  /// Reads a 215: its last line.
  ///
  /// - Throws: A ``ValueDeviation`` that `leniency` does not allow.
  public static func read(
    _ reply: Reply, _ leniency: Leniency = .lenient
  ) throws(ValueDeviation) -> Reading<SystemReply> {
    try read(reply.value(coded: [215], form), leniency)
  }

  private static let form: RequirementID = "959:4.1.3:syst-system-name"

  private init(_ system: System, _ detail: ArraySlice<UInt8>) {
    self.system = system
    self.detail = Array(detail)
  }
}

extension SystemReply.System: Hashable, CustomStringConvertible {
  /// The name as given.
  public var description: String { name }

  /// Compares names without regard to the case of ASCII letters.
  public static func == (left: Self, right: Self) -> Bool {
    left.name.utf8.lazy.map(\.lowercased).elementsEqual(right.name.utf8.lazy.map(\.lowercased))
  }

  /// Hashes the name in lower case.
  public func hash(into hasher: inout Hasher) {
    for byte in name.utf8 { hasher.combine(byte.lowercased) }
  }
}

extension SystemReply: CustomStringConvertible {
  /// The text of the reply; bytes that are not UTF-8 are replaced.
  public var description: String {
    detail.isEmpty ? system.name : "\(system.name) \(String(decoding: detail, as: UTF8.self))"
  }
}
