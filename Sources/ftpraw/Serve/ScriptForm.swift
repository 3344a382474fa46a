extension Glossary {
  /// How the rules of `serve --script` say which commands they are for.
  static let scriptRules = Glossary("Rules of a script")

  /// What the rules of `serve --script` do.
  static let scriptActions = Glossary("Actions of a rule")
}
