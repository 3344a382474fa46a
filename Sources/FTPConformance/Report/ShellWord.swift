/// Words for a POSIX shell.
package enum ShellWord {
  /// A word, in quotation marks if it needs them.
  package static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "@%+=:,./-_".utf8.contains(byte)
      }
    }
    return isPlain && !word.isEmpty
      ? word : alwaysQuoted(word)
  }

  /// A word in quotation marks.
  package static func alwaysQuoted(_ word: String) -> String {
    "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
