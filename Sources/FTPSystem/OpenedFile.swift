/// Holds an open file, which cannot be copied; the last owner closes it.
package final class OpenedFile: Sendable {
  package let file: LocalFile

  /// Takes over a file.
  package init(_ file: consuming LocalFile) { self.file = file }
}
