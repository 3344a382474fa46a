import FTPProtocol

/// One way in which a server departs from what a client expects: where, and how.
package struct ClientWay: Hashable, Sendable {
  /// What is changed.
  package enum Change: String, Hashable, Sendable, CaseIterable {
    /// The code of a reply: another one, or none.
    case code
    /// The lines of a reply.
    case lines
    /// What ends its lines.
    case ends
    /// How its bytes arrive.
    case segments
    /// There are two.
    case double
    /// There is none.
    case missing
    /// The reply to the next command comes with it.
    case early
    /// It is long.
    case long
    /// It has bytes above 127, controls and what other programs take for commands.
    case bytes
    /// It has Telnet commands.
    case telnet
    /// Replies of 1yz precede it.
    case preliminary
    /// It names another path, or none.
    case path
    /// It names another address, or none.
    case address
    /// The data are others, or end otherwise, or the replies around them are.
    case data
    /// A listing has unexpected names and numbers.
    case listing
    /// It comes late.
    case timing
    /// A connection ends.
    case end
    /// Bytes are changed without a plan.
    case noise
  }

  /// The verb, or `connect`.
  package let place: String
  package let change: Change

  /// Whether the change can be made there.
  static func applies(_ change: Change, to place: String) -> Bool {
    switch change {
    case .address: ["PASV", "EPSV", "LPSV"].contains(place)
    case .path: namesPath(place)
    case .listing: isListing(place)
    case .data: isListing(place) || place == "RETR" || isUpload(place)
    case .early: place != "QUIT"
    default: true
    }
  }

  static func namesPath(_ place: String) -> Bool { ["PWD", "XPWD", "MKD", "XMKD"].contains(place) }
  static func isListing(_ place: String) -> Bool { ["LIST", "NLST", "MLSD"].contains(place) }
  static func isUpload(_ place: String) -> Bool { ["STOR", "STOU", "APPE"].contains(place) }
  static func isTransfer(_ place: String) -> Bool { isListing(place) || isUpload(place) || place == "RETR" }

  /// All ways for a client that sends these commands.
  package static func all(_ places: [String]) -> Set<ClientWay> {
    Set(
      places.flatMap { place in
        Change.allCases.filter { applies($0, to: place) }.map { ClientWay(place: place, change: $0) }
      })
  }
}
