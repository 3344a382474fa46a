import FTPTransport

/// `tls-…`: handshakes, certificates, sessions and the ends of connections.
///
/// They require a server with TLS.
enum TLSFaults {
  static let bodies: [String: FaultBody] = [
    "tls-stalled": FaultBody(onControl(.stalled)),
    "tls-half": FaultBody(onControl(.half)),
    "tls-broken": FaultBody(onControl(.cut)),
    "tls-failed": FaultBody(onControl(.alert)),
    "tls-text": FaultBody(onControl(.text)),
    "tls-version": FaultBody(.choice("VERSION", "1.1", of: TLSVersion.allCases.map(\.rawValue))) { text in
      changing { settings throws(TLSSetupError) in
        guard let version = TLSVersion(rawValue: text) else { return }
        settings.minimum = version
        settings.maximum = version
        // Otherwise the library refuses weak versions.
        if version < .tls12 { settings.ciphers = "ALL:@SECLEVEL=0" }
      }
    },
    "tls-renegotiation": FaultBody(.bytes("60")) { offset in renegotiating(\.control, .handshake, at: offset)
    },
    "tls-data-handshake": FaultBody(.bytes("10")) { offset in
      renegotiating(\.data, .awaitedHandshake, at: offset)
    },
    "tls-alpn": FaultBody(.line("NAME", "http/1.1")) { name in
      changing { $0.protocolAnswer = .takes(String(decoding: name, as: UTF8.self)) }
    },
    "tls-certificate-asked": FaultBody(changing { $0.asksForCertificate = true }),
    "tls-alpn-refused": FaultBody(changing { $0.protocolAnswer = .refuses }),
    "tls-data-stalled": FaultBody(.configure { $0.flaws.data.handshake = .stalled }),
    "tls-data-failed": FaultBody(.code("522")) { code in
      .configure { configuration in
        configuration.flaws.data.handshake = .alert
        configuration.flaws.handshakeCode = code
      }
    },
    "tls-data-code": FaultBody(.code("426")) { code in .configure { $0.flaws.handshakeCode = code } },
    "tls-data-client": FaultBody(
      .configure { configuration in
        var settings = TLSSettings.client
        settings.verifiesPeer = false
        configuration.flaws.dataClient = try? TLSContext(.client, settings)
      }),
    "tls-expired": FaultBody(
      showing { () throws(TLSSetupError) in
        try .selfSigned(for: names, from: -30 * 86_400, to: -86_400)
      }),
    "tls-future": FaultBody(
      showing { () throws(TLSSetupError) in try .selfSigned(for: names, from: 86_400) }),
    "tls-name": FaultBody(.line("NAME", "wrong.example")) { name in
      showing { () throws(TLSSetupError) in try .selfSigned(for: [String(decoding: name, as: UTF8.self)]) }
    },
    "tls-sni-ignored": FaultBody(.line("NAME", "first.example")) { name in
      changing { settings throws(TLSSetupError) in
        settings.ignoresServerName = true
        settings.identity = try .selfSigned(for: [String(decoding: name, as: UTF8.self)])
      }
    },
    "tls-self-signed": FaultBody(showing { () throws(TLSSetupError) in try .selfSigned(for: names) }),
    "tls-chain": FaultBody(
      showing { () throws(TLSSetupError) in
        try .selfSigned(for: names, by: try .selfSigned(for: ["An unknown authority"]))
      }),
    "tls-data-certificate": FaultBody(
      .configure { configuration in
        configuration.flaws.dataContext =
          configuration.tls?.changed { settings throws(TLSSetupError) in
            settings.identity = try .selfSigned(for: names)
          }.context
      }),
    "tls-reuse": FaultBody(.demandingReuse()),
    "tls-reuse-foreign": FaultBody(.demandingReuse(.resumesForeignSessions)),
    "tls-reuse-impossible": FaultBody(.demandingReuse(.resumesNothing)),
    "tls-tickets": FaultBody(.count("0", 0...16)) { count in changing { $0.tickets = count } },
    "tls-tickets-late": FaultBody(.bytes("60")) { offset in
      .configure { configuration in
        configuration.tls = configuration.tls?.changed { $0.givesTicketsLate = true }
        configuration.flaws.control.interjections[.ticket] = offset
      }
    },
    "tls-no-close": FaultBody(.configure { $0.flaws.control.omitsClose = true }),
    "tls-data-no-close": FaultBody(.configure { $0.flaws.data.omitsClose = true }),
    "tls-data-cut": FaultBody(.bytes("10")) { offset in
      FaultHooks(
        configure: { $0.flaws.data.omitsClose = true },
        onData: { $0.isUpload ? nil : OffsetFilter(at: offset, .closeData) })
    },
    "tls-data-alert": FaultBody(.bytes("10")) { offset in
      .configure { $0.flaws.data.interjections[.alert] = offset }
    },
    "tls-data-damaged": FaultBody(.bytes("10")) { offset in
      .configure { $0.flaws.data.interjections[.damage] = offset }
    },
    "tls-records": FaultBody(.count("1", 1...16_384)) { count in
      .configure { configuration in
        configuration.flaws.control.recordSize = count
        configuration.flaws.data.recordSize = count
      }
    },
    "tls-dripped": FaultBody(.span("1ms")) { pause in .resending { [.dripped($0, pause)] } },
  ]

  /// The names in the certificate of the embedded server.
  private static let names = ["localhost", "127.0.0.1", "::1"]

  private static func onControl(_ handshake: LayerFlaws.Handshake) -> FaultHooks {
    .configure { $0.flaws.control.handshake = handshake }
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
