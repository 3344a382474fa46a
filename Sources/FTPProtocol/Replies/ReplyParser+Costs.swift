extension ReplyParser {
  /// How many bytes the parser holds now, including those of returned replies that are not released yet.
  package var heldByteCount: Int { buffer.count }

  /// How far the bytes have been searched for line ends; bytes before this are not searched again.
  package var searchedOffset: Int { base + max(0, scanner.searched) }
}
