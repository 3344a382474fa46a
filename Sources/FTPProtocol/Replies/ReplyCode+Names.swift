/// The codes that the documents define. Any other code is as good: `ReplyCode(rawValue: 299)` or `299`.
extension ReplyCode {
  /// 110: a restart marker of the transfer, as the exact text MARK yyyy = mmmm; the transfer continues.
  public static let restartMarker: ReplyCode = 110
  /// 120: the server is not ready yet and says in how many minutes it will be; 220 follows.
  public static let serviceReadySoon: ReplyCode = 120
  /// 125: the data connection is open and the transfer starts; a final reply follows.
  public static let transferStarting: ReplyCode = 125
  /// 150: the file is fine and the data connection is about to be opened; a final reply follows.
  public static let openingDataConnection: ReplyCode = 150

  /// 200: the command was carried out.
  public static let commandOkay: ReplyCode = 200
  /// 202: the command is not implemented because this server does not need it; nothing is wrong.
  public static let superfluous: ReplyCode = 202
  /// 211: the status of the server, or its help.
  public static let systemStatus: ReplyCode = 211
  /// 212: information on a directory.
  public static let directoryStatus: ReplyCode = 212
  /// 213: information on a file.
  public static let fileStatus: ReplyCode = 213
  /// 214: how to use the server or one of its commands; for the human reader.
  public static let helpMessage: ReplyCode = 214
  /// 215: the name of the server's system, an official one first.
  public static let systemType: ReplyCode = 215
  /// 220: the server is ready for a user.
  public static let serviceReady: ReplyCode = 220
  /// 221: the server says goodbye and closes the control connection.
  public static let closingControlConnection: ReplyCode = 221
  /// 225: the data connection is open and nothing is being transferred.
  public static let dataConnectionOpen: ReplyCode = 225
  /// 226: the transfer, or its abort, has succeeded, and the data connection is being closed.
  public static let closingDataConnection: ReplyCode = 226
  /// 227: the server listens on the host and port in the text, as six numbers.
  public static let enteringPassiveMode: ReplyCode = 227
  /// 228: the server listens on the long address in the text.
  public static let enteringLongPassiveMode: ReplyCode = 228
  /// 229: the server listens on the port in the text, at its own address.
  public static let enteringExtendedPassiveMode: ReplyCode = 229
  /// 230: the user is logged in.
  public static let loggedIn: ReplyCode = 230
  /// 232: the security exchange has authenticated the user, who is logged in without a password.
  public static let loggedInBySecurityData: ReplyCode = 232
  /// 234: the security mechanism is accepted and needs no more data; with TLS the handshake begins now.
  public static let securityExchangeComplete: ReplyCode = 234
  /// 235: the security exchange is complete; the text may carry the last piece of data for the client.
  public static let securityDataAccepted: ReplyCode = 235
  /// 250: the requested action on a file or directory was done.
  public static let fileActionOkay: ReplyCode = 250
  /// 257: the name between the quotes was created, or is the current directory.
  public static let pathname: ReplyCode = 257

  /// 331: the user name is fine; PASS is to follow.
  public static let needPassword: ReplyCode = 331
  /// 332: an account is needed to log in; ACCT is to follow.
  public static let needAccount: ReplyCode = 332
  /// 334: the security mechanism is accepted; ADAT is to follow.
  public static let needSecurityData: ReplyCode = 334
  /// 335: the security data is accepted and more is needed; ADAT must follow.
  public static let needMoreSecurityData: ReplyCode = 335
  /// 336: the user name is fine; PASS is to follow with the answer to the challenge in the text.
  public static let needPasswordForChallenge: ReplyCode = 336
  /// 350: the command is accepted and waits for another to complete it.
  public static let pendingFurtherInformation: ReplyCode = 350

  /// 421: the server shuts down or gives up this session, and closes the control connection; it may answer
  /// any command.
  public static let serviceNotAvailable: ReplyCode = 421
  /// 425: the data connection cannot be opened.
  public static let cannotOpenDataConnection: ReplyCode = 425
  /// 426: the data connection is closed and the transfer cut short.
  public static let transferAborted: ReplyCode = 426
  /// 431: something that the security mechanism needs is temporarily unavailable.
  public static let securityResourceUnavailable: ReplyCode = 431
  /// 450: the file cannot be used at the moment, for example because it is busy.
  public static let fileUnavailableNow: ReplyCode = 450
  /// 451: the action was given up because of an error in the server.
  public static let localError: ReplyCode = 451
  /// 452: the server's system has not enough storage space.
  public static let insufficientStorage: ReplyCode = 452

  /// 500: the command is not recognized, or its line is too long.
  public static let unrecognized: ReplyCode = 500
  /// 501: the command is known but its argument is malformed.
  public static let badArgument: ReplyCode = 501
  /// 502: the command is known but not implemented.
  public static let notImplemented: ReplyCode = 502
  /// 503: the command is out of sequence: another must come first.
  public static let badSequence: ReplyCode = 503
  /// 504: the command is implemented, but not with this parameter.
  public static let parameterNotImplemented: ReplyCode = 504
  /// 521: it means different things after different commands; see ``meanings``.
  public static let ambiguous521: ReplyCode = 521
  /// 522: it means different things after different commands; see ``meanings``.
  public static let ambiguous522: ReplyCode = 522
  /// 530: the user is not logged in, and the command needs it; or the login was refused.
  public static let notLoggedIn: ReplyCode = 530
  /// 532: storing files needs an account.
  public static let needAccountForStoring: ReplyCode = 532
  /// 533: policy forbids commands with this level of protection.
  public static let protectionLevelDenied: ReplyCode = 533
  /// 534: the request is refused for reasons of policy.
  public static let deniedByPolicy: ReplyCode = 534
  /// 535: the security data, or the protection of a command, fails the check.
  public static let securityCheckFailed: ReplyCode = 535
  /// 536: the security mechanism lacks the level of protection that PROT names.
  public static let protectionNotSupported: ReplyCode = 536
  /// 537: the security mechanism lacks the level of protection of this command.
  public static let commandProtectionNotSupported: ReplyCode = 537
  /// 550: the file or directory cannot be used: it is not there, or access to it is refused.
  public static let fileUnavailable: ReplyCode = 550
  /// 551: the action was given up because the type of a page is not known.
  public static let pageTypeUnknown: ReplyCode = 551
  /// 552: the room that is granted to the directory or the file is used up.
  public static let storageExceeded: ReplyCode = 552
  /// 553: the server does not allow this name.
  public static let nameNotAllowed: ReplyCode = 553
  /// 554: the parameter of the REST before is not possible for this transfer.
  public static let badRestart: ReplyCode = 554
  /// 555: the type or structure in force does not fit the file that is to be appended to or resumed.
  public static let typeMismatch: ReplyCode = 555
  /// 556: the server does not compute this hash.
  public static let hashNotPossible: ReplyCode = 556

  /// 631: the reply proper is inside, protected for integrity.
  public static let protectedForIntegrity: ReplyCode = 631
  /// 632: the reply proper is inside, protected for confidentiality and integrity.
  public static let protectedForBoth: ReplyCode = 632
  /// 633: the reply proper is inside, protected for confidentiality.
  public static let protectedForConfidentiality: ReplyCode = 633
}
