private let security = "RFC 2228, section 3"
private let table: Origin = "RFC 2228, section 8.2"
private let tls: Origin = "RFC 4217, section 10.2"
private let dataTLS: Origin = "RFC 4217, section 11.4"
private let listing: Origin = "RFC 3659, section 7.2"
private let listingErrors: Origin = "RFC 3659, section 7.2.1"

extension VerbTable {
  /// RFC 1639, 2228 with 4217, 2389, 2428, 2640, 3659 and 7151.
  static let laterRFCs: [VerbRow] = [
    VerbRow(
      .lprt, "family,length,address...,length,port...",
      "Tells the server a long address and port to open data connections to.",
      "RFC 1639, section 2", .simple, [.needsLogin, .keepsREST, .setsState, .barredByEPSVAll],
      role: .activeSetup,
      address: .long,
      .codes("200 500 501 521 421 530", "RFC 1639")),
    VerbRow(
      .lpsv, "", "Asks the server to listen and to say where as a long address, in a 228 reply.",
      "RFC 1639, section 3", .simple, [.needsLogin, .keepsREST, .barredByEPSVAll], role: .passiveSetup,
      address: .long,
      codes: "1639:3:lpsv-228",
      .codes("228 500 501 521 502 421 530", "RFC 1639")),
    VerbRow(
      .auth, "mechanism", "Begins a security exchange; AUTH TLS begins TLS.",
      "RFC 2228, section 3; RFC 4217, section 4", .auth, [], role: .mechanism, feature: "AUTH",
      .codes("234 334 502 504 534 431 500 501 421", table),
      .codes("234", "RFC 4217, section 4.2"),
      .codes("530", .practice)),
    VerbRow(
      .adat, "base64", "Carries one more piece of a security exchange.",
      security, .adat, [.secret, .unboundedLine, .needsProtection], role: .securityData,
      .codes("235 335 503 501 535 500 421", table)),
    VerbRow(
      .pbsz, "size", "Agrees on the largest block of protected data; 0 with TLS.",
      security, .simple, [.needsProtection], role: .bufferSize, feature: "PBSZ",
      .codes("200 503 500 501 421 530", table)),
    VerbRow(
      .prot, "C|S|E|P", "Sets how data connections are protected; C is clear, P is private.",
      security, .simple, [.needsProtection], role: .protectionLevel, feature: "PROT",
      .codes("200 504 536 503 534 431 500 501 421 530", table)),
    VerbRow(
      .ccc, "", "Ends the protection of the control connection.",
      security, .simple, [.needsProtection], role: .clearing, feature: "CCC",
      .codes("500 501 502 421", table),
      .codes("200 533 534", "RFC 2228, section 3"),
      .codes("200 500 533 534", "RFC 4217, section 5")),
    VerbRow(
      .mic, "base64", "Carries a command protected for integrity.",
      security, .protected, [.unboundedLine, .needsProtection], role: .protected,
      .codes("535 533 500 501 421", table),
      .codes("502 503 537", "RFC 2228, section 3")),
    VerbRow(
      .conf, "base64", "Carries a command protected for confidentiality.",
      security, .protected, [.unboundedLine, .needsProtection], role: .protected,
      .codes("535 533 500 501 421", table),
      .codes("502 503 537", "RFC 2228, section 3")),
    VerbRow(
      .enc, "base64", "Carries a command protected for integrity and confidentiality.",
      security, .protected, [.unboundedLine, .needsProtection], role: .protected,
      .codes("535 533 500 501 421", table),
      .codes("502 503 537", "RFC 2228, section 3")),
    VerbRow(
      .feat, "", "Lists the extensions that the server has.",
      "RFC 2389, section 3", .simple, [], value: .features, codes: "2389:3.2:feat-listing",
      .codes("211 500 501 502", "RFC 2389, section 3.2"),
      .codes("530", .practice)),
    VerbRow(
      .opts, "verb [options]", "Sets how another command behaves.",
      "RFC 2389, section 4", .simple, [.setsState], value: .selection, codes: "2389:4:opts-success-200",
      .codes("200 451 501 500 502", "RFC 2389, section 4"),
      .codes("530 202 504 550", .practice)),
    VerbRow(
      form: "OPTS MODE Z",
      .codes("200 501", "draft-preston-ftpext-deflate-04")),
    VerbRow(
      .eprt, "|family|address|port|",
      "Tells the server an address of any family to open data connections to.",
      "RFC 2428, section 2", .simple, [.needsLogin, .keepsREST, .setsState, .barredByEPSVAll],
      role: .activeSetup,
      address: .extended, feature: "EPRT", codes: "2428:2:eprt-200",
      .codes("200 500 501 522", "RFC 2428, section 2"),
      .codes("504", "RFC 2577, section 3"),
      .codes("501 503 530 502 521 550", .practice, served: "503 530")),
    VerbRow(
      .epsv, "[family|ALL]",
      "Asks the server to listen at its own address and to name the port, in a 229 reply.",
      "RFC 2428, section 3", .simple, [.needsLogin, .keepsREST], role: .passiveSetup, address: .extended,
      feature: "EPSV", codes: "2428:3:epsv-229",
      .codes("229 500 501 522", "RFC 2428, section 3"),
      .codes("530 502 425 503", .practice, served: "530"),
      .codes("227", .wrong)),
    VerbRow(
      form: "EPSV ALL",
      .codes("200", .practice, served: "200")),
    VerbRow(
      .lang, "[tag]", "Sets the language of greetings and replies.",
      "RFC 2640, section 4.1", .simple, [], feature: "LANG",
      .codes("200 500 501 502 504", "RFC 2640, section 4.2"),
      .codes("530", .practice)),
    VerbRow(
      .mdtm, "path", "Tells when a file was last modified, in UTC.",
      "RFC 3659, section 3", .simple, [.needsLogin, .touchesFiles, .wantsFile], value: .time, feature: "MDTM",
      codes: "3659:3.1:mdtm-213",
      .codes("213 550 500 501 502", "RFC 3659, section 3"),
      .codes("450 451", "RFC 3659"),
      .codes("530", .practice, served: "530")),
    VerbRow(
      .size, "path", "Tells how many bytes a transfer of a file would send now.",
      "RFC 3659, section 4", .simple, [.needsLogin, .touchesFiles, .wantsFile], value: .size, feature: "SIZE",
      .codes("213 550 500 501 502", "RFC 3659, section 4"),
      .codes("450 451", "RFC 3659"),
      .codes("530", .practice, served: "530")),
    VerbRow(
      .mlst, "[path]", "Tells facts about one file, for programs, over the control connection.",
      "RFC 3659, section 7", .simple, [.needsLogin, .touchesFiles, .wantsFile], value: .facts,
      feature: "MLST",
      codes: "3659:7.2:mlst-reply-form",
      .codes("250", listing),
      .codes("550 501 500 502 530 553 503 504", listingErrors),
      .codes("450 451", "RFC 3659")),
    VerbRow(
      .mlsd, "[path]", "Sends facts about the files of a directory, for programs, over the data connection.",
      "RFC 3659, section 7", .transfer, [.needsLogin, .touchesFiles], moves: .listing, feature: "MLST",
      codes: "3659:7.2:mlsd-replies",
      .codes("150", after: "226", listing),
      .codes("501 550 500 502 530 553 503 504", after: "425 426 451", listingErrors),
      .codes("450 451", "RFC 3659"),
      .codes("521", after: "522", tls),
      .codes("522", dataTLS),
      .codes("425 503", after: "550 451 452", .practice),
      .codes("125", after: "250", .practice)),
    VerbRow(
      .host, "name", "Names the virtual host that is meant, before a login.",
      "RFC 7151, section 3", .simple, [], role: .host, feature: "HOST", codes: "7151:3:host-220",
      .codes("220 421 500 501 502 503 504", "RFC 7151, section 3")),
  ]
}
