import FTPTransport

/// Counts sessions, by user and by host.
struct SessionCensus {
  /// Whether a session may begin.
  enum Admission: Hashable {
    /// It may, with this number; the first of a server is 1.
    case number(Int)
    /// It may not, for this reason.
    case refusal(String)
  }

  /// Sessions at this moment.
  private(set) var count = 0
  private var last = 0
  private var hosts: [SocketAddress: Int] = [:]
  private var users: [String: Int] = [:]

  /// Counts a session from a host, which is an address with port 0.
  mutating func admit(_ host: SocketAddress, _ limits: MockServer.Limits) -> Admission {
    if let total = limits.totalSessions, last >= total {
      return .refusal("This server accepts no more sessions.")
    }
    guard count < limits.sessions else { return .refusal("Too many sessions, try again later.") }
    if let limit = limits.sessionsPerAddress {
      guard hosts[host, default: 0] < limit else {
        return .refusal("Too many sessions from your address, try again later.")
      }
      hosts[host, default: 0] += 1
    }
    count += 1
    last += 1
    return .number(last)
  }

  /// Records the end of a session from a host; true if none is left and none will follow.
  mutating func leave(_ host: SocketAddress, _ limits: MockServer.Limits) -> Bool {
    count -= 1
    if limits.sessionsPerAddress != nil { Self.decrease(&hosts, host) }
    return count == 0 && limits.totalSessions.map { last >= $0 } ?? false
  }

  /// Counts a login; false if there are `limit` with this name.
  mutating func admit(_ user: String, limit: Int) -> Bool {
    guard users[user, default: 0] < limit else { return false }
    users[user, default: 0] += 1
    return true
  }

  /// Records that the login of a user has ended.
  mutating func leave(_ user: String) { Self.decrease(&users, user) }

  /// Unused names are removed, so that strangers cannot fill the table.
  private static func decrease<Key>(_ counts: inout [Key: Int], _ key: Key) {
    guard let count = counts[key] else { return }
    counts[key] = count > 1 ? count - 1 : nil
  }
}
