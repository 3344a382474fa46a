import FTPClient
import FTPText

/// An FTP server as people write it: `ftp://[user[:password]@]host[:port]`, or just `host[:port]`; `ftpes://` requests
/// TLS with AUTH, `ftps://` from the first byte.
///
/// User and password are percent-decoded bytes, since a server may use any encoding; a CR, LF or NUL in them
/// is refused, because it would end the command that carries them (RFC 959 section 5.3, RFC 2640 section 3.1). The
/// last `@` ends the user information, so a password such as `me@example.org` need not be encoded; a `/` in
/// it must be. A path is refused, because only requested commands are sent: `/` alone is accepted.
struct ServerURL: Hashable, Sendable {
  /// The user name's bytes, or nil if the URL names none; never empty.
  let user: [UInt8]?
  /// The password's bytes, or nil if the URL gives none.
  let password: [UInt8]?
  /// The host's name or address; an IPv6 address without its brackets, a zone after a `%`.
  let host: String
  /// The port; by default 21, or 990 for `ftps://`.
  let port: UInt16
  /// When TLS is used, by the scheme; nil for `ftp://` and a bare host, which do not say.
  let security: ClientTLS.Mode?

  /// The port of the control connection by default (RFC 959 section 8).
  static let defaultPort: UInt16 = 21
  /// The port for TLS from the first byte, as registered at IANA.
  static let implicitPort: UInt16 = 990

  init(
    user: [UInt8]? = nil, password: [UInt8]? = nil, host: String, port: UInt16 = defaultPort,
    security: ClientTLS.Mode? = nil
  ) {
    self.security = security
    self.user = user
    self.password = password
    self.host = host
    self.port = port
  }

  /// Reads a URL or a bare `host[:port]`.
  ///
  /// - Parameters:
  ///   - text: what the user wrote.
  ///   - overTLS: whether `ftps://` and `ftpes://` are understood, too.
  /// - Throws: what is wrong, without ever repeating the user information.
  init(_ text: String, overTLS: Bool = false) throws(ArgumentValueError) {
    security = overTLS ? Self.security(of: text) : nil
    let authority = try Self.authority(of: text, overTLS: overTLS)
    let location: Substring
    if let at = authority.lastIndex(of: "@") {
      let userInfo = authority[..<at]
      location = authority[authority.index(after: at)...]
      let parts = userInfo.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let user = try Self.decoded(parts[0], "user name")
      guard !user.isEmpty else { throw ArgumentValueError("the user name is empty") }
      self.user = user
      password = parts.count == 2 ? try Self.decoded(parts[1], "password") : nil
    } else {
      location = authority
      user = nil
      password = nil
    }
    (host, port) = try Self.hostAndPort(
      location, default: security == .implicit ? Self.implicitPort : Self.defaultPort)
  }

  /// Whether the host is an IPv6 address.
  var isIPv6: Bool { host.utf8.contains(UInt8(ascii: ":")) }

  /// Host and port as in a URL, for messages: `[::1]:2121`.
  var hostAndPort: String {
    isIPv6 ? "[\(host)]:\(port)" : "\(host):\(port)"
  }
}

extension ServerURL: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The URL with its password replaced by `***`.
  var description: String {
    let name = user.map { PercentEncoding.part($0) + (password == nil ? "" : ":***") + "@" } ?? ""
    return "\((security ?? .none).scheme)://\(name)\(hostAndPort)"
  }

  var debugDescription: String { description }

  /// Keeps the password out of `dump` and of test reports.
  var customMirror: Mirror { Mirror(self, children: ["url": description]) }
}

extension ServerURL {
  /// The meaning of a URL's scheme for TLS.
  private static func security(of text: String) -> ClientTLS.Mode? {
    switch text.schemeMark.map({ text[..<$0.lowerBound].lowercased() }) {
    case "ftps": .implicit
    case "ftpes": .explicit
    default: nil
    }
  }

  /// The part between the scheme and the path.
  private static func authority(of text: String, overTLS: Bool) throws(ArgumentValueError) -> Substring {
    var rest = text[...]
    if let mark = text.schemeMark {
      let isOverTLS = security(of: text) != nil
      guard text[..<mark.lowerBound].lowercased() == "ftp" || isOverTLS && overTLS else {
        throw ArgumentValueError(
          isOverTLS
            ? "FTP over TLS is not supported here; use ftp://"
            : "only \(overTLS ? "ftp://, ftps:// and ftpes://" : "ftp://") URLs are supported")
      }
      rest = text[mark.upperBound...]
    }
    guard let end = rest.firstIndex(where: { $0 == "/" || $0 == "?" || $0 == "#" }) else { return rest }
    if rest[end...].contains("@") {
      throw ArgumentValueError("write '/' as %2F, '?' as %3F and '#' as %23 in a user name or a password")
    }
    guard rest[end...] == "/" else {
      throw ArgumentValueError("a path is not used here; send CWD or name it in the command")
    }
    return rest[..<end]
  }

  private static func hostAndPort(
    _ location: Substring, default defaultPort: UInt16
  ) throws(ArgumentValueError) -> (String, UInt16) {
    let host: String
    let tail: Substring
    if location.first == "[" {
      guard let end = location.firstIndex(of: "]") else {
        throw ArgumentValueError("the ']' after the IPv6 address is missing")
      }
      let literal = location[location.index(after: location.startIndex)..<end]
      host = try HostName.address(literal)
      tail = location[location.index(after: end)...]
      guard tail.isEmpty || tail.first == ":" else {
        throw ArgumentValueError("only a port may follow the ']' of an IPv6 address")
      }
    } else {
      let colon = location.firstIndex(of: ":") ?? location.endIndex
      tail = location[colon...]
      guard !tail.dropFirst().contains(":") else {
        throw ArgumentValueError("an IPv6 address must be in brackets: [::1]:2121")
      }
      host = try HostName.name(location[..<colon])
    }
    guard !tail.isEmpty else { return (host, defaultPort) }
    return (host, try port(tail.dropFirst()))
  }

  private static func port(_ digits: Substring) throws(ArgumentValueError) -> UInt16 {
    guard !digits.isEmpty else { throw ArgumentValueError("the port after ':' is missing") }
    guard digits.utf8.count <= 10, digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }),
      let port = UInt16(digits), port > 0
    else {
      // Anything but a number may be a password without a host.
      let isNumber = digits.utf8.allSatisfy { $0 >= 0x30 && $0 <= 0x39 }
      throw ArgumentValueError(
        "\(isNumber ? "'\(digits)'" : "the part after ':'") is not a port from 1 to 65535")
    }
    return port
  }

  /// Percent-decodes a part of a URL; `what` names it in messages.
  static func decoded(_ text: Substring, _ what: String) throws(ArgumentValueError) -> [UInt8] {
    guard let bytes = [UInt8](percentEncoded: text.utf8) else {
      throw ArgumentValueError("two hexadecimal digits must follow a '%' in the \(what)")
    }
    guard !bytes.contains(where: { $0 == 0x0D || $0 == 0x0A || $0 == 0x00 }) else {
      throw ArgumentValueError("a CR, LF or NUL in the \(what) is refused")
    }
    return bytes
  }
}
