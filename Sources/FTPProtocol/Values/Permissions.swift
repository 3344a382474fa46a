/// The permitted actions on an entry: the letters of the perm fact (RFC 3659, section 7.5.5).
///
/// A letter says that the commands named may work, never that they will.
public struct Permissions: OptionSet, Hashable, Sendable {
  /// One bit for each letter, that of `a` lowest.
  public let rawValue: UInt32

  /// Wraps bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// `a`: APPE to the file.
  public static let append = Permissions(letter: 0x61)
  /// `c`: STOR, STOU and RNTO of new names in the directory.
  public static let create = Permissions(letter: 0x63)
  /// `d`: DELE or RMD.
  public static let delete = Permissions(letter: 0x64)
  /// `e`: CWD into the directory.
  public static let enter = Permissions(letter: 0x65)
  /// `f`: RNFR.
  public static let rename = Permissions(letter: 0x66)
  /// `l`: LIST, NLST and MLSD of the directory.
  public static let list = Permissions(letter: 0x6C)
  /// `m`: MKD in the directory.
  public static let makeDirectory = Permissions(letter: 0x6D)
  /// `p`: DELE and RMD of entries in the directory.
  public static let purge = Permissions(letter: 0x70)
  /// `r`: RETR of the file.
  public static let retrieve = Permissions(letter: 0x72)
  /// `w`: STOR to the file.
  public static let store = Permissions(letter: 0x77)

  /// The letters that have a meaning, in the order of the alphabet.
  public static let known: Permissions = [
    .append, .create, .delete, .enter, .rename, .list, .makeDirectory, .purge, .retrieve, .store,
  ]

  /// Reads the value of a perm fact: letters in any order and case; other bytes are left out.
  public init(_ letters: some Collection<UInt8>) {
    self = letters.reduce(into: []) { set, letter in set.formUnion(Permissions(letter: letter)) }
  }

  private init(letter: UInt8) {
    let lower = letter.lowercased
    rawValue = lower >= 0x61 && lower <= 0x7A ? 1 << UInt32(lower - 0x61) : 0
  }
}

extension Permissions: CustomStringConvertible {
  /// The letters in the order of the alphabet and in lower case.
  public var description: String {
    let letters = (0..<26).compactMap { (place: UInt8) -> UInt8? in
      rawValue >> UInt32(place) & 1 == 1 ? 0x61 + place : nil
    }
    return String(decoding: letters, as: UTF8.self)
  }
}
