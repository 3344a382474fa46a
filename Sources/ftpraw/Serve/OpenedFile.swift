import FTPSystem

/// Holds an open file, which cannot be copied, or none; the last owner closes it.
final class OpenedFile: Sendable {
  let file: LocalFile

  init(_ file: consuming LocalFile) { self.file = file }
}
