import EmbeddedTexts
import FTPProtocol
import FTPText

/// A page in one file: it loads nothing, and its policy allows only its own scripts and styles.
struct HTMLPage: Sendable {
  /// What a page shows; `base` is what all pages share.
  enum Kind: Int {
    case base
    case report
    case matrix
    case ledger

    private static let texts = embedded_pages().bytes.split(separator: 0).map {
      String(decoding: $0.dropLast(), as: UTF8.self)
    }

    /// The style sheet, in `EmbeddedTexts/Pages`.
    var style: String { Self.texts[2 * rawValue] }
    /// The script, in `EmbeddedTexts/Pages`; a page must be readable without it.
    var script: String { Self.texts[2 * rawValue + 1] }
  }

  /// The title of the window.
  let title: String
  let kind: Kind
  /// The content of the body.
  let body: HTML

  /// The whole page; it ends with a line feed.
  var text: String {
    let policy = """
      default-src 'none'; \
      style-src '\(Self.source(Kind.base.style))' '\(Self.source(kind.style))'; \
      script-src '\(Self.source(Kind.base.script))' '\(Self.source(kind.script))'; \
      base-uri 'none'; form-action 'none'
      """
    let page: HTML = """
      <!doctype html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta name="referrer" content="no-referrer">
      <meta http-equiv="Content-Security-Policy" content="\(policy)">
      <title>\(title)</title>
      <style>\(HTML(trusted: Kind.base.style))</style>
      <style>\(HTML(trusted: kind.style))</style>
      </head>
      <body>
      \(body)
      <script>\(HTML(trusted: Kind.base.script))</script>
      <script>\(HTML(trusted: kind.script))</script>
      </body>
      </html>

      """
    return page.text
  }

  /// The digest by which a policy allows a script or style.
  private static func source(_ text: String) -> String {
    "sha256-" + base64(DigestAlgorithm.sha256.digest(of: text.utf8))
  }

  /// Bytes in base64 (RFC 4648, section 4).
  static func base64(_ bytes: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let piece = bytes[start...].prefix(3)
      let bits = piece.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - piece.count))
      for index in 0..<4 {
        let isPadding = index > piece.count
        text.append(isPadding ? UInt8(ascii: "=") : alphabet[bits >> (18 - 6 * index) & 63])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
