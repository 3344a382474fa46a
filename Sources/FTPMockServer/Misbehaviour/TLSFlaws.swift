import FTPProtocol
import FTPTransport

/// TLS faults of a server, including those of the commands for TLS.
///
/// Faults change it through ``FaultHooks/configure``; for the obedient server it is empty.
struct TLSFlaws: Sendable {
  /// The habits.
  var habits: TLSHabits = []
  /// The layer of the control connection.
  var control = LayerFlaws()
  /// The layers of data connections.
  var data = LayerFlaws()
  /// The certificate of data connections, if it differs from that of the control connection.
  var dataContext: TLSContext?
  /// A context with which the server takes the client's role on data connections; nil for its normal role.
  var dataClient: TLSContext?
  /// The reply to PBSZ.
  var bufferSize = "PBSZ=0"
  /// The code for a transfer without the required PROT.
  var levelCode: ReplyCode = 521
  /// The code for a data connection whose TLS fails.
  var handshakeCode: ReplyCode = 522
}

/// What a server with TLS does wrong all the time.
struct TLSHabits: OptionSet, Hashable, Sendable {
  let rawValue: Int

  /// AUTH does not reset login and parameters.
  static let keepsLogin = TLSHabits(rawValue: 1 << 0)
  /// Commands sent in the clear before the handshake are executed under TLS.
  static let keepsAhead = TLSHabits(rawValue: 1 << 1)
  /// A completed handshake logs the client in.
  static let admitsWithoutUser = TLSHabits(rawValue: 1 << 2)
  /// AUTH is also accepted under TLS, without effect.
  static let takesAuthAgain = TLSHabits(rawValue: 1 << 3)
  /// Data connections are under TLS as soon as the control connection is.
  static let beginsPrivate = TLSHabits(rawValue: 1 << 4)
  /// PROT is accepted without PBSZ.
  static let needsNoBufferSize = TLSHabits(rawValue: 1 << 5)
  /// PBSZ accepts any argument.
  static let takesAnyBufferSize = TLSHabits(rawValue: 1 << 6)
  /// Any level of PROT is accepted.
  static let takesAnyLevel = TLSHabits(rawValue: 1 << 7)
  /// S and E are treated as P.
  static let takesSafeLevels = TLSHabits(rawValue: 1 << 8)
  /// Levels in lower case are unknown.
  static let knowsUpperCaseOnly = TLSHabits(rawValue: 1 << 9)
  /// The level applies to only one transfer.
  static let forgetsLevel = TLSHabits(rawValue: 1 << 10)
  /// Data are in the clear, whatever PROT says.
  static let sendsClear = TLSHabits(rawValue: 1 << 11)
  /// Data are protected after any PROT.
  static let sendsPrivate = TLSHabits(rawValue: 1 << 12)
  /// The level at the time of PASV, EPSV, PORT or EPRT applies.
  static let fixesLevelEarly = TLSHabits(rawValue: 1 << 13)
  /// If data must be protected, PASV, EPSV, PORT and EPRT are already refused.
  static let checksEarly = TLSHabits(rawValue: 1 << 14)
  /// MLSD and NLST may be in the clear although all other data must be protected.
  static let overlooksListings = TLSHabits(rawValue: 1 << 15)
  /// After CCC the control connection stays under TLS.
  static let staysAfterCCC = TLSHabits(rawValue: 1 << 16)
  /// CCC ends TLS without a close alert, and without waiting for one.
  static let clearsAbruptly = TLSHabits(rawValue: 1 << 17)
  /// PBSZ and PROT are accepted after CCC.
  static let protectsAfterCCC = TLSHabits(rawValue: 1 << 18)
  /// CCC also clears data connections.
  static let clearsData = TLSHabits(rawValue: 1 << 19)
  /// After REIN the control connection stays under TLS.
  static let staysAfterREIN = TLSHabits(rawValue: 1 << 20)
  /// REIN is answered after the end of TLS.
  static let answersREINInClear = TLSHabits(rawValue: 1 << 21)
  /// REIN does not reset PBSZ and PROT.
  static let keepsLevel = TLSHabits(rawValue: 1 << 22)
  /// Sessions must be resumed even after REIN.
  static let requiresReuseAfterREIN = TLSHabits(rawValue: 1 << 23)
  /// Sessions of any control connection are resumed.
  static let resumesForeignSessions = TLSHabits(rawValue: 1 << 24)
  /// No session is ever resumed, although the server sends tickets.
  static let resumesNothing = TLSHabits(rawValue: 1 << 25)
  /// An upload that ends without a close alert counts as complete.
  static let takesCutUploads = TLSHabits(rawValue: 1 << 26)
  /// HOST is not compared with the name in the handshake.
  static let ignoresServerName = TLSHabits(rawValue: 1 << 27)
  /// The handshake of a data connection must be complete before the transfer is announced.
  static let shakesHandsFirst = TLSHabits(rawValue: 1 << 28)
}
