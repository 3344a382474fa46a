import FTPTransfers

/// A file or directory on a server as people write it.
///
/// `ftp://[user[:password]@]host[:port]/path`, `ftps://` or `ftpes://`, or just a path, at the server that `--server`
/// names. Where nothing names a server, a first component that looks like a host is one, without its scheme:
/// `ftp.example.net/pub`, `localhost:2121`.
///
/// The path of a URL is percent-decoded bytes and begins in the directory that the login leads to; that of the root
/// begins with `%2F`, or with a second slash; `;type=` at its end says what it is taken for (RFC 1738, section 3.2.2). A
/// path without a URL is taken as it stands.
struct RemotePath: Hashable, Sendable {
  /// The server; nil if the path stands alone.
  let server: ServerURL?
  let path: FTPPath
  /// Whether the server is the first component of a path, because that looks like a host.
  let isHostGuessed: Bool
  /// What `;type=` at the end of a URL says; nil if it says nothing.
  let representation: FTPRepresentation?

  /// Reads a word of the command line.
  ///
  /// - Parameters:
  ///   - word: the word.
  ///   - isServerNamed: whether `--server` or the environment names the server of a path.
  /// - Throws: what is wrong, without ever repeating the user information.
  init(_ word: Argument, isServerNamed: Bool) throws(ArgumentValueError) {
    let text = word.text
    let mark = text.schemeMark
    isHostGuessed = mark == nil && !isServerNamed && Self.beginsWithHost(text)
    guard mark != nil || isHostGuessed else {
      server = nil
      path = FTPPath(bytes: word.bytes)
      representation = nil
      return
    }
    let end = text[(mark?.upperBound ?? text.startIndex)...].firstIndex(of: "/") ?? text.endIndex
    do throws(ArgumentValueError) { server = try ServerURL(String(text[..<end]), overTLS: true) } catch {
      guard isHostGuessed else { throw error }
      throw ArgumentValueError("\(error.message); write './' before a path at the embedded server")
    }
    let (rest, representation) = Self.typed(text[end...].dropFirst())
    self.representation = representation
    path = FTPPath(bytes: try ServerURL.decoded(rest, "path"))
  }

  /// Whether a path looks as if it began with a host: a dot or a colon in its first component, or `localhost`.
  private static func beginsWithHost(_ text: String) -> Bool {
    let first = text.prefix { $0 != "/" }
    return first.lowercased() == "localhost"
      || first != "." && first != ".." && first.contains { ".:".contains($0) }
  }

  /// The path of a URL, and what stands after its `;type=`.
  ///
  /// A name that ends like that is written with `%3B`.
  private static func typed(_ text: Substring) -> (Substring, FTPRepresentation?) {
    guard let representation = text.last.flatMap({ FTPRepresentation(rawValue: $0.lowercased()) }),
      text.dropLast().lowercased().hasSuffix(";type=")
    else { return (text, nil) }
    return (text.dropLast(7), representation)
  }

  /// Whether it names a directory to put something into: nothing is after the last slash.
  var isFolder: Bool { path.name.isEmpty }
}
