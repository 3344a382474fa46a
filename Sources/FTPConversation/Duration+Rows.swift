import FTPProtocol

extension Duration {
  /// The duration as rows have it: whole milliseconds, `200ms`.
  package var inVectorUnits: String {
    let (seconds, attoseconds) = components
    return "\(seconds * 1_000 + attoseconds / 1_000_000_000_000_000)ms"
  }

  /// Reads the durations of rows: `200ms` or `2s`, up to an hour.
  package init?(vectorUnits text: some StringProtocol) {
    guard text.last == "s", !text.contains("."), let duration = Duration(text: text),
      duration <= .seconds(3_600)
    else { return nil }
    self = duration
  }

  /// Reads ``milliseconds``: `0.4ms`, `12.0ms`.
  package init?(milliseconds text: some StringProtocol) {
    guard text.hasSuffix("ms"), let point = text.firstIndex(of: "."),
      (4...5).contains(text[point...].utf8.count)
    else { return nil }
    self.init(text: text)
  }
}
