/// A line of a tree file that is not in its form.
public struct TreeFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1.
  public let line: Int
  /// What is wrong, in printable ASCII and without a full stop.
  public let message: String

  init(line: Int, message: String) {
    self.line = line
    self.message = message
  }

  /// `line 3: 'abc' is not a mode such as 644`.
  public var description: String { "line \(line): \(message)" }
}

extension VirtualTree {
  /// Makes a tree from the text of a tree file, one file or directory per line.
  ///
  /// ```text
  /// # A path, and after it any of text=, size=, time= and mode=.
  /// README.txt         text="Hello.\n" time=20240517093000
  /// pub/               mode=755
  /// "pub/with space"   size=5G
  /// ```
  ///
  /// A path that ends with a slash is a directory; missing parent directories are created. `size=` accepts
  /// `K`, `M`, `G` and `T`; the contents are then those of ``FileContents/pattern(count:)``. `time=` is UTC. Words
  /// with spaces are in quotation marks, where `\n`, `\r`, `\t`, `\\`, `\"` and `\xHH` are escapes.
  ///
  /// - Throws: ``TreeFileError`` with the line that is wrong.
  public init(treeFile text: [UInt8]) throws(TreeFileError) { self = try TreeFile(text).tree }
}
