import FTPTransfers

/// A file or directory on a server as people write it: `ftp://[user[:password]@]host[:port]/path`, `ftps://` or `ftpes://`, or just a path, at the server
/// that `--server` names.
///
/// The path of a URL is percent-decoded bytes and begins in the directory that the login leads to; that of the root
/// begins with `%2F`, or with a second slash (RFC 1738, section 3.2.2). A path without a URL is taken as it stands.
struct RemotePath: Hashable, Sendable {
  /// The server; nil where the path stands alone.
  let server: ServerURL?
  /// The path.
  let path: FTPPath

  /// Reads a word of the command line; throws what is wrong, without ever repeating the user information.
  init(_ word: Argument) throws(ArgumentValueError) {
    let text = word.text
    guard let mark = text.firstRange(of: "://") else {
      server = nil
      path = FTPPath(bytes: word.bytes)
      return
    }
    let end = text[mark.upperBound...].firstIndex(of: "/") ?? text.endIndex
    server = try ServerURL(String(text[..<end]), overTLS: true)
    path = FTPPath(bytes: try ServerURL.decoded(text[end...].dropFirst(), "path"))
  }

  /// Whether it names a directory to put something into: nothing is after the last slash.
  var isFolder: Bool { path.name.isEmpty }
}
