import FTPProtocol

/// `feat-…`: the list of extensions, and whether it is true.
enum FeatureFaults {
  static let all = [
    FaultKind(
      "feat-code-lines", "Each line of FEAT begins with `211-`.",
      .field("Q27", "ProFTPD, OpenVMS, libunftp, uFTP"),
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
    FaultKind(
      "feat-no-space", "The lines of FEAT do not begin with a space.",
      "2389:3.2:feat-leading-space", changingLines { line in Array(line.drop { $0 == 0x20 }) }),
    FaultKind(
      "feat-spaces", "The lines of FEAT begin with two spaces.", "2389:3.2:feat-leading-space",
      changingLines { [0x20] + $0 }),
    FaultKind(
      "feat-lower-case", "The labels of FEAT are in lower case.", "3659:3.3:feat-label-case",
      changingLines { Array(String(decoding: $0, as: UTF8.self).lowercased().utf8) }),
    FaultKind(
      "feat-promises", .line("LINE", "XNONE"), "FEAT lists a feature that the server lacks.",
      "2389:3.2:feat-lists-extensions"
    ) { line in changing { $0.insert([0x20] + line, at: max(1, $0.count - 1)) } },
    FaultKind(
      "feat-hides", .verb("REST", named: "LABEL"), "FEAT does not list a feature that the server has.",
      .field("Q49", "uFTP; for UTF8 libftpvita and ftp-srv")
    ) { label in
      changing { lines in
        lines.removeAll { $0.drop { $0 == 0x20 }.prefix { $0 != 0x20 }.elementsEqual(label.name.utf8) }
      }
    },
    FaultKind(
      "feat-bare", "FEAT lists features without their parameters.", "3659:5.4:rest-in-feat",
      changingLines { line in [0x20] + line.drop { $0 == 0x20 }.prefix { $0 != 0x20 } }),
    FaultKind(
      "feat-extra", "A word follows each feature of FEAT.", "3659:4.3:size-in-feat",
      changingLines { $0 + Array(" yes".utf8) }),
    FaultKind(
      "feat-empty", "FEAT lists nothing, in several lines.", "2389:3.2:feat-none",
      changing { $0 = [Array("Extensions supported:".utf8), Array("End".utf8)] }),
    FaultKind(
      "feat-epsv-broken", "FEAT lists EPSV, but EPSV gets 500.", .field("Q13", "Pure-FTPd, betradar"),
      .answering(.epsv, with: .reply(500, "Command not understood."))),
    FaultKind(
      "feat-refused", "FEAT gets 530, as if the client were not logged in.", .field("Q29", "DrFTPD, SwiFTP"),
      .answering(.feat, with: .reply(530, "Please log in."))),
    FaultKind(
      "feat-closed", "FEAT gets 221, and the connection is closed.", .field("Q29", "VoDA.FtpServer"),
      .answering(.feat, with: .reply(221, "Goodbye."), .close)),
    FaultKind(
      "feat-none", "FEAT is not implemented, although the server has features.",
      "2389:3.2:feat-error-not-absence", .answering(.feat, with: .reply(502, "Command not implemented."))),
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
