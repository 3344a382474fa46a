extension Substring {
  /// `://`, which ends the scheme of a URL, if any.
  ///
  /// It is looked for among the bytes, because every run looks for it, and the search for any collection in another has much
  /// to prepare.
  var schemeMark: Range<Index>? {
    var rest = utf8
    while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
      rest = rest[colon...]
      if rest.starts(with: "://".utf8) { return colon..<rest.index(colon, offsetBy: 3) }
      rest = rest.dropFirst()
    }
    return nil
  }
}

extension String {
  /// `://`, which ends the scheme of a URL, if any.
  var schemeMark: Range<Index>? { self[...].schemeMark }
}
