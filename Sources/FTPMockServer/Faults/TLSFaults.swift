import FTPProtocol
import FTPTransport

/// `tls-…`: handshakes, certificates, sessions and the ends of connections.
///
/// They require a server with TLS.
enum TLSFaults {
  static let all = handshakes + certificates + sessions + ends

  private static let handshakes = [
    FaultKind(
      "tls-stalled", "The server does not answer the handshake of the control connection.",
      "4217:10.3:negotiation-completed", onControl(.stalled)),
    FaultKind(
      "tls-half", "Half of the server's part of the handshake comes, and nothing more.",
      "4217:10.3:negotiation-completed", onControl(.half)),
    FaultKind(
      "tls-broken", "Half of the server's part of the handshake comes, and the connection is closed.",
      "4217:10.3:failed-handshake-drop", onControl(.cut)),
    FaultKind(
      "tls-failed", "The server answers the handshake of the control connection with a fatal alert.",
      "4217:10.3:failed-handshake-drop", onControl(.alert)),
    FaultKind(
      "tls-text", "The server answers the handshake of the control connection with a line of text.",
      "4217:10.3:failed-handshake-drop", onControl(.text)),
    FaultKind(
      "tls-version", .choice("VERSION", "1.1", of: TLSVersion.allCases.map(\.rawValue)),
      "Only one version of TLS is supported.",
      "4217:10.3:negotiation-completed"
    ) { text in
      changing { settings throws(TLSSetupError) in
        guard let version = TLSVersion(rawValue: text) else { return }
        settings.minimum = version
        settings.maximum = version
        // Otherwise the library refuses weak versions.
        if version < .tls12 { settings.ciphers = "ALL:@SECLEVEL=0" }
      }
    },
    FaultKind(
      "tls-renegotiation", .bytes("60"),
      "Only TLS 1.2 is supported, and the server requests another handshake after this many bytes of replies.",
      "practice:robust:lives-with-quirks"
    ) { offset in renegotiating(\.control, .handshake, at: offset) },
    FaultKind(
      "tls-data-handshake", .bytes("10"),
      "Only TLS 1.2 is supported, and a download pauses after this many bytes until there is another handshake.",
      "practice:robust:lives-with-quirks"
    ) { offset in renegotiating(\.data, .awaitedHandshake, at: offset) },
    FaultKind(
      "tls-alpn", .line("NAME", "http/1.1"),
      "The server selects this protocol by ALPN, whether or not the client offers it.",
      "7301:3.2:alpn-offered"
    ) { name in changing { $0.protocolAnswer = .takes(String(decoding: name, as: UTF8.self)) } },
    FaultKind(
      "tls-certificate-asked", "The server requests a client certificate, and accepts any, or none.",
      "practice:robust:lives-with-quirks", changing { $0.asksForCertificate = true }),
    FaultKind(
      "tls-alpn-refused", "A client that offers any protocol by ALPN is refused with a fatal alert.",
      "7301:3.2:alpn-ftp", changing { $0.protocolAnswer = .refuses }),
    FaultKind(
      "tls-data-stalled", "The server does not answer the handshakes of data connections.",
      "4217:12:150-and-handshake", onData(.stalled)),
    FaultKind(
      "tls-data-failed", .code("522"),
      "The handshakes of data connections are answered by a fatal alert, and this code follows.",
      "4217:10.2:data-tls-failure-522"
    ) { code in
      .configure { configuration in
        configuration.flaws.data.handshake = .alert
        configuration.flaws.handshakeCode = code
      }
    },
    FaultKind(
      "tls-data-code", .code("426"), "A failed handshake on a data connection gets this code.",
      "4217:10.2:data-tls-failure-522"
    ) { code in .configure { $0.flaws.handshakeCode = code } },
    FaultKind(
      "tls-data-early", "A transfer is announced after the handshake of its data connection.",
      "4217:12:150-and-handshake", .habit(.shakesHandsFirst)),
    FaultKind(
      "tls-data-client", "On data connections the server is the client of TLS.",
      "4217:7:server-is-tls-server",
      .configure { configuration in
        var settings = TLSSettings.client
        settings.verifiesPeer = false
        configuration.flaws.dataClient = try? TLSContext(.client, settings)
      }),
  ]

  private static let certificates = [
    FaultKind(
      "tls-expired", "The certificate expired yesterday.",
      "4217:10.3:unwanted-certificate",
      showing { () throws(TLSSetupError) in
        try .selfSigned(for: names, from: -30 * 86_400, to: -86_400)
      }),
    FaultKind(
      "tls-future", "The certificate is valid only from tomorrow on.", "4217:10.3:unwanted-certificate",
      showing { () throws(TLSSetupError) in try .selfSigned(for: names, from: 86_400) }),
    FaultKind(
      "tls-name", .line("NAME", "wrong.example"), "The certificate is for another host.",
      "4217:15.1:names-in-certificate"
    ) { name in
      showing { () throws(TLSSetupError) in try .selfSigned(for: [String(decoding: name, as: UTF8.self)]) }
    },
    FaultKind(
      "tls-sni-ignored", .line("NAME", "first.example"),
      "The certificate is for this host, even if the handshake names another.",
      "4217:15.1:names-in-certificate"
    ) { name in
      changing { settings throws(TLSSetupError) in
        settings.ignoresServerName = true
        settings.identity = try .selfSigned(for: [String(decoding: name, as: UTF8.self)])
      }
    },
    FaultKind(
      "tls-self-signed", "The certificate is self-signed.",
      "4217:10.3:unwanted-certificate",
      showing { () throws(TLSSetupError) in try .selfSigned(for: names) }),
    FaultKind(
      "tls-chain", "The certificate is signed by an unknown authority whose certificate is not sent.",
      "4217:10.3:unwanted-certificate",
      showing { () throws(TLSSetupError) in
        try .selfSigned(for: names, by: try .selfSigned(for: ["An unknown authority"]))
      }),
    FaultKind(
      "tls-data-certificate", "Data connections show another certificate than the control connection.",
      "4217:15.1:same-certificate",
      .configure { configuration in
        configuration.flaws.dataContext =
          configuration.tls?.changed { settings throws(TLSSetupError) in
            settings.identity = try .selfSigned(for: names)
          }.context
      }),
  ]

  private static let sessions = [
    FaultKind(
      "tls-reuse", "Data connections must resume a session of their control connection.",
      .field("Q55", "vsftpd, FileZilla Server, Bitvise"), .demandingReuse()),
    FaultKind(
      "tls-reuse-foreign", "Data connections must resume a session of any login.",
      "4217:10.2:session-reuse-522",
      .demandingReuse(.resumesForeignSessions)),
    FaultKind(
      "tls-reuse-never", "Tickets are issued, but no session is ever resumed.",
      "4217:13:cached-sessions", .habit(.resumesNothing)),
    FaultKind(
      "tls-reuse-impossible", "Data connections must resume a session, but none can be resumed.",
      "4217:10.2:data-tls-failure-522",
      .demandingReuse(.resumesNothing)),
    FaultKind(
      "tls-tickets", .count("0", 0...16), "This many tickets come after a handshake of TLS 1.3.",
      "4217:13:cached-sessions"
    ) { count in changing { $0.tickets = count } },
    FaultKind(
      "tls-tickets-late", .bytes("60"),
      "In TLS 1.3 no ticket comes after the handshake, but one comes after this many bytes of replies.",
      "practice:robust:lives-with-quirks"
    ) { offset in
      .configure { configuration in
        configuration.tls = configuration.tls?.changed { $0.givesTicketsLate = true }
        configuration.flaws.control.interjections[.ticket] = offset
      }
    },
  ]

  private static let ends = [
    FaultKind(
      "tls-no-close", "The control connection ends without a close alert.",
      .field("Q56", "FileZilla Server, vsftpd, pyftpdlib"), .configure { $0.flaws.control.omitsClose = true }),
    FaultKind(
      "tls-data-no-close", "Data connections end without a close alert.",
      "4217:12:close-notify", .configure { $0.flaws.data.omitsClose = true }),
    FaultKind(
      "tls-data-cut", .bytes("10"),
      "Data connections end after this many bytes without a close alert, and 226 follows.",
      "4217:12:close-notify"
    ) { offset in
      FaultHooks(
        configure: { $0.flaws.data.omitsClose = true },
        onData: { $0.isUpload ? nil : OffsetFilter(at: offset, .closeData) })
    },
    FaultKind(
      "tls-data-alert", .bytes("10"), "A fatal alert comes after this many bytes of a download.",
      "4217:12:close-notify"
    ) { offset in .configure { $0.flaws.data.interjections[.alert] = offset } },
    FaultKind(
      "tls-data-damaged", .bytes("10"),
      "A record that cannot be decrypted comes after this many bytes of a download.", "4217:12:close-notify"
    ) { offset in .configure { $0.flaws.data.interjections[.damage] = offset } },
    FaultKind(
      "tls-upload-cut", "The server reports an upload without a close alert as complete.",
      "4217:12:truncated-stor", .habit(.takesCutUploads)),
    FaultKind(
      "tls-records", .count("1", 1...16_384), "Each record contains this many bytes.",
      "1123:4.1.2.10:reads-carry-no-meaning"
    ) { count in
      .configure { configuration in
        configuration.flaws.control.recordSize = count
        configuration.flaws.data.recordSize = count
      }
    },
    FaultKind(
      "tls-dripped", .span("1ms"),
      "Records with replies arrive byte by byte, with pauses between the bytes.",
      "1123:4.1.2.10:reads-carry-no-meaning"
    ) { pause in .resending { [.dripped($0, pause)] } },
  ]

  /// The names in the certificate of the embedded server.
  private static let names = ["localhost", "127.0.0.1", "::1"]

  private static func onControl(_ handshake: LayerFlaws.Handshake) -> FaultHooks {
    .configure { $0.flaws.control.handshake = handshake }
  }

  private static func onData(_ handshake: LayerFlaws.Handshake) -> FaultHooks {
    .configure { $0.flaws.data.handshake = handshake }
  }

  /// TLS 1.2, with a request for another handshake after this many bytes on a connection.
  private static func renegotiating(
    _ connection: WritableKeyPath<TLSFlaws, LayerFlaws> & Sendable, _ wish: LayerFlaws.Interjection,
    at offset: UInt64
  ) -> FaultHooks {
    .configure { configuration in
      configuration.tls = configuration.tls?.changed { $0.maximum = .tls12 }
      configuration.flaws[keyPath: connection].interjections[wish] = offset
    }
  }

  private static func changing(
    _ change: @escaping @Sendable (inout TLSSettings) throws(TLSSetupError) -> Void
  ) -> FaultHooks {
    .configure { configuration in configuration.tls = configuration.tls?.changed(change) }
  }

  private static func showing(
    _ identity: @escaping @Sendable () throws(TLSSetupError) -> TLSIdentity
  ) -> FaultHooks {
    changing { settings throws(TLSSetupError) in settings.identity = try identity() }
  }
}
