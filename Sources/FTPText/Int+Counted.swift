extension Int {
  /// The number with a noun: `1 case`, `2 cases`.
  package func counted(_ noun: String, plural ending: String = "s") -> String {
    "\(self) \(noun)\(self == 1 ? "" : ending)"
  }
}
