import FTPConversation
import FTPMockServer
import FTPProtocol
import FTPSystem

/// What was observed of a client in a scenario, step by step.
package struct ClientObservation: Sendable {
  /// How a step ended.
  package enum Ending: Hashable, Sendable {
    /// It exited with a status, or was a function that returned (0) or threw (1).
    case exited(Int32)
    case signalled(String)
    /// It did not end in time, and was stopped.
    case late
  }

  /// A file or folder in the client's folder.
  package struct Found: Hashable, Sendable {
    package var kind: FileStatus.Kind
    package var size: UInt64
    package var permissions: UInt16
    package var modified: LocalClock.WallTime
    /// The first bytes of a file, at most 1 MiB.
    package var bytes: [UInt8]
  }

  /// One step.
  package struct Run: Sendable {
    package let step: ScenarioStep
    package var ending = Ending.late
    package var duration = Duration.zero
    /// How long the client took to end after it was interrupted; nil if it was not.
    package var interruptionDelay: Duration?
    /// The client's output, from both streams.
    package var output: [UInt8] = []
    package var peakMemory = 0
    /// The entries of the client's folder, by path.
    package var files: [String: Found] = [:]
    /// What has changed outside the folder, in words.
    package var escape: String?
    package var transcripts: [Transcript] = []
    /// The server's files before and after.
    package var before = VirtualTree()
    package var after = VirtualTree()
    /// How many connections were made to the foreign host.
    package var trapVisits = 0
    /// Whether the client met a fault or a rule of the server.
    package var hasMetFault = false
    /// The command that started the client, to be shown.
    package var command = ""
    /// The command that starts the server by hand.
    package var serving = ""

    /// Whether the client claims that it did its job.
    package var hasSucceeded: Bool { ending == .exited(0) }

    /// The name of the downloaded or uploaded file.
    package var name: String { step.name }

    /// The downloaded file; nil if it does not exist.
    package var out: Found? { files[name] }

    /// The commands of all sessions, in order, with secrets replaced.
    package var commands: [(session: Int, verb: Verb, argument: [UInt8])] {
      transcripts.enumerated().flatMap { session, transcript in
        transcript.events.compactMap { event in
          guard case .command(let line, _) = event.content, let command = Command(parsing: line.bytes) else {
            return nil
          }
          return (session, command.verb, command.argument ?? [])
        }
      }
    }

    /// How the data connections of all sessions ended, in order.
    package var dataEndings: [DataEnding] {
      transcripts.flatMap(\.events).compactMap { event in
        if case .mark(.dataClosed(_, let closing)) = event.content { closing.ending } else { nil }
      }
    }

    /// The last lines of the output in printable ASCII, without the password and without blank lines.
    func outputLines(atMost count: Int) -> [String] {
      let finder = SecretFinder([Array(step.password.utf8)])
      let lines = output.suffix(4_000).split { $0 == 0x0A || $0 == 0x0D }
      return lines.filter { !$0.allSatisfy { $0 == 0x20 || $0 == 0x09 } }.suffix(count).map {
        finder.redacting(Escaping.ascii($0, limit: 200))
      }
    }

    /// How the step ended, as a phrase; a failure with the last thing that the client said.
    package var endingWords: String {
      switch ending {
      case .exited(let status):
        "exit status \(status)"
          + (status == 0 ? "" : outputLines(atMost: 1).first.map { ", after '\($0)'" } ?? ", and no output")
      case .signalled(let words): "the process \(words)"
      case .late: "still running after \(duration.inSeconds)"
      }
    }
  }

  /// The steps.
  package var runs: [Run] = []
  /// The client's memory in the first trial; nil if unknown.
  package var usualMemory: Int?

  package var last: Run { runs.last ?? Run(step: ScenarioStep(.get)) }
}
