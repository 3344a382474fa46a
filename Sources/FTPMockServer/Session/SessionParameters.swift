/// The parameters of TYPE. STRU and MODE have one value each: F and S.
struct SessionParameters: Hashable, Sendable {
  enum Representation: Hashable, Sendable {
    case ascii
    case image
    /// `L 8`, which is the same as image on a machine of octets (RFC 1123, section 4.1.2.1).
    case local8

    /// The type in words, as STAT tells it.
    var name: String {
      switch self {
      case .ascii: "ASCII, Non-print"
      case .image: "Image"
      case .local8: "Local, byte size 8"
      }
    }
  }

  /// ASCII until the client says otherwise (RFC 959, section 3.1.1.1).
  var representation = Representation.ascii

  /// Whether line ends are converted.
  var isText: Bool { representation == .ascii }
}
