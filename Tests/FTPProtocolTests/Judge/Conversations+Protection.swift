extension Conversation {
  /// Protection: RFC 2228 and RFC 4217.
  static let protection: [Conversation] = [
    Conversation(
      "TLS",
      """
      S> 220 x
      C> AUTH TLS
      S> 234 x
      => auth success
      -- tls established
      C> PBSZ 0
      S> 200 x
      C> PROT P
      S> 200 x
      C> USER a
      S> 331 x
      C> PASS b
      S> 230 x
      @@ loggedIn
      """),
    Conversation("TLS refused", "S> 220 x\nC> AUTH TLS\nS> 534 x\n=> auth failure\n@@ ready"),
    Conversation("TLS after login drops it", "LOGIN\nC> AUTH TLS\nS> 234 x\n@@ ready"),
    Conversation(
      "TLS answered 334",
      "S> 220 x\nC> AUTH TLS\nS> 334 x\n!! 4217:4.2:auth-tls-never-334\n=> auth then(adat)"),
    Conversation(
      "a security exchange in steps",
      """
      S> 220 x
      C> AUTH GSSAPI
      S> 334 x
      => auth then(adat)
      C> ADAT YQ==
      S> 335 ADAT=YQ==
      => adat then(adat)
      C> ADAT YQ==
      S> 235 x
      => adat success
      C> MIC YQ==
      S> 631 YQ==
      => protected success
      """),
    Conversation(
      "an ADAT that is refused takes nothing off what is protected",
      "S> 220 x\nC> AUTH X\nS> 234 x\nC> ADAT YQ==\nS> 500 x\nC> CCC\nS> 200 x"),
    Conversation("ADAT without AUTH", "S> 220 x\nC> ADAT YQ==\nS> 503 x\n=> adat failure"),
    Conversation("ADAT without AUTH accepted", "S> 220 x\nC> ADAT YQ==\nS> 235 x\n!! 2228:3:adat-after-auth"),
    Conversation(
      "ADAT after a refused AUTH",
      "S> 220 x\nC> AUTH X\nS> 504 x\nC> ADAT YQ==\nS> 235 x\n!! 2228:3:adat-after-auth"),
    Conversation("a pipelined AUTH and ADAT", "S> 220 x\nC> AUTH GSSAPI\nC> ADAT YQ==\nS> 334 x\nS> 235 x"),
    Conversation("PROT before PBSZ", "LOGIN\nC> PROT P\n!! 4217:9:pbsz-prot-order client\nS> 503 x"),
    Conversation(
      "PROT before PBSZ accepted",
      "LOGIN\nC> PROT P\n!! 4217:9:pbsz-prot-order client\nS> 200 x\n!! 2228:3:prot-after-pbsz"),
    Conversation("PBSZ before AUTH", "LOGIN\nC> PBSZ 0\nS> 503 x"),
    Conversation("PBSZ before AUTH accepted", "LOGIN\nC> PBSZ 0\nS> 200 x\n!! 2228:3:pbsz-after-auth"),
    Conversation(
      "a level that no RFC defines",
      """
      S> 220 x
      C> AUTH TLS
      S> 234 x
      -- tls established
      C> PBSZ 0
      S> 200 x
      C> PROT Q
      S> 200 x
      !! 2228:3:prot-unknown-level
      """),
    Conversation("CCC in clear", "LOGIN\nC> CCC\nS> 533 x"),
    Conversation("CCC in clear accepted", "LOGIN\nC> CCC\nS> 200 x\n!! 2228:3:ccc-unprotected"),
    Conversation(
      "CCC, then PROT",
      """
      S> 220 x
      C> AUTH TLS
      S> 234 x
      -- tls established
      C> CCC
      S> 200 x
      -- tls ended
      C> PBSZ 0
      S> 200 x
      !! 4217:5:ccc-no-prot
      C> PROT C
      S> 200 x
      !! 4217:5:ccc-no-prot
      """),
    Conversation(
      "a protected reply in clear",
      "LOGIN\nC> PWD\nS> 631 YQ==\n!! 2228:5.2:protected-replies\n=> simple success"),
    Conversation(
      "MIC in clear accepted",
      "S> 220 x\nC> MIC YQ==\nS> 200 x\n!! 2228:3:mic-before-auth\n=> protected success"),
    Conversation("MIC in clear refused", "S> 220 x\nC> MIC YQ==\nS> 503 x"),
    Conversation(
      "a handshake that fails", "S> 220 x\nC> AUTH TLS\nS> 234 x\n-- tls failed\nS> 421 x\n@@ closing"),
    Conversation(
      "reinitialization ends TLS",
      """
      S> 220 x
      C> AUTH TLS
      S> 234 x
      -- tls established
      C> REIN
      S> 220 x
      C> PBSZ 0
      S> 200 x
      !! 2228:3:pbsz-after-auth
      """),
  ]
}
