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

  /// Replies of several lines, in all forms on which servers and clients have disagreed.
  static func multiline(_ code: String, _ text: String) -> [String] {
    let other = code == "226" ? "250" : "226"
    let end = "\(code) \(text)\r\n"
    return [
      "\(code)-One\r\n\(end)", "\(code)-One\r\n two\r\n\(end)", "\(code)-One\r\n\(code)-two\r\n\(end)",
      "\(code)-One\r\n\(other) two\r\n\(end)", "\(code)-One\r\n\(other)-two\r\n\(end)",
      "\(code)-One\r\n500 two\r\n\(end)",
      "\(code)-One\r\n \(code) two\r\n\(end)", "\(code)-One\r\n\(code)\r\n\(end)",
      "\(code)-One\r\n\(code)two\r\n\(end)",
      "\(code)-One\r\n\r\n\(end)", "\(code)-\r\n\(end)", "\(code)-\r\n\(code) \r\n",
      "\(code)-One\r\n\(code)-\(text)\r\n",
      "\(code)-One\r\ntwo\r\n", "\(code)\r\n", "\(code)-\(code)-\(code) \r\n\(end)", "\(code)_\(text)\r\n",
      "\(code)\t\(text)\r\n",
      "\r\n\(end)", "Hello\r\n\(end)", " \(end)", "\(code)-One\r\n\(code)0 two\r\n\(end)",
      "\(code)-One\n\(code) \(text)\n",
    ]
  }

  /// Telnet commands, complete and incomplete.
  static let telnet: [[UInt8]] = [
    [0xFF], [0xFF, 0xFF], [0xFF, 0xF1], [0xFF, 0xF4], [0xFF, 0xF2], [0xFF, 0xFD, 0x06], [0xFF, 0xFB, 0x01],
    [0xFF, 0xFD],
    [0xFF, 0xFA, 0x18, 0x01], [0xFF, 0xFA, 0x18, 0x01, 0xFF, 0xF0], [0xFF, 0xFE, 0xFF], [0xFF, 0xFC, 0x0A],
    [0xFF, 0xF9],
  ]

  /// Bytes that mean something to some program.
  static let strange: [[UInt8]] = [
    [0xE9], [0xC0, 0xAF], [0xFE, 0xBF, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0], [0x07],
    [0x08], [0x1A], [0x7F],
    [0x1B, 0x5B, 0x32, 0x4A], Array("%n%n%s%s%x%d".utf8), Array("$(id)`id`".utf8), Array("\\\\0".utf8),
    Array("\u{1F41F}".utf8),
    [0x81, 0x8D, 0x9D], [0x0D], [0x0A], Array("(((((".utf8), Array("\"\"\"".utf8), Array("\"/\"\"/\"".utf8),
  ]

  /// Texts of 227.
  ///
  /// They name no machine but this one.
  static let hostPorts = [
    "Entering Passive Mode (127,0,0,1,0,1).", "Entering Passive Mode (127,0,0,2,{data:portpair}).",
    "Ok {data}", "={data}", "({data}",
    "Entering Passive Mode (127,0,0,1,0,0).", "(0,0,0,0,{data:portpair})", "(127,0,0,1,256,1)",
    "(127,0,0,1,-1,-1)", "()", "",
    "(127,0,0,1,99999999999,99999999999)", "(127,0,0,1)", "(1,2,3,4,5)", "(127,0,0,1,{data:portpair},7)",
    "(127.0.0.1,{data:portpair})",
    "( 127 , 0 , 0 , 1 , {data:portpair} )", "(a,b,c,d,e,f)", "(300,300,300,300,{data:portpair})",
    "(127,0,0,1,0x10,0x10)",
    "1 2 3 ({data})", "(,,,,,)", "(127,0,0,1,65535,65535)", "(255,255,255,255,{data:portpair})",
    "([::1],{data:portpair})",
    "(4294967423,0,0,1,{data:portpair})", "(%n,%n,%n,%n,%n,%n)", "({data})({data})",
  ]

  /// Texts of 229.
  static let extended = [
    "Entering Extended Passive Mode (|||1|)", "(|||0|)", "(|||65536|)", "(|||-1|)",
    "(|||99999999999999999999|)", "(||||)", "(|||)", "()",
    "", "|||{data:port}|", "(|||{data:port})", "(|1|127.0.0.1|{data:port}|)", "(|1|127.0.0.2|{data:port}|)",
    "(|2|::1|{data:port}|)",
    "(|||x|)", "(!!!{data:port}!)", "(   {data:port} )", "(1111{data:port}1)", "(|||{data:port}|",
    "|||| (|||{data:port}|)",
    "(|||{data:port}|)(|||1|)", "(|||0000000000000000{data:port}|)", "(|||%n|)",
    "(\u{E9}\u{E9}\u{E9}{data:port}\u{E9})", "({data})",
  ]

  /// Texts of 228.
  static let longAddresses = [
    "(4,4,127,0,0,1,2,0,1)", "(6,16,0)", "(4,255,1)", "()", "", "({data:long}", "(4,4,{data})",
  ]

  /// Names that no file should have.
  static let names: [[UInt8]] =
    [
      "../evil", "../../evil", "../../../evil", "../../../../evil", "..", ".", "/", "//", "a/b",
      "a/../../evil", "..\\evil",
      "./../evil", ".//..//evil", "a b", " a", "a ", "a\tb", "-rf", "--help", "a\nb", "a\rb", "a\r\n../evil",
      "%n%n%s", "$(touch ../evil)",
      "`touch ../evil`", "|touch ../evil", ";touch ../evil;", "a*", "?", "[", "~", "~root", "a -> ../evil",
      "evil -> ..", "%2e%2e%2fevil",
      "a?b#c", "a;type=a", "CON", "a:b", "a\\b", "'", "\"", "", "a.txt",
    ].map { Array($0.utf8) } + [
      [0xE9, 0xC0, 0xAF], [0x1B, 0x5B, 0x32, 0x4A], [0], [0x61, 0, 0x62], [0x07],
      [0xC0, 0xAE, 0xC0, 0xAE, 0x2F, 0x78],
    ]

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
  static let dialects: [[UInt8]] = [
    "01-02-24  03:04PM                    6 @\r\n", "01-02-24  03:04PM       <DIR>          @\r\n",
    "+i8388621.29609,m824255902,/,\t@\r\n",
    "+,m,s99999999999999999999,r\t@\r\n",
    "@;1              1/2        2-JAN-2024 03:04:05  [FTP,FTP]  (RWED,RE,,)\r\n",
    "total 99999999999999999999\r\n", "@ PS    6 1/2/24\r\n",
    " 3390   2024/01/02  1   15  VB  27920  6144  PO  @\r\n",
    "- [RWCEAFMS] ftp                        6       Jan 02 03:04 @\r\n",
    "<html><a href=\"@\">@</a></html>\r\n", "\r\n", "@\n",
  ].map { Array($0.utf8) }
}
