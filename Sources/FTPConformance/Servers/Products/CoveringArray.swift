/// Rows in which each pair of values of two columns occurs together, with far fewer rows than all combinations.
///
/// ```swift
/// pairwise([2, 2, 2])   // four rows instead of eight
/// ```
///
/// The rows are built greedily, as by the algorithms of the literature (AETG): of a few candidates that begin with a pair
/// not yet covered, the one that covers the most new pairs is kept.
///
/// - Parameter counts: How many values each column has.
/// - Returns: The rows, as indices of values; the same for the same counts.
func pairwise(_ counts: [Int]) -> [[Int]] {
  struct Pair: Hashable { let columns: [Int], values: [Int] }
  let columns = Array(counts.indices)
  var open: Set<Pair> = []
  for left in columns {
    for right in columns where right > left {
      for first in 0..<counts[left] {
        for second in 0..<counts[right] {
          open.insert(Pair(columns: [left, right], values: [first, second]))
        }
      }
    }
  }
  func covered(by row: [Int?]) -> [Pair] {
    columns.flatMap { left in
      columns.compactMap { right in
        guard right > left, let first = row[left], let second = row[right] else { return nil }
        let pair = Pair(columns: [left, right], values: [first, second])
        return open.contains(pair) ? pair : nil
      }
    }
  }
  var rows: [[Int]] = []
  while let seed = open.min(by: { ($0.columns + $0.values).lexicographicallyPrecedes($1.columns + $1.values) }
  ) {
    var row: [Int?] = Array(repeating: nil, count: counts.count)
    for (column, value) in zip(seed.columns, seed.values) { row[column] = value }
    for column in columns where row[column] == nil {
      let best = (0..<counts[column]).map { value in
        var candidate = row
        candidate[column] = value
        return (value, covered(by: candidate).count)
      }.max { $0.1 < $1.1 }
      row[column] = best?.0 ?? 0
    }
    open.subtract(covered(by: row))
    rows.append(row.map { $0 ?? 0 })
  }
  return rows
}

/// A shortest ring of the numbers below `count` in which every `order` of them stand in a row once.
///
/// It consists of the Lyndon words whose lengths divide the order, sorted (Fredricksen, Kessler and Maiorana).
func deBruijn(_ count: Int, _ order: Int) -> [Int] {
  var ring: [Int] = []
  var word = [-1]
  while let last = word.last {
    word[word.count - 1] = last + 1
    if order.isMultiple(of: word.count) { ring += word }
    let root = word
    while word.count < order { word.append(root[word.count % root.count]) }
    while word.last == count - 1 { word.removeLast() }
  }
  return ring
}
