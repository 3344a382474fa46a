enum ScriptPieces {
  /// Whether a word can begin a rule.
  static func isVerb(_ text: String) -> Bool {
    (1...8).contains(text.utf8.count) && text.utf8.allSatisfy { 0x41...0x5A ~= $0 || 0x30...0x39 ~= $0 }
  }

  /// The code and the text that a client expects.
  static func reply(to place: String) -> (code: String, text: String) {
    switch place {
    case "connect": ("220", "Ready.")
    case "USER": ("331", "Password?")
    case "PASS": ("230", "In.")
    case "SYST": ("215", "UNIX Type: L8")
    case "PWD", "XPWD", "MKD": ("257", "\"/\" it is.")
    case "CWD", "CDUP", "DELE", "RMD", "RNTO", "MLST": ("250", "Done.")
    case "RNFR", "REST": ("350", "Go on.")
    case "SIZE": ("213", "6")
    case "MDTM": ("213", "20240102030405")
    case "FEAT", "HELP", "STAT": ("211", "End")
    case "QUIT": ("221", "Bye.")
    case "PASV": ("227", "Entering Passive Mode ({data}).")
    case "EPSV": ("229", "Entering Extended Passive Mode ({data:extended})")
    case "LPSV": ("228", "Entering Long Passive Mode ({data:long})")
    case "RETR", "LIST", "NLST", "MLSD", "STOR", "APPE", "STOU": ("150", "Here it comes.")
    case "AUTH": ("504", "No TLS.")
    default: ("200", "Done.")
    }
  }

  private static let forms = FuzzPieces.texts("fuzz client", "multiline")

  /// Replies of several lines, in all forms on which servers and clients have disagreed.
  static func multiline(_ code: String, _ text: String) -> [String] {
    let words = [
      "code": code, "text": text, "other": code == "226" ? "250" : "226", "end": "\(code) \(text)\r\n",
    ]
    return forms.map { piece in
      words.reduce(piece) { $0.replacing("{\($1.key)}", with: $1.value) }
    }
  }

  /// Telnet commands, complete and incomplete.
  static let telnet = FuzzPieces.bytes("fuzz client", "telnet")

  /// Bytes that mean something to some program.
  static let strange = FuzzPieces.bytes("fuzz client", "strange")

  /// Texts of 227.
  ///
  /// They name no machine but this one.
  static let hostPorts = FuzzPieces.texts("fuzz client", "227")

  static let extended = FuzzPieces.texts("fuzz client", "229")

  static let longAddresses = FuzzPieces.texts("fuzz client", "228")

  /// Names that no file should have.
  static let names = FuzzPieces.bytes("fuzz client", "name")

  /// An entry of a listing.
  ///
  /// `kind` selects file, directory or link, and the text around the name.
  static func line(_ place: String, _ name: some Sequence<UInt8>, size: String, kind: Int = 0) -> [UInt8] {
    if place == "NLST" { return Array(name) + [0x0D, 0x0A] }
    if place == "MLSD" {
      let facts = [
        "type=file;size=\(size);modify=20240102030405; ", "type=dir;modify=20240102030405; ", "type=cdir; ",
        "type=OS.unix=slink:..;size=\(size); ",
        "size=\(size);modify=99999999999999; ", "type=file;;=;x; ",
      ]
      return Array(facts[kind % facts.count].utf8) + Array(name) + [0x0D, 0x0A]
    }
    let heads = [
      "-rw-r--r--   1 ftp      ftp      \(size) Jan  2  2024 ",
      "drwxr-xr-x   2 ftp      ftp      \(size) Jan  2 03:04 ",
      "lrwxrwxrwx   1 ftp      ftp      \(size) Jan  2  2024 ", "-rw-r--r-- \(size) Feb 31 25:61 ",
      "-rwsrwsrwt 99999999999999999999 ftp ftp \(size) Xyz 99 99999 ", "?????????? ? ? ? ? ",
    ]
    return Array(heads[kind % heads.count].utf8) + Array(name) + (kind == 2 ? Array(" -> ../..".utf8) : [])
      + [0x0D, 0x0A]
  }

  static func line(_ place: String, _ name: String, size: String) -> [UInt8] {
    line(place, name.utf8, size: size)
  }

  /// Lines of other systems, with `@` where the name belongs.
  static let dialects = FuzzPieces.bytes("fuzz client", "dialect")
}
