/// The arguments on the command line.
struct Arguments {
  /// What the command line asks for.
  enum Outcome {
    case run(Arguments)
    /// Measure how time grows with the size of inputs.
    case growth(Arguments)
    /// Put a load on a server, with these arguments.
    case load([String])
    case loadHelp
    case help
    case wrong(String)
  }

  /// Whether to print JSON, one object per line.
  var isJSON = false
  /// How long to measure each benchmark.
  var seconds = 3.0
  /// How often the input doubles when growth is measured.
  var doublings = 8
  /// Which benchmarks to run, in order.
  var names: [String] = []

  /// Reads the arguments after the program's name; without names, every benchmark runs.
  static func parse(_ words: [String], known: [String], growing: [String]) -> Outcome {
    let isGrowth = words.first == "growth"
    let known = isGrowth ? growing : known
    let words = isGrowth ? Array(words.dropFirst()) : words
    if words.first == "load" {
      return words.contains { $0 == "-h" || $0 == "--help" } ? .loadHelp : .load(Array(words.dropFirst()))
    }
    var arguments = Arguments()
    var index = 0
    while index < words.count {
      let word = words[index]
      index += 1
      switch word {
      case "-h", "--help": return .help
      case "--json": arguments.isJSON = true
      case "--seconds":
        guard index < words.count, let seconds = Double(words[index]), seconds > 0, seconds <= 3_600 else {
          return .wrong("--seconds takes a number above 0 and up to 3600")
        }
        arguments.seconds = seconds
        index += 1
      case "--doublings" where isGrowth:
        guard index < words.count, let doublings = Int(words[index]), 1...12 ~= doublings else {
          return .wrong("--doublings takes a number from 1 to 12")
        }
        arguments.doublings = doublings
        index += 1
      case _ where word.hasPrefix("-"):
        return .wrong("there is no option \(word.debugDescription); see --help")
      case _ where known.contains(word): arguments.names.append(word)
      default: return .wrong("there is no benchmark \(word.debugDescription); see --help")
      }
    }
    if arguments.names.isEmpty { arguments.names = known }
    return isGrowth ? .growth(arguments) : .run(arguments)
  }

  /// The help text.
  static func help(names: [String], growing: [String]) -> String {
    """
    usage: FTPBenchmarks [--json] [--seconds S] [NAME...]
           FTPBenchmarks growth [--json] [--doublings N] [NAME...]
           FTPBenchmarks load [options] PATH     (see load --help)

    Runs our code and plain C for the same job in turn and prints the medians, and the median of the ratios
    ours to C: above 1 means that ours is faster. Without a name every benchmark runs. Build with -c release.

      --json       one JSON object a line: name, ratio, ours, yardstick, unit
      --seconds S  how long to measure each benchmark; 3 by default

    names: \(names.joined(separator: ", "))

    growth doubles an input eight times and prints with which power of its size the processor's time grows: 1 if
    twice the input takes twice the time. It exits with 1 if any power is greater than 1.1.

      --doublings N  how often to double the input; 8 by default

    names: \(growing.joined(separator: ", "))
    """
  }
}
