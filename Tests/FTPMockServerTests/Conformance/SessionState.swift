@testable import FTPMockServer

/// States of a session in which commands are tried.
enum SessionState: String, CaseIterable, Sendable {
  case fresh, hostNamed, awaitingPassword, refused, awaitingAccount
  case anonymous, loggedIn, lackingAccount, withoutRights
  case afterType, afterREST, afterRANG, afterRNFR, announced, named, spent, extendedPassiveOnly
  case blocks, compressedRecords

  /// The commands that lead there from a new session, or from REIN.
  var commands: [String] {
    let login = ["USER ftpraw", "PASS secret"]
    return switch self {
    case .fresh: []
    case .hostNamed: ["HOST localhost"]
    case .awaitingPassword: ["USER ftpraw"]
    case .refused: ["USER ftpraw", "PASS wrong"]
    case .awaitingAccount: ["USER clerk", "PASS secret"]
    case .anonymous: ["USER anonymous", "PASS guest@"]
    case .loggedIn: login
    case .lackingAccount: ["USER writer", "PASS secret"]
    case .withoutRights: ["USER nobody", "PASS secret"]
    case .afterType: login + ["TYPE I"]
    case .afterREST: login + ["TYPE I", "REST 3"]
    case .afterRANG: login + ["TYPE I", "RANG 3 5"]
    case .afterRNFR: login + ["RNFR notes.txt"]
    case .announced: login + ["EPSV"]
    case .named: login + ["PORT 127,0,0,1,4,1"]
    case .spent: login + ["PASV", "ABOR"]
    case .extendedPassiveOnly: login + ["EPSV ALL"]
    case .blocks: login + ["MODE B", "TYPE I", "REST 3"]
    case .compressedRecords: login + ["MODE C", "STRU R"]
    }
  }

  static let users: [User] = [
    .anonymous, .example, User("clerk", password: .exactly("secret"), account: Account("A-17")),
    User("writer", password: .exactly("secret"), account: Account("A-17", for: .changes)),
    User("nobody", password: .exactly("secret"), access: Access([])),
  ]
}

/// The arguments that are tried with each verb.
enum TriedArguments {
  /// In every state.
  static let basic = [nil, "notes.txt", "nosuch", "3", "127,0,0,1,4,1", "A-17"]
  /// Addresses of different families.
  static let addresses = [
    "10,0,0,1,4,1", "127,0,0,1,0,21", "1,2,3", "|1|127.0.0.1|1025|",
    "|2|::1|1025|", "|9|x|1|", "4,4,127,0,0,1,2,4,1", "6,16,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,2,4,1",
    "9,1,1,2,4,1", "1", "2", "ALL",
  ]
  /// For a user who is logged in.
  static let more =
    addresses + [
      "", " ", "x", "/", "pub", "ftpraw", "..", "incoming/new", "no/such", "README.txt/x", "A", "I", "L 8",
      "E", "F", "R", "S",
      "B",
      "0", "99", "-1", "18446744073709551616", "HELP", "UTF8 ON", "UTF8 OFF", "MLST size;", "MLST ;;", "MLST",
      "NOOP x",
      "HASH", "HASH md5", "HASH CRC-37", "20240229000000 notes.txt", "20230229000000 notes.txt",
      "20240229000000 pub", "20240229000000", "Modify=20240229000000;UNIX.mode=600; notes.txt",
      "UNIX.owner=7; notes.txt", "Modify=x; notes.txt", "1 0", "0 3", "5 3", "3 99999999999999999999",
      "localhost", "127.0.0.1", "127.0.0.2", "[::1]", "127.0.0.1:21", "example.org", "-x", "en", "en-GB",
      "de",
      "12", "CHMOD 600 notes.txt", "CHMOD 9 notes.txt", "CHMOD 600 nosuch", "UTIME 20240229000000 notes.txt",
      "UTIME notes.txt 20240101000000 20240101000000 20240101000000 UTC", "UTIME x", "IDLE", "IDLE 60",
      "IDLE 0", "HELP IDLE", "EXEC ls", "Name=x;Version=1;", "TLS", "X-NONE", "P", "anonymous",
      "\u{1}\u{7F}", "é", String(repeating: "a", count: 300), String(repeating: "d/", count: 100), "-la pub",
      "a\0b",
    ]
}
