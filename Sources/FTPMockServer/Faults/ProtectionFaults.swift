import FTPProtocol

/// `prot-…`: PBSZ and PROT, and their effect on data connections.
enum ProtectionFaults {
  static let bodies: [String: FaultBody] = [
    "prot-size": FaultBody(.count("16384", 0...(1 << 30), named: "NUMBER")) { number in
      .configure { $0.flaws.bufferSize = "PBSZ=\(number)" }
    },
    "prot-size-silent": FaultBody(.configure { $0.flaws.bufferSize = "As you like." }),
    "prot-refused": FaultBody(.code("534")) { code in
      .answering(.prot, with: .reply(code, "Not here.")) { $0.command.text.uppercased() == "P" }
    },
    "prot-demanded": FaultBody(.code("521")) { code in
      .configure { configuration in
        configuration.tls?.demandsPrivateData = true
        configuration.flaws.levelCode = code
      }
    },
    "prot-demanded-early": FaultBody(.demandingPrivacy(.checksEarly)),
    "prot-demanded-late": FaultBody(
      FaultHooks(
        configure: { $0.tls?.demandsPrivateData = true },
        onReply: { facts, steps in
          if facts.stage == .single, facts.code == 521, facts.verb?.transfersData == true {
            steps = [.reply(150, "Opening data connection.")] + steps
          }
        })),
    "prot-gap": FaultBody(.demandingPrivacy(.overlooksListings)),
  ]
}
