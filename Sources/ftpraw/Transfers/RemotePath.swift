import FTPTransfers

/// A file or directory on a server as people write it: `ftp://[user[:password]@]host[:port]/path`, `ftps://` or `ftpes://`, or just a path, at the server
/// that `--server` names.
///
/// The path of a URL is percent-decoded bytes and begins in the directory that the login leads to; that of the root
/// begins with `%2F`, or with a second slash; `;type=` at its end says what it is taken for (RFC 1738, section 3.2.2). A path without a URL is taken as it stands.
struct RemotePath: Hashable, Sendable {
  /// The server; nil if the path stands alone.
  let server: ServerURL?
  /// The path.
  let path: FTPPath
  /// What `;type=` at the end of a URL says; nil if it says nothing.
  let representation: FTPRepresentation?

  /// Reads a word of the command line; throws what is wrong, without ever repeating the user information.
  init(_ word: Argument) throws(ArgumentValueError) {
    let text = word.text
    guard let mark = text.schemeMark else {
      server = nil
      path = FTPPath(bytes: word.bytes)
      representation = nil
      return
    }
    let end = text[mark.upperBound...].firstIndex(of: "/") ?? text.endIndex
    server = try ServerURL(String(text[..<end]), overTLS: true)
    let (rest, representation) = Self.typed(text[end...].dropFirst())
    self.representation = representation
    path = FTPPath(bytes: try ServerURL.decoded(rest, "path"))
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
