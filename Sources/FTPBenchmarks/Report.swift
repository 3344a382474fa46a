import FTPSystem
import FTPText

/// Prints measurements as they come, as a table or as JSON lines.
struct Report {
  let isJSON: Bool

  /// Prints the header of the table.
  func begin() throws {
    if !isJSON { try write(row("name", "ours", "yardstick", "ratio", "unit")) }
  }

  /// Prints one measurement.
  func add(_ measurement: Measurement) throws {
    guard isJSON else {
      return try write(
        row(
          measurement.name, text(measurement.ours), text(measurement.yardstick),
          decimal(measurement.ratio, places: 3), measurement.unit))
    }
    let object = JSONText.of([
      "name": measurement.name, "ratio": rounded(measurement.ratio), "ours": rounded(measurement.ours),
      "yardstick": rounded(measurement.yardstick), "unit": measurement.unit,
    ])
    try write(object.text)
  }

  /// Prints the header of the growth table.
  func beginGrowth() throws {
    if !isJSON { try write(row("name", "from", "to", "exponent", "unit")) }
  }

  /// Prints the growth of one job.
  func add(_ growth: GrowthMeasurement) throws {
    guard let first = growth.points.first, let last = growth.points.last else { return }
    guard isJSON else {
      return try write(
        row(
          growth.name, "\(first.size)", "\(last.size)", decimal(growth.exponent, places: 2), growth.unit))
    }
    let points = growth.points.map { JSONText.of(["size": $0.size, "seconds": $0.seconds]) }
    let object = JSONText.of([
      "name": growth.name, "exponent": rounded(growth.exponent), "unit": growth.unit, "points": points,
    ])
    try write(object.text)
  }

  /// Unbuffered, so that each line appears as soon as its benchmark is done.
  private func write(_ line: String) throws { try StandardStream.output.write(line + "\n") }

  private func row(_ name: String, _ ours: String, _ yardstick: String, _ ratio: String, _ unit: String)
    -> String
  {
    name.padding(to: 24) + ours.padding(to: -12) + yardstick.padding(to: -12) + ratio.padding(to: -9) + "  "
      + unit
  }

  private func text(_ value: Double) -> String { decimal(value, places: value < 100 ? 3 : 0) }

  private func rounded(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }

  private func decimal(_ value: Double, places: Int) -> String {
    guard value.isFinite, abs(value) < 1e15 else { return "\(value)" }
    var scale = 1
    for _ in 0..<places { scale *= 10 }
    let scaled = Int((value * Double(scale)).rounded())
    guard places > 0 else { return "\(scaled)" }
    let fraction = String(scaled % scale)
    return "\(scaled / scale)." + String(repeating: "0", count: places - fraction.count) + fraction
  }
}

extension String {
  /// The text with spaces up to a width: after it for a positive width, before it for a negative one.
  fileprivate func padding(to width: Int) -> String {
    let spaces = String(repeating: " ", count: max(0, abs(width) - count))
    return width < 0 ? spaces + self : self + spaces
  }
}
