/// The verbs that an RFC or a draft defines. Any other verb works too: `Verb("XCRC")`.
extension Verb {
  // RFC 959, section 4.1.
  /// The verb `USER`.
  public static let user: Verb = "USER"
  /// The verb `PASS`.
  public static let pass: Verb = "PASS"
  /// The verb `ACCT`.
  public static let acct: Verb = "ACCT"
  /// The verb `CWD`.
  public static let cwd: Verb = "CWD"
  /// The verb `CDUP`.
  public static let cdup: Verb = "CDUP"
  /// The verb `SMNT`.
  public static let smnt: Verb = "SMNT"
  /// The verb `REIN`.
  public static let rein: Verb = "REIN"
  /// The verb `QUIT`.
  public static let quit: Verb = "QUIT"
  /// The verb `PORT`.
  public static let port: Verb = "PORT"
  /// The verb `PASV`.
  public static let pasv: Verb = "PASV"
  /// The verb `TYPE`.
  public static let type: Verb = "TYPE"
  /// The verb `STRU`.
  public static let stru: Verb = "STRU"
  /// The verb `MODE`.
  public static let mode: Verb = "MODE"
  /// The verb `RETR`.
  public static let retr: Verb = "RETR"
  /// The verb `STOR`.
  public static let stor: Verb = "STOR"
  /// The verb `STOU`.
  public static let stou: Verb = "STOU"
  /// The verb `APPE`.
  public static let appe: Verb = "APPE"
  /// The verb `ALLO`.
  public static let allo: Verb = "ALLO"
  /// The verb `REST`.
  public static let rest: Verb = "REST"
  /// The verb `RNFR`.
  public static let rnfr: Verb = "RNFR"
  /// The verb `RNTO`.
  public static let rnto: Verb = "RNTO"
  /// The verb `ABOR`.
  public static let abor: Verb = "ABOR"
  /// The verb `DELE`.
  public static let dele: Verb = "DELE"
  /// The verb `RMD`.
  public static let rmd: Verb = "RMD"
  /// The verb `MKD`.
  public static let mkd: Verb = "MKD"
  /// The verb `PWD`.
  public static let pwd: Verb = "PWD"
  /// The verb `LIST`.
  public static let list: Verb = "LIST"
  /// The verb `NLST`.
  public static let nlst: Verb = "NLST"
  /// The verb `SITE`.
  public static let site: Verb = "SITE"
  /// The verb `SYST`.
  public static let syst: Verb = "SYST"
  /// The verb `STAT`.
  public static let stat: Verb = "STAT"
  /// The verb `HELP`.
  public static let help: Verb = "HELP"
  /// The verb `NOOP`.
  public static let noop: Verb = "NOOP"

  // RFC 775 and RFC 1123, section 4.1.3.1.
  /// The verb `XCWD`.
  public static let xcwd: Verb = "XCWD"
  /// The verb `XCUP`.
  public static let xcup: Verb = "XCUP"
  /// The verb `XMKD`.
  public static let xmkd: Verb = "XMKD"
  /// The verb `XRMD`.
  public static let xrmd: Verb = "XRMD"
  /// The verb `XPWD`.
  public static let xpwd: Verb = "XPWD"

  // RFC 1639.
  /// The verb `LPRT`.
  public static let lprt: Verb = "LPRT"
  /// The verb `LPSV`.
  public static let lpsv: Verb = "LPSV"

  // RFC 2228.
  /// The verb `AUTH`.
  public static let auth: Verb = "AUTH"
  /// The verb `ADAT`.
  public static let adat: Verb = "ADAT"
  /// The verb `PBSZ`.
  public static let pbsz: Verb = "PBSZ"
  /// The verb `PROT`.
  public static let prot: Verb = "PROT"
  /// The verb `CCC`.
  public static let ccc: Verb = "CCC"
  /// The verb `MIC`.
  public static let mic: Verb = "MIC"
  /// The verb `CONF`.
  public static let conf: Verb = "CONF"
  /// The verb `ENC`.
  public static let enc: Verb = "ENC"

  // RFC 2389.
  /// The verb `FEAT`.
  public static let feat: Verb = "FEAT"
  /// The verb `OPTS`.
  public static let opts: Verb = "OPTS"

  // RFC 2428.
  /// The verb `EPRT`.
  public static let eprt: Verb = "EPRT"
  /// The verb `EPSV`.
  public static let epsv: Verb = "EPSV"

  // RFC 2640.
  /// The verb `LANG`.
  public static let lang: Verb = "LANG"

  // RFC 3659.
  /// The verb `MDTM`.
  public static let mdtm: Verb = "MDTM"
  /// The verb `SIZE`.
  public static let size: Verb = "SIZE"
  /// The verb `MLST`.
  public static let mlst: Verb = "MLST"
  /// The verb `MLSD`.
  public static let mlsd: Verb = "MLSD"

  // RFC 7151.
  /// The verb `HOST`.
  public static let host: Verb = "HOST"

  // Drafts and practice.
  /// The verb `MFMT`.
  public static let mfmt: Verb = "MFMT"
  /// The verb `MFCT`.
  public static let mfct: Verb = "MFCT"
  /// The verb `MFF`.
  public static let mff: Verb = "MFF"
  /// The verb `HASH`.
  public static let hash: Verb = "HASH"
  /// The verb `RANG`.
  public static let rang: Verb = "RANG"
  /// The verb `SPSV`.
  public static let spsv: Verb = "SPSV"
  /// The verb `SPDT`.
  public static let spdt: Verb = "SPDT"
  /// The verb `AVBL`.
  public static let avbl: Verb = "AVBL"
  /// The verb `DSIZ`.
  public static let dsiz: Verb = "DSIZ"
  /// The verb `RMDA`.
  public static let rmda: Verb = "RMDA"
  /// The verb `CSID`.
  public static let csid: Verb = "CSID"
  /// The verb `THMB`.
  public static let thmb: Verb = "THMB"
  /// The verb `CLNT`.
  public static let clnt: Verb = "CLNT"
}
