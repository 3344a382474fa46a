extension ReplyParser {
  /// How many bytes the parser holds now, those of replies that were given out and not yet let go of included.
  package var heldByteCount: Int { buffer.count }

  /// Up to where all bytes given so far have been searched for line ends: what lies before is not searched again.
  package var searchedOffset: Int { base + max(0, scanner.searched) }
}
