/// How the connections are protected (RFC 2228, RFC 4217).
public struct ProtectionState: Hashable, Sendable {
  /// How far a security exchange has come.
  public enum Exchange: String, Hashable, Sendable, CaseIterable {
    /// None was asked for.
    case none
    /// AUTH was accepted; the handshake or more ADAT is to come.
    case negotiating
    /// Complete.
    case established
  }

  /// The level that PROT sets for data connections.
  public enum Level: String, Hashable, Sendable, CaseIterable {
    /// Clear: no protection. The level at first.
    case clear = "C"
    /// Safe: integrity.
    case safe = "S"
    /// Confidential.
    case confidential = "E"
    /// Private: integrity and confidentiality.
    case `private` = "P"
  }

  /// How far the exchange has come.
  public internal(set) var exchange: Exchange = .none
  /// The mechanism that AUTH named, in upper case; empty where there is none.
  public internal(set) var mechanism = ""
  /// Whether the control connection is protected: after the exchange, until CCC.
  public internal(set) var isControlProtected = false
  /// Whether CCC has cleared the control connection.
  public internal(set) var isCleared = false
  /// Whether PBSZ was accepted since the exchange.
  public internal(set) var hasBufferSize = false
  /// The level of data connections.
  public internal(set) var dataLevel: Level = .clear

  /// No protection at all.
  public init() {}
}

/// What is seen of TLS on the control connection.
public enum SecurityEvent: Hashable, Sendable {
  /// The handshake is complete.
  case established
  /// The handshake failed.
  case failed
  /// TLS was shut down and the connection goes on in clear, as after CCC or REIN.
  case ended
}
