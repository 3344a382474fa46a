/// A load on a running server: the arguments of `FTPBenchmarks load`.
struct LoadPlan {
  enum Job {
    /// This many sessions at once, each of which fetches a file.
    case sessions(Int)
    case download
    case upload
  }

  var job = Job.sessions(2_000)
  /// The port on the IPv4 loopback address.
  var port: UInt16 = 2_121
  var user = "anonymous"
  var password = "guest@"
  /// The file to fetch or to store.
  var path = ""
  /// The size of the file.
  var bytes = 1 << 20
  /// How many sessions may wait for their greeting at one time.
  var pending = 32
  /// Whether to wait for a line on standard input while all sessions are logged in and idle.
  var holds = false

  /// Reads the arguments after `load`.
  static func parse(_ words: [String]) throws -> LoadPlan {
    var plan = LoadPlan()
    var rest = words[...]
    func value(_ option: String) throws -> String {
      guard let value = rest.popFirst() else { throw BenchmarkFailure("\(option) needs a value; see --help") }
      return value
    }
    func number(_ option: String) throws -> Int {
      guard let number = Int(try value(option)), number > 0 else {
        throw BenchmarkFailure("\(option) needs a number above 0; see --help")
      }
      return number
    }
    while let word = rest.popFirst() {
      switch word {
      case "--sessions": plan.job = .sessions(try number(word))
      case "--download": plan.job = .download
      case "--upload": plan.job = .upload
      case "--port": plan.port = UInt16(clamping: try number(word))
      case "--user": plan.user = try value(word)
      case "--password": plan.password = try value(word)
      case "--bytes": plan.bytes = try number(word)
      case "--pending": plan.pending = try number(word)
      case "--hold": plan.holds = true
      case _ where plan.path.isEmpty && !word.hasPrefix("-"): plan.path = word
      default: throw BenchmarkFailure("load does not know \(word.debugDescription); see --help")
      }
    }
    guard !plan.path.isEmpty else { throw BenchmarkFailure("load needs the path of a file; see --help") }
    return plan
  }

  /// The help text.
  static let help = """
    usage: FTPBenchmarks load [options] PATH

    Puts a load on a server that runs on 127.0.0.1 and prints what came of it, one JSON object a line. Tests/Interop/load
    does so with several servers and compares them.

      --sessions N   N sessions at once: all log in, then each sends PASV, RETR PATH, QUIT; 2000 by default
      --download     one download of PATH instead of them
      --upload       one upload to PATH
      --bytes N      how long the file is; 1048576 by default
      --port N       2121 by default
      --user NAME, --password TEXT
                     anonymous by default
      --pending N    sessions that may wait for their greeting at one time; 32 by default
      --hold         wait for a line on standard input while all sessions are logged in
    """
}
