import FTPSystem

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A library that was loaded at run time, and stays loaded.
struct SharedLibrary: @unchecked Sendable {
  /// A function that the library lacks.
  struct MissingSymbol: Error { let name: String }

  /// The name under which it was loaded.
  let name: String
  private let handle: UnsafeMutableRawPointer

  /// Loads a library; nil if there is none of that name.
  private init?(_ name: String) {
    guard let handle = dlopen(name, RTLD_NOW | RTLD_LOCAL) else { return nil }
    self.name = name
    self.handle = handle
  }

  /// A function by its name, or by the one that it had before.
  ///
  /// The caller vouches for its type.
  func callAsFunction<Function>(_ name: String, or other: String? = nil) throws(MissingSymbol) -> Function {
    guard let pointer = dlsym(handle, name) ?? other.flatMap({ dlsym(handle, $0) }) else {
      throw MissingSymbol(name: name)
    }
    return unsafeBitCast(pointer, to: Function.self)
  }

  /// `libssl` and the `libcrypto` of the same version; the newest major version is tried first.
  static func openSSL() throws(TLSUnavailable) -> (ssl: SharedLibrary, crypto: SharedLibrary) {
    for (ssl, crypto) in candidates {
      // libcrypto is loaded first, because libssl depends on it: both then use the same one.
      if let crypto = SharedLibrary(crypto), let ssl = SharedLibrary(ssl) { return (ssl, crypto) }
    }
    throw TLSUnavailable(advice)
  }

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
