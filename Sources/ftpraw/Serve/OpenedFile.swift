import FTPSystem

/// Holds an open file, which cannot be copied, for whoever has one or none; the last one to hold it closes it.
final class OpenedFile: Sendable {
  let file: LocalFile

  init(_ file: consuming LocalFile) { self.file = file }
}
