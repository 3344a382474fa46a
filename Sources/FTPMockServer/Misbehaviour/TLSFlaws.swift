import FTPProtocol
import FTPTransport

/// What a server does wrong about TLS, and about the commands that ask for it.
///
/// Faults change it by way of ``FaultHooks/configure``; there is nothing in it for the obedient server.
struct TLSFlaws: Sendable {
  /// What is wrong all the time.
  var habits: TLSHabits = []
  /// The layer of the control connection.
  var control = LayerFlaws()
  /// The layers of data connections.
  var data = LayerFlaws()
  /// What data connections show in place of the certificate of the control connection.
  var dataContext: TLSContext?
  /// The end of TLS that the server is on data connections in place of its own.
  var dataClient: TLSContext?
  /// What PBSZ is answered with.
  var bufferSize = "PBSZ=0"
  /// The code for a transfer that PROT would have to come before.
  var levelCode: ReplyCode = 521
  /// The code for a data connection on which TLS does not come about.
  var handshakeCode: ReplyCode = 522
}

/// What a server does wrong all the time where TLS has to do with it.
struct TLSHabits: OptionSet, Hashable, Sendable {
  let rawValue: Int

  /// AUTH leaves login and parameters as they are.
  static let keepsLogin = TLSHabits(rawValue: 1 << 0)
  /// What was sent in clear after AUTH is carried out under TLS.
  static let keepsAhead = TLSHabits(rawValue: 1 << 1)
  /// Whoever has completed a handshake is logged in.
  static let admitsWithoutUser = TLSHabits(rawValue: 1 << 2)
  /// AUTH is taken under TLS, too, and nothing comes of it.
  static let takesAuthAgain = TLSHabits(rawValue: 1 << 3)
  /// Data connections are private as soon as the control connection is.
  static let beginsPrivate = TLSHabits(rawValue: 1 << 4)
  /// PROT is taken without PBSZ.
  static let needsNoBufferSize = TLSHabits(rawValue: 1 << 5)
  /// Any argument of PBSZ will do.
  static let takesAnyBufferSize = TLSHabits(rawValue: 1 << 6)
  /// Any level of PROT is taken.
  static let takesAnyLevel = TLSHabits(rawValue: 1 << 7)
  /// S and E are taken for P.
  static let takesSafeLevels = TLSHabits(rawValue: 1 << 8)
  /// Levels in lower case are not known.
  static let knowsUpperCaseOnly = TLSHabits(rawValue: 1 << 9)
  /// The level lasts for one transfer.
  static let forgetsLevel = TLSHabits(rawValue: 1 << 10)
  /// Data is in clear, whatever PROT has said.
  static let sendsClear = TLSHabits(rawValue: 1 << 11)
  /// Data is private once PROT was said, whatever it has said.
  static let sendsPrivate = TLSHabits(rawValue: 1 << 12)
  /// The level that holds is the one at the time of PASV, EPSV, PORT or EPRT.
  static let fixesLevelEarly = TLSHabits(rawValue: 1 << 13)
  /// Where data has to be private, PASV, EPSV, PORT and EPRT are refused already.
  static let checksEarly = TLSHabits(rawValue: 1 << 14)
  /// MLSD and NLST may be in clear where all else has to be private.
  static let overlooksListings = TLSHabits(rawValue: 1 << 15)
  /// After CCC the control connection stays under TLS.
  static let staysAfterCCC = TLSHabits(rawValue: 1 << 16)
  /// CCC ends TLS without a close alert, and without waiting for one.
  static let clearsAbruptly = TLSHabits(rawValue: 1 << 17)
  /// PBSZ and PROT are taken after CCC.
  static let protectsAfterCCC = TLSHabits(rawValue: 1 << 18)
  /// CCC clears data connections as well.
  static let clearsData = TLSHabits(rawValue: 1 << 19)
  /// After REIN the control connection stays under TLS.
  static let staysAfterREIN = TLSHabits(rawValue: 1 << 20)
  /// REIN is answered after the end of TLS.
  static let answersREINInClear = TLSHabits(rawValue: 1 << 21)
  /// REIN leaves PBSZ and PROT as they are.
  static let keepsLevel = TLSHabits(rawValue: 1 << 22)
  /// Sessions have to be resumed after REIN, too.
  static let requiresReuseAfterREIN = TLSHabits(rawValue: 1 << 23)
  /// Sessions of any control connection are resumed.
  static let resumesForeignSessions = TLSHabits(rawValue: 1 << 24)
  /// No session is ever resumed, though tickets are given.
  static let resumesNothing = TLSHabits(rawValue: 1 << 25)
  /// An upload that ends without a close alert is taken for complete.
  static let takesCutUploads = TLSHabits(rawValue: 1 << 26)
  /// HOST is not compared with the name in the handshake.
  static let ignoresServerName = TLSHabits(rawValue: 1 << 27)
  /// The handshake of a data connection has to be complete before the transfer is announced.
  static let shakesHandsFirst = TLSHabits(rawValue: 1 << 28)
}
