import FTPProtocol

/// `feat-…`: the list of extensions, and whether it is true.
enum FeatureFaults {
  static let bodies: [String: FaultBody] = [
    "feat-code-lines": FaultBody(
      .onReply { facts, steps in
        guard facts.verb == .feat else { return }
        steps.replaceReplies { reply in
          let last = reply.lines.count - 1
          let lines = reply.lines.enumerated().map { index, line in
            Array("211\(index == last ? " " : "-")".utf8) + line.drop { $0 == 0x20 } + [0x0D, 0x0A]
          }
          return [.bytes(lines.flatMap(\.self))]
        }
      }),
    "feat-no-space": FaultBody(changingLines { line in Array(line.drop { $0 == 0x20 }) }),
    "feat-spaces": FaultBody(changingLines { [0x20] + $0 }),
    "feat-lower-case": FaultBody(
      changingLines { Array(String(decoding: $0, as: UTF8.self).lowercased().utf8) }),
    "feat-promises": FaultBody(.line("LINE", "XNONE")) { line in
      changing { $0.insert([0x20] + line, at: max(1, $0.count - 1)) }
    },
    "feat-hides": FaultBody(.verb("REST", named: "LABEL")) { label in
      changing { lines in
        lines.removeAll { $0.drop { $0 == 0x20 }.prefix { $0 != 0x20 }.elementsEqual(label.name.utf8) }
      }
    },
    "feat-bare": FaultBody(changingLines { line in [0x20] + line.drop { $0 == 0x20 }.prefix { $0 != 0x20 } }),
    "feat-extra": FaultBody(changingLines { $0 + Array(" yes".utf8) }),
    "feat-empty": FaultBody(changing { $0 = [Array("Extensions supported:".utf8), Array("End".utf8)] }),
    "feat-epsv-broken": FaultBody(.answering(.epsv, with: .reply(500, "Command not understood."))),
    "feat-refused": FaultBody(.answering(.feat, with: .reply(530, "Please log in."))),
    "feat-closed": FaultBody(.answering(.feat, with: .reply(221, "Goodbye."), .close)),
    "feat-none": FaultBody(.answering(.feat, with: .reply(502, "Command not implemented."))),
  ]

  /// Changes the lines of the reply.
  private static func changing(_ change: @escaping @Sendable (inout [[UInt8]]) -> Void) -> FaultHooks {
    .rewriting(if: { $0.verb == .feat }) { change(&$0.lines) }
  }

  /// Changes the lines between the first and the last.
  private static func changingLines(_ change: @escaping @Sendable ([UInt8]) -> [UInt8]) -> FaultHooks {
    .rewriting(if: { $0.verb == .feat }) { $0.changeLinesInside(change) }
  }
}
