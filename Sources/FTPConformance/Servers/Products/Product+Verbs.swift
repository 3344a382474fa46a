import FTPProtocol

// Every command, in every state, in several forms.
extension Product {
  /// What came before × every verb × without an argument, with a right one, with a wrong one, with one too many.
  static let verbs = Product("verbs") { tables in
    tables["predecessors"].flatMap { rows(after: $0, tables, isOfStranger: false) }
      + tables["strangers"].flatMap { rows(after: $0, tables, isOfStranger: true) }
  }

  private static func rows(
    after before: ProductTables.Row, _ tables: ProductTables, isOfStranger: Bool
  ) -> [Row] {
    VerbTable.rows.compactMap { row in
      let lines = forms(of: row).flatMap { [before.columns[0], $0.replacing(";", with: "\\x3b")] }
      guard !lines.isEmpty else { return nil }
      return Row(
        before.name, row.verb.name.lowercased().replacing(" ", with: "-"), isOfStranger: isOfStranger,
        isOfStranger
          ? .script((lines + ["NOOP"]).joined(separator: "; ")) : tables.script("forms", lines))
    }
  }

  /// The forms in which a verb is tried; none for those that end the session, or need an address of this side.
  private static func forms(of row: VerbRow) -> [String] {
    let name = row.verb.name
    guard !endings.contains(row.verb), !name.contains(" ") else { return [] }
    // What a server does with its own commands is its own affair, but each gets a reply.
    if row.verb == .site { return [name] + siteForms.map { "\(name) \($0)" } }
    switch SequenceStep.entry(row.step == .restarted ? .transfer : row.step, row.verb) {
    case .lines(let lines): return [name] + lines + ["\(name) x", "\(lines.last ?? name) x"]
    case .transfer(let line): return [line, "\(line) x"]
    case .left, .begun, nil:
      switch row.data {
      case .upload:
        return row.verb == .stou ? ["STOU < word"] : [name, "\(name) new < lines", "\(name) d < word"]
      // A server may answer nothing else before the connection that it has asked for.
      default: return row.address == nil || name.hasSuffix("SV") ? [] : [name, "\(name) x"]
      }
    }
  }

  private static let siteForms = [
    "HELP", "XYZZ", "CHMOD", "CHMOD 644", "CHMOD x ten", "CHMOD 644 missing", "UMASK x", "IDLE x",
  ]

  private static let endings: Set<Verb> = [
    .quit, .rein, .user, .pass, .acct, .spsv, .spdt, .host, .auth, .ccc,
  ]
}
