/// The certificate of one end, with its key.
package struct TLSIdentity: Sendable {
  private enum Source: Sendable {
    case files(certificate: String, key: String)
    case made(MadeCertificate)
  }

  private let source: Source

  /// A chain of certificates and a key, in PEM; the key may be in the same file.
  package static func files(certificate: String, key: String? = nil) -> TLSIdentity {
    TLSIdentity(source: .files(certificate: certificate, key: key ?? certificate))
  }

  /// A generated certificate, signed by itself or by another one.
  ///
  /// - Parameters:
  ///   - names: Its names and addresses, such as `localhost` and `127.0.0.1`.
  ///   - start: The first second at which it is valid, from now.
  ///   - end: The last.
  ///   - authority: The generated certificate that signs it; nil if it signs itself.
  /// - Returns: the certificate with its key.
  /// - Throws: if there is no library, or a name is impossible in a certificate.
  package static func selfSigned(
    for names: [String], from start: Int = -3_600, to end: Int = 30 * 86_400, by authority: TLSIdentity? = nil
  ) throws(TLSSetupError) -> TLSIdentity {
    var signer: MadeCertificate?
    if case .made(let made)? = authority?.source { signer = made }
    return TLSIdentity(source: .made(try MadeCertificate(for: names, from: start, to: end, by: signer)))
  }

  /// The facts in a generated certificate; nil for one in files.
  package var certificate: TLSCertificate? {
    guard case .made(let made) = source else { return nil }
    return made.description
  }

  /// A generated certificate in PEM, for others to trust; nil for one in files.
  package var pem: String? {
    guard case .made(let made) = source else { return nil }
    return made.pem
  }

  func use(in context: TLSContext) throws(TLSSetupError) {
    let openSSL = context.openSSL
    switch source {
    case .files(let certificate, let key):
      guard openSSL.contextUseCertificates(context.context, certificate) == 1 else {
        throw context.failure("cannot read the certificate in '\(certificate)'")
      }
      guard openSSL.contextUseKey(context.context, key, OpenSSL.pem) == 1 else {
        throw context.failure("cannot read the key in '\(key)'")
      }
    case .made(let made):
      guard openSSL.contextUseCertificate(context.context, made.certificate) == 1,
        openSSL.contextUsePrivateKey(context.context, made.key) == 1
      else { throw context.failure("the certificate cannot be used") }
    }
    guard openSSL.contextCheckKey(context.context) == 1 else {
      throw context.failure("the key does not belong to the certificate")
    }
  }
}

/// A certificate and its key in memory.
private final class MadeCertificate: @unchecked Sendable {
  let certificate: OpenSSL.Pointer
  let key: OpenSSL.Pointer
  private let openSSL: OpenSSL

  init(
    for names: [String], from start: Int, to end: Int, by signer: MadeCertificate? = nil
  ) throws(TLSSetupError) {
    do throws(TLSUnavailable) { openSSL = try OpenSSL.load() } catch { throw TLSSetupError(error) }
    openSSL.clearErrors()
    let functions = openSSL.certificates
    guard let key = Self.makeKey(functions) else {
      throw TLSSetupError(
        "cannot create a key: \(openSSL.takeErrors().map(\.description).joined(separator: "; "))")
    }
    guard let certificate = functions.new() else {
      functions.keyFree(key)
      throw TLSSetupError("cannot create a certificate")
    }
    self.key = key
    self.certificate = certificate
    _ = functions.setVersion(certificate, 2)
    _ = functions.setInteger(functions.serialNumber(certificate), Int.random(in: 1...Int(Int32.max)))
    _ = functions.setTime(functions.changeableNotBefore(certificate), start)
    _ = functions.setTime(functions.changeableNotAfter(certificate), end)
    _ = functions.setKey(certificate, key)
    let subject = functions.subject(certificate)
    let common = Array((names.first ?? "ftpraw").utf8.prefix(64))
    _ = functions.addToName(
      subject, "CN", CertificateFunctions.utf8, common, Int32(common.count), -1, 0)
    _ = functions.setIssuer(certificate, signer.map { functions.subject($0.certificate) } ?? subject)
    let list = names.map { (SocketAddress(host: $0, port: 0) == nil ? "DNS:" : "IP:") + $0 }
    let isComplete =
      add(CertificateFunctions.basicConstraints, signer == nil ? "critical,CA:TRUE" : "critical,CA:FALSE")
      && (list.isEmpty || add(CertificateFunctions.alternativeNames, list.joined(separator: ",")))
    guard isComplete, functions.sign(certificate, signer?.key ?? key, functions.sha256()) > 0 else {
      throw TLSSetupError(
        "cannot create a certificate for \(names.joined(separator: ", ")): \(openSSL.takeErrors().map(\.description).joined(separator: "; "))"
      )
    }
  }

  deinit {
    openSSL.certificates.free(certificate)
    openSSL.certificates.keyFree(key)
  }

  var description: TLSCertificate { TLSCertificate(certificate, openSSL) }

  var pem: String {
    guard let stream = openSSL.streamNew(openSSL.memoryStream()) else { return "" }
    defer { _ = openSSL.streamFree(stream) }
    _ = openSSL.certificates.writeCertificate(stream, certificate)
    var bytes = [UInt8](repeating: 0, count: openSSL.pending(stream))
    _ = bytes.withUnsafeMutableBytes { openSSL.streamRead(stream, $0.baseAddress, Int32($0.count)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func add(_ kind: Int32, _ value: String) -> Bool {
    let functions = openSSL.certificates
    guard let made = functions.makeExtension(nil, nil, kind, value) else { return false }
    defer { functions.extensionFree(made) }
    return functions.addExtension(certificate, made, -1) == 1
  }

  /// A key on the curve P-256, which every library supports and which is made quickly.
  private static func makeKey(_ functions: CertificateFunctions) -> OpenSSL.Pointer? {
    guard let context = functions.keyContextNew(CertificateFunctions.ellipticCurve, nil) else { return nil }
    defer { functions.keyContextFree(context) }
    guard functions.beginKey(context) > 0,
      functions.keyControl(
        context, CertificateFunctions.ellipticCurve, CertificateFunctions.generation,
        CertificateFunctions.setCurve, CertificateFunctions.prime256, nil) > 0
    else { return nil }
    var key: OpenSSL.Pointer?
    return functions.makeKey(context, &key) > 0 ? key : nil
  }
}
