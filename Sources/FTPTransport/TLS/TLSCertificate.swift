import FTPProtocol

/// The facts in a certificate that help to see why it is accepted or not.
package struct TLSCertificate: Hashable, Sendable, Codable {
  /// Its subject, in one line, such as `/CN=ftp.example.org`.
  package let subject: String
  package let issuer: String
  /// The names and addresses that it is valid for, such as `DNS:localhost`.
  package let names: [String]
  /// The dates between which it is valid, as OpenSSL prints them.
  package let notBefore: String
  package let notAfter: String
  /// Whether it was valid when it was shown.
  package let isInForce: Bool
  /// The SHA-256 digest of the certificate, in hexadecimal digits with colons.
  package let fingerprint: String

  init(_ certificate: OpenSSL.Pointer, _ openSSL: OpenSSL) {
    let functions = openSSL.certificates
    func name(_ name: OpenSSL.Pointer?) -> String {
      var text = [CChar](repeating: 0, count: 512)
      _ = functions.nameText(name, &text, Int32(text.count))
      return Escaping.ascii(text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, limit: 300)
    }
    func time(_ time: OpenSSL.Pointer?) -> String {
      openSSL.text { functions.printTime($0, time) }
    }
    subject = name(functions.subject(certificate))
    issuer = name(functions.issuer(certificate))
    notBefore = time(functions.notBefore(certificate))
    notAfter = time(functions.notAfter(certificate))
    isInForce =
      functions.compareWithNow(functions.notBefore(certificate)) < 0
      && functions.compareWithNow(functions.notAfter(certificate)) > 0
    let index = functions.indexOfExtension(certificate, CertificateFunctions.alternativeNames, -1)
    let list =
      index < 0
      ? "" : openSSL.text { functions.printExtension($0, functions.extensionAt(certificate, index), 0, 0) }
    names = list.split(separator: ", ").map(String.init)
    var digest = [UInt8](repeating: 0, count: 64)
    var count: UInt32 = 0
    _ = functions.digest(certificate, functions.sha256(), &digest, &count)
    fingerprint = digest.prefix(Int(count)).map {
      ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true)
    }
    .joined(separator: ":")
  }
}

extension TLSCertificate: CustomStringConvertible {
  /// One line with names, dates and the issuer.
  package var description: String {
    "\(subject), \(names.isEmpty ? "with no name in subjectAltName" : "for \(names.joined(separator: ", "))"), valid from \(notBefore) to \(notAfter), signed by \(issuer)"
  }
}

extension OpenSSL {
  /// The output of `body`, in printable ASCII.
  func text(_ body: (Pointer) -> Int32) -> String {
    guard let stream = streamNew(memoryStream()) else { return "" }
    defer { _ = streamFree(stream) }
    _ = body(stream)
    var bytes = [UInt8](repeating: 0, count: min(pending(stream), 4_096))
    let count = bytes.withUnsafeMutableBytes { streamRead(stream, $0.baseAddress, Int32($0.count)) }
    return Escaping.ascii(bytes.prefix(max(0, Int(count))), limit: 4_096)
  }
}
