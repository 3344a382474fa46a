/// What a server does wrong all the time, apart from replies and data.
///
/// A fault adds one through ``FaultHooks/configure``; the obedient server has none. Each is checked where the
/// obedient server would act differently.
enum ServerHabit: String, CaseIterable, Hashable, Sendable {
  /// Sessions begin in image type.
  case beginsInImage
  /// Abandoned passive ports stay open as long as the server runs.
  case keepsPorts
  /// A command during a transfer makes it fail.
  case failsWhenDisturbed
  /// ABOR is not read during a transfer.
  case overlooksAbort
  /// The end of the control connection is not noticed during a transfer.
  case overlooksEnd
  /// Bytes that arrive together are treated as whole lines.
  case takesPiecesForLines
  /// Verbs in lower case are unknown.
  case knowsUpperCaseOnly
  /// Telnet commands are answered like unknown commands, and options are not refused.
  case answersTelnet
  /// Of commands that arrive together, only the first is read, and the others are lost.
  case takesOneCommandAtOnce
  /// USER is refused if the name is unknown.
  case tellsUserNames
  /// Passwords are compared only as far as the shorter one goes.
  case comparesPasswordsInPart
  /// Active data connections are opened from another address of the loopback network.
  case connectsFromElsewhere

  // Under TLS, and in the commands for it.

  /// AUTH does not reset login and parameters.
  case keepsLogin
  /// Commands sent in the clear before the handshake are executed under TLS.
  case keepsAhead
  /// A completed handshake logs the client in.
  case admitsWithoutUser
  /// AUTH is also accepted under TLS, without effect.
  case takesAuthAgain
  /// Data connections are under TLS as soon as the control connection is.
  case beginsPrivate
  /// PROT is accepted without PBSZ.
  case needsNoBufferSize
  /// PBSZ accepts any argument.
  case takesAnyBufferSize
  /// Any level of PROT is accepted.
  case takesAnyLevel
  /// S and E are treated as P.
  case takesSafeLevels
  /// Levels in lower case are unknown.
  case knowsUpperCaseLevelsOnly
  /// The level applies to only one transfer.
  case forgetsLevel
  /// Data are in the clear, whatever PROT says.
  case sendsClear
  /// Data are protected after any PROT.
  case sendsPrivate
  /// The level at the time of PASV, EPSV, PORT or EPRT applies.
  case fixesLevelEarly
  /// If data must be protected, PASV, EPSV, PORT and EPRT are already refused.
  case checksEarly
  /// MLSD and NLST may be in the clear although all other data must be protected.
  case overlooksListings
  /// After CCC the control connection stays under TLS.
  case staysAfterCCC
  /// CCC ends TLS without a close alert, and without waiting for one.
  case clearsAbruptly
  /// PBSZ and PROT are accepted after CCC.
  case protectsAfterCCC
  /// CCC also clears data connections.
  case clearsData
  /// After REIN the control connection stays under TLS.
  case staysAfterREIN
  /// REIN is answered after the end of TLS.
  case answersREINInClear
  /// REIN does not reset PBSZ and PROT.
  case keepsLevel
  /// Sessions must be resumed even after REIN.
  case requiresReuseAfterREIN
  /// Sessions of any control connection are resumed.
  case resumesForeignSessions
  /// No session is ever resumed, although the server sends tickets.
  case resumesNothing
  /// An upload that ends without a close alert counts as complete.
  case takesCutUploads
  /// HOST is not compared with the name in the handshake.
  case ignoresServerName
  /// The handshake of a data connection must be complete before the transfer is announced.
  case shakesHandsFirst
}
