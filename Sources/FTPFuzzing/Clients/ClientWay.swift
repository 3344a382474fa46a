/// One way in which a server deviates from what a client expects: where, and how.
package struct ClientWay: Hashable, Sendable {
  package enum Change: String, Hashable, Sendable, CaseIterable {
    /// The reply has another code, or none.
    case code
    /// The lines of the reply.
    case lines
    /// The line ends of the reply.
    case ends
    /// How the bytes of the reply are cut into segments.
    case segments
    /// There are two replies.
    case double
    /// There is no reply.
    case missing
    /// The reply to the next command is sent together with it.
    case early
    /// The reply is long.
    case long
    /// The reply has bytes above 127, control characters, or text that other programs take for commands.
    case bytes
    /// The reply contains Telnet commands.
    case telnet
    /// Preliminary replies (1yz) precede it.
    case preliminary
    /// The reply names another path, or none.
    case path
    /// The reply names another address, or none.
    case address
    /// The data, their end or the replies around them.
    case data
    /// The listing has unexpected names and numbers.
    case listing
    /// The reply is late.
    case timing
    /// A connection ends.
    case end
    /// Bytes are changed at random.
    case noise
  }

  /// The verb, or `connect`.
  package let place: String
  package let change: Change

  static func applies(_ change: Change, to place: String) -> Bool {
    switch change {
    case .address: ["PASV", "EPSV", "LPSV"].contains(place)
    case .path: ["PWD", "XPWD", "MKD", "XMKD"].contains(place)
    case .listing: isListing(place)
    case .data: isListing(place) || place == "RETR" || isUpload(place)
    case .early: place != "QUIT"
    default: true
    }
  }

  static func isListing(_ place: String) -> Bool { ["LIST", "NLST", "MLSD"].contains(place) }
  static func isUpload(_ place: String) -> Bool { ["STOR", "STOU", "APPE"].contains(place) }

  /// All ways that apply to a client that sends these commands.
  package static func all(_ places: [String]) -> Set<ClientWay> {
    Set(
      places.flatMap { place in
        Change.allCases.filter { applies($0, to: place) }.map { ClientWay(place: place, change: $0) }
      })
  }
}
