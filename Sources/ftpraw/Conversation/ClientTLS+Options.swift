import FTPClient
import FTPConversation
import FTPSystem

extension ClientTLS {
  /// What the options and the environment say about TLS.
  init(_ invocation: Invocation) throws {
    self.init()
    if let version = invocation.value(.tlsMinimum).flatMap({ Version(rawValue: $0) }) {
      minimumVersion = version
    }
    authorities = invocation.value(.authorities)
    certificate = invocation.value(.clientCertificate)
    key = invocation.value(.certificateKey)
    isInsecure = invocation.flag(.insecure)
    keyLog = Self.keyLog(invocation)
  }

  /// The file for the keys of TLS, if the environment asks for them.
  static func keyLog(_ invocation: Invocation) -> (@Sendable (String) -> Void)? {
    guard let path = invocation.environment(EnvironmentVariable.keyLog.name) else { return nil }
    // Opened when there is something to write: most conversations have no keys.
    let file = KeyLogFile(path)
    return { file.append($0) }
  }
}

extension ClientTLS.Mode {
  /// When TLS is spoken, as `--tls` says; nil if it says nothing.
  init?(_ invocation: Invocation) {
    guard let mode = invocation.value(.tls).flatMap({ Self(rawValue: $0) }) else { return nil }
    self = mode
  }
}

/// A file to which the keys of TLS are appended; failures to write are ignored, as by other programs that read the
/// variable.
private final class KeyLogFile: Sendable {
  private let path: String
  private let file = Guarded<LocalFile?>(nil)

  init(_ path: String) { self.path = path }

  func append(_ line: String) {
    file.withLock { file in
      if file == nil { file = try? LocalFile.create(path, .appending, permissions: 0o600) }
      try? file?.write(Array("\(line)\n".utf8))
    }
  }
}
