extension VerbTable {
  /// Verbs that servers list in FEAT, whose purpose is known although no RFC and no draft above defines them.
  ///
  /// Servers disagree about their replies, so nothing is expected of these, and the verbs are not among ``rows``.
  package static let customs: [VerbRow] =
    [
      ("XCRC", "CRC-32"), ("XMD5", "MD5"), ("XSHA", "SHA-1"), ("XSHA1", "SHA-1"), ("XSHA224", "SHA-224"),
      ("XSHA256", "SHA-256"), ("XSHA384", "SHA-384"), ("XSHA512", "SHA-512"),
    ].map { name, algorithm in
      custom(
        Verb(name), "path [first] [last]", "Tells the \(algorithm) checksum of a file or of a part of it.")
    } + [
      custom("MD5", "path", "Tells the MD5 checksum of a file."),
      custom("MMD5", "path, path...", "Tells the MD5 checksums of several files."),
      custom("CKSM", "algorithm offset length path", "Tells a checksum of a part of a file (GridFTP)."),
      custom("COMB", "target source...", "Joins files that were uploaded in parts."),
      custom(
        "PRET", "command",
        "Announces the transfer command for which PASV will be sent, so that the server can choose a host."),
      custom(
        "CPSV", "",
        "Works like PASV, but the server takes the part of the TLS client, for transfers between two servers."
      ),
      custom(
        "SSCN", "[ON|OFF]",
        "Sets whether the server takes the part of the TLS client, for transfers between two servers."),
      custom(
        "CCSN", "[ON|OFF]", "Sets whether the server takes the part of the TLS client; another name of SSCN."),
      custom(
        "ESTA", "", "Tells from which address the server has opened the data connection in active mode."),
      custom("ESTP", "", "Tells from which address the data connection in passive mode was opened."),
      custom(
        "SPAS", "", "Asks the server to listen at several addresses for parallel data connections (GridFTP)."),
      custom(
        "SPOR", "address...", "Tells the server several addresses to open data connections to (GridFTP)."),
      custom("DCAU", "mode", "Sets how the ends of a data connection authenticate each other (GridFTP)."),
      custom(
        "ERET", "module path", "Retrieves a file or a part of it in a way that a module defines (GridFTP)."),
      custom("ESTO", "module path", "Stores a file in a way that a module defines (GridFTP)."),
    ]

  /// A verb among ``customs``; nil if it is not one of them.
  package static func custom(_ verb: Verb) -> VerbRow? { customs.first { $0.verb == verb } }

  private static func custom(_ verb: Verb, _ arguments: String, _ text: String) -> VerbRow {
    VerbRow(verb, arguments, text, Origin.practice.rawValue, .simple, [.needsLogin])
  }
}
