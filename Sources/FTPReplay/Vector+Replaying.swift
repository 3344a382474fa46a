import FTPProtocol
import FTPVectors

extension Vector {
  /// Whether the server's end of the control connection is an IPv6 address.
  var isOverIPv6: Bool {
    for row in rows {
      guard case .mark(.controlOpened(let address, _)) = row.content else { continue }
      return address?.hasPrefix("[") ?? false
    }
    return false
  }

  /// The same vector with a name for each placeholder of an address, so that the port on which one side
  /// listens can be bound to it.
  var namingPorts: Vector {
    var vector = self
    var count = 0
    for index in vector.rows.indices {
      switch vector.rows[index].content {
      case .command(let line): vector.rows[index].content = .command(line.namingPorts(&count))
      case .reply(let line): vector.rows[index].content = .reply(line.namingPorts(&count))
      default: break
      }
    }
    return vector
  }

  /// A problem with the rows around it.
  func difference(
    _ problem: ReplayLedger.Problem, on target: LegitimateDifference.Target,
    _ segmentation: Segmentation = .asWritten
  ) -> ReplayDifference {
    ReplayDifference(
      vector: id, line: problem.line, expected: problem.expected, actual: problem.actual, target: target,
      segmentation: segmentation, surroundings: surroundings(of: problem.line))
  }

  /// The row of a line, for messages.
  func text(ofLine line: Int) -> String {
    rows.first { $0.line == line }.map { "'\($0)'" } ?? "the end of the vector"
  }
}

extension VectorLine {
  fileprivate func namingPorts(_ count: inout Int) -> VectorLine {
    var renamed: [Part] = []
    for part in parts {
      if case .placeholder(let placeholder) = part, placeholder.name.isEmpty, let kind = placeholder.kind,
        kind.isOfPort
      {
        count += 1
        // No name of a file has capitals.
        renamed.append(.placeholder(Placeholder("PORT\(count)", kind)))
      } else {
        renamed.append(part)
      }
    }
    return VectorLine(renamed)
  }
}
