import FTPProtocol

/// `prot-…`: PBSZ and PROT, and their effect on data connections.
enum ProtectionFaults {
  static let all = [
    FaultKind(
      "prot-first", "PROT succeeds without PBSZ.", "4217:9:pbsz-prot-order", .habit(.needsNoBufferSize)),
    FaultKind(
      "prot-size", .count("16384", 0...(1 << 30), named: "NUMBER"), "The reply to PBSZ 0 names another size.",
      "4217:9:pbsz-zero"
    ) { number in .configure { $0.flaws.bufferSize = "PBSZ=\(number)" } },
    FaultKind(
      "prot-size-silent", "PBSZ does not say which size counts.", "2228:3:pbsz-answer",
      .configure { $0.flaws.bufferSize = "As you like." }),
    FaultKind(
      "prot-size-any", "PBSZ accepts anything as a size.", "2228:3:pbsz-number", .habit(.takesAnyBufferSize)),
    FaultKind("prot-refused", .code("534"), "PROT P is refused.", "4217:10.3:negotiation-completed") { code in
      .answering(.prot, with: .reply(code, "Not here.")) { $0.command.text.uppercased() == "P" }
    },
    FaultKind(
      "prot-any", "PROT accepts any level, and ignores those that it does not know.",
      "2228:3:prot-unknown-level", .habit(.takesAnyLevel)),
    FaultKind("prot-safe", "PROT S and PROT E mean PROT P.", "4217:9:prot-c-and-p", .habit(.takesSafeLevels)),
    FaultKind(
      "prot-case", "PROT does not know levels in lower case.", "4217:9:prot-c-and-p",
      .habit(.knowsUpperCaseLevelsOnly)),
    FaultKind(
      "prot-forgotten", "PROT P applies to one transfer only.", "4217:9:prot-persists",
      .habit(.forgetsLevel)),
    FaultKind(
      "prot-clear", "PROT P succeeds, but data connections are clear.",
      "4217:9:prot-p-handshake-first", .habit(.sendsClear)),
    FaultKind(
      "prot-private", "PROT C succeeds, but data connections are private.",
      "4217:9:prot-persists", .habit(.sendsPrivate)),
    FaultKind(
      "prot-early", "PROT has no effect on a data connection that was announced before.",
      "4217:9:prot-any-time", .habit(.fixesLevelEarly)),
    FaultKind(
      "prot-demanded", .code("521"), "Transfers are refused with this code without PROT P.",
      "4217:10.2:wrong-prot-521"
    ) { code in
      .configure { configuration in
        configuration.tls?.demandsPrivateData = true
        configuration.flaws.levelCode = code
      }
    },
    FaultKind(
      "prot-demanded-early", "EPSV, PASV, EPRT and PORT are refused without PROT P.",
      "4217:10.2:checked-at-transfer",
      .demandingPrivacy(.checksEarly)),
    FaultKind(
      "prot-demanded-late", "Transfers without PROT P are refused after their 150.",
      "4217:10.2:wrong-prot-521",
      FaultHooks(
        configure: { $0.tls?.demandsPrivateData = true },
        onReply: { facts, steps in
          if facts.stage == .single, facts.code == 521, facts.verb?.transfersData == true {
            steps = [.reply(150, "Opening data connection.")] + steps
          }
        })),
    FaultKind(
      "prot-gap", "MLSD and NLST are sent in clear while all other data must be private.",
      "2228:6:transfer-protection-refused",
      .demandingPrivacy(.overlooksListings)),
  ]
}
