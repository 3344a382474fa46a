/// Something that a client can be asked to do.
public enum ClientJob: String, Hashable, Sendable, CaseIterable {
  /// Download a file: `{url}` to `{out}`.
  case get
  /// Continue a download: `{url}` to `{out}`, which has the beginning.
  case resume
  /// Upload a file: `{file}` to `{url}`.
  case put
  /// Continue an upload: `{file}` to `{url}`, which has the beginning.
  case resumePut = "resume-put"
  /// Download a file and then delete it on the server: `{url}` to `{out}`.
  case move
  /// Print the entries of a directory: `{url}`, which ends with a slash.
  case list
  /// Copy a directory to a folder: `{url}` to `{dir}`.
  case mirror
  /// Delete a file: `{path}` on `{server}`.
  case delete
  /// Rename a file: `{path}` becomes `{to}` on `{server}`.
  case rename
  /// Download a file in active mode: `{url}` to `{out}`.
  case active
  /// Download a file under TLS that AUTH starts: `{url}` to `{out}`, trusting `{ca}`.
  case tls
  /// Upload a file under TLS that AUTH starts: `{file}` to `{url}`, trusting `{ca}`.
  case tlsPut = "tls-put"
  /// Like `mirror`, under TLS that AUTH starts: `{url}` to `{dir}`, trusting `{ca}`.
  case tlsMirror = "tls-mirror"
  /// Like `active`, under TLS that AUTH starts: `{url}` to `{out}`, trusting `{ca}`.
  case tlsActive = "tls-active"
  /// Download a file under TLS from the first byte: `{url}` to `{out}`, trusting `{ca}`.
  case implicit

  /// The need of scenarios with this job.
  public var need: Need { Need("job", rawValue) }

  /// Whether the job creates a file on the client's side.
  var isDownload: Bool { [.get, .resume, .active, .move, .tls, .tlsActive, .implicit].contains(self) }
  /// Whether the job fills a folder on the client's side.
  var isMirror: Bool { [.mirror, .tlsMirror].contains(self) }
}

/// A word between braces in a command of a driver, and its value in a run.
package enum ClientWord: String, WordInBraces, Sendable, CaseIterable {
  /// The URL of the job, with user and password.
  case url
  /// The server, as a URL with user and password and without a path.
  case server
  /// The host to connect to.
  case host
  /// The port to connect to.
  case port
  case user
  /// The user's password.
  case password
  /// The path of the job, from the root, without a leading slash.
  case path
  /// The new path of a file.
  case to
  /// The file that a download goes to.
  case out
  /// The file to upload.
  case file
  /// The folder that a mirror goes to.
  case dir
  /// A file with the certificates to trust.
  case ca
  /// The folder of the driver file.
  case driver
}

/// A word in braces in a command, which stands for a value.
package protocol WordInBraces: Hashable, RawRepresentable<String> {}

extension WordInBraces {
  /// The word in a command.
  package var word: String { "{\(rawValue)}" }

  /// Replaces the words in a command with their values; words without a value remain.
  package static func fill(_ command: [String], _ values: [Self: String]) -> [String] {
    command.map { text in
      values.reduce(text) { $0.replacing($1.key.word, with: $1.value) }
    }
  }
}
