import FTPSystem
import LibC

/// The two libraries of OpenSSL, loaded at run time; they stay loaded.
struct SharedLibrary: @unchecked Sendable {
  /// The name under which `libssl` was loaded.
  let name: String
  private let handles: [UnsafeMutableRawPointer]

  /// `libssl` and the `libcrypto` of the same version; the newest major version is tried first.
  static let openSSL: Result<SharedLibrary, TLSUnavailable> = {
    for (ssl, crypto) in candidates {
      // libcrypto is loaded first, because libssl depends on it: both then use the same one.
      guard let cryptoHandle = dlopen(crypto, RTLD_NOW | RTLD_LOCAL),
        let sslHandle = dlopen(ssl, RTLD_NOW | RTLD_LOCAL)
      else { continue }
      return .success(SharedLibrary(name: ssl, handles: [sslHandle, cryptoHandle]))
    }
    return .failure(TLSUnavailable(advice))
  }()

  private static let missing = Monitor<String?>(nil)

  /// The first requested function that is missing.
  static var firstMissing: String? { missing.withLock { $0 } }

  fileprivate static func pointer(_ name: String) -> UnsafeMutableRawPointer? {
    (try? openSSL.get())?.handles.lazy.compactMap { dlsym($0, name) }.first
  }

  fileprivate static func miss(_ name: String) { missing.withLock { $0 = $0 ?? name } }

  #if canImport(Darwin)
    private static let advice =
      "TLS needs OpenSSL, which is not installed on this machine: brew install openssl@3"

    // The libraries in `/usr/lib` end the process that loads them.
    private static let candidates = ["/opt/homebrew", "/usr/local"].flatMap { prefix in
      ["3", "4"].map { version in
        let folder = "\(prefix)/opt/openssl@\(version)/lib"
        return ("\(folder)/libssl.\(version).dylib", "\(folder)/libcrypto.\(version).dylib")
      }
    }
  #else
    private static let advice =
      "TLS needs OpenSSL (libssl.so.3), which is not installed on this machine: apt install libssl3, dnf install openssl-libs"

    // The name without a version is that of the file for compilers, which may be another version.
    private static let candidates = ["3", "4", "1.1"].map { ("libssl.so.\($0)", "libcrypto.so.\($0)") }
  #endif
}

/// A function of OpenSSL by its name, or by the one that it had before.
///
/// The caller vouches for its type. If there is none, ``SharedLibrary/firstMissing`` says so, and the result must not be
/// called.
func symbol<Function>(_ name: String, or other: String? = nil) -> Function {
  if let found: Function = optionalSymbol(name) ?? other.flatMap({ optionalSymbol($0) }) { return found }
  SharedLibrary.miss(name)
  let nothing: @convention(c) () -> Void = {}
  return unsafeBitCast(nothing, to: Function.self)
}

/// The same for a function that some versions lack.
func optionalSymbol<Function>(_ name: String) -> Function? {
  SharedLibrary.pointer(name).map { unsafeBitCast($0, to: Function.self) }
}
