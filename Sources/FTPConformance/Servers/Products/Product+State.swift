// What a session has agreed on, what happens to it, and what shows it.
extension Product {
  /// A piece of state × each event that must clear it, or must not × every observer.
  static let state = Product(
    name: "state", title: "What happens in a session changes nothing that it should leave alone.",
    summary: "what a session has set × what happens then × what shows it",
    rows: states.flatMap { state in
      events.map { event in
        Row(
          state.name, event.name,
          .script("\(stage); \(state.setting); \(event.lines); \(state.observers)"))
      }
    })

  /// The files that states and events need.
  private static let stage = "TYPE I; STOR ten < word; STOR lines < lines; MKD d; STOR d/in < word"

  private static let states: [(name: String, setting: String, observers: String)] = [
    ("image", "RETR lines", "RETR lines; SIZE lines"),
    ("text", "TYPE A; RETR lines", "RETR lines; TYPE I; RETR lines"),
    ("restart", "REST 4", "RETR ten; RETR ten; RETR lines"),
    (
      "restarted-upload", "REST 4",
      "STOR new < lines; STOR next < lines; RETR next; APPE next < word; RETR next"
    ),
    ("rename", "RNFR ten", "RNTO moved; RNFR lines; RNTO kept; RETR kept; NLST"),
    ("directory", "CWD d", "PWD; NLST; RETR in; STOR x < word; NLST; CDUP; PWD; NLST"),
    ("facts", "MLST ten; MLSD", "MLST ten; MLSD; 2: MLST ten; 2: MLSD"),
    ("chosen-facts", "MLST ten; OPTS MLST size\\x3b", "2: MLST ten; 2: MLSD; MLST ten; MLSD"),
    ("neighbour", "2: CWD d; 2: TYPE A", "2: PWD; 2: NLST; 2: TYPE I; 2: RETR in; 2: RETR {directory}/lines"),
    (
      "files", "2: PWD",
      "NLST; LIST; MLSD; SIZE ten; MDTM ten; RETR ten; RETR lines; RETR d/in; 2: RETR ten; 2: NLST d"
    ),
  ]

  private static let events: [(name: String, lines: String)] =
    ownEvents
    + [
      ("rest", "2: REST 4"), ("rnfr", "2: RNFR ten"), ("rnto", "2: RNTO stolen"), ("cwd", "2: CWD d"),
      ("type", "2: TYPE A"), ("pasv", "2: PASV"), ("epsv", "2: EPSV"), ("retr", "2: RETR lines"),
      ("stor", "2: STOR theirs < word"), ("abor", "2: ABOR"), ("rein", "2: REIN"), ("quit", "2: QUIT"),
      ("user", "2: USER {user}; 2: PASS {password}"),
    ].map { ("neighbour-\($0)", $1) }

  private static let ownEvents: [(name: String, lines: String)] =
    [
      "NOOP", "XYZZ", "SYST", "HELP", "STAT", "FEAT", "ABOR", "PASV", "EPSV", "PWD", "LIST", "NLST", "MLSD",
      "REST 0",
      "REST x", "MODE S", "STRU F", "ALLO 10",
    ].map { ($0.lowercased().split(separator: " ").joined(separator: "-"), $0) }
    + [
      ("size", "SIZE ten"), ("mdtm", "MDTM ten"), ("mlst", "MLST ten"), ("size-missing", "SIZE missing"),
      ("type-unknown", "TYPE X"), ("mode-unknown", "MODE X"), ("stru-unknown", "STRU X"),
      ("cwd-missing", "CWD missing"), ("cwd-file", "CWD ten"), ("retr", "RETR lines"),
      ("retr-missing", "RETR missing"), ("retr-directory", "RETR d"), ("stor", "STOR other < word"),
      ("stor-nowhere", "STOR missing/x < word"), ("appe", "APPE other < lines"), ("stou", "STOU < word"),
      ("list-missing", "LIST missing"), ("nlst-d", "NLST d"), ("dele-missing", "DELE missing"),
      ("rmd-missing", "RMD missing"), ("mkd-again", "MKD d"), ("rnfr-missing", "RNFR missing"),
      ("rnto-alone", "RNTO nothing"), ("login", "USER {user}; PASS {password}"),
      ("rein", "REIN; USER {user}; PASS {password}; CWD {directory}"), ("opts", "OPTS UTF8 ON"),
      ("rein-home", "REIN; USER {user}; PASS {password}; PWD; CWD {directory}"),
      ("rest-other", "REST 7"), ("rnfr-other", "RNFR lines"), ("type-text", "TYPE A"),
      ("type-image", "TYPE I"),
      ("cwd-top", "CWD {directory}"), ("retr-cut", "STOR big < bytes:300000; RETR big > cut"),
      ("list-cut", "LIST > cut"),
    ]
}
