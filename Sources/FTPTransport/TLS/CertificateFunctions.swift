/// The functions of OpenSSL's libcrypto that read and make certificates.
struct CertificateFunctions: @unchecked Sendable {
  typealias Pointer = OpenSSL.Pointer

  // Reading.
  let free: OpenSSL.Release = symbol("X509_free")
  let subject: OpenSSL.Make = symbol("X509_get_subject_name")
  let issuer: OpenSSL.Make = symbol("X509_get_issuer_name")
  let nameText:
    @convention(c) (Pointer?, UnsafeMutablePointer<CChar>?, Int32) -> UnsafeMutablePointer<CChar>? = symbol(
      "X509_NAME_oneline")
  let notBefore: OpenSSL.Make = symbol("X509_get0_notBefore")
  let notAfter: OpenSSL.Make = symbol("X509_get0_notAfter")
  let printTime: OpenSSL.SetPointer = symbol("ASN1_TIME_print")
  /// Negative if a time is in the past, positive if in the future, 0 if it cannot be read.
  let compareWithNow: OpenSSL.Ask = symbol("X509_cmp_current_time")
  let indexOfExtension: @convention(c) (Pointer?, Int32, Int32) -> Int32 = symbol("X509_get_ext_by_NID")
  let extensionAt: @convention(c) (Pointer?, Int32) -> Pointer? = symbol("X509_get_ext")
  let printExtension: @convention(c) (Pointer?, Pointer?, UInt, Int32) -> Int32 = symbol("X509V3_EXT_print")
  let digest:
    @convention(c) (Pointer?, Pointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt32>?) -> Int32 =
      symbol("X509_digest")
  let sha256: OpenSSL.Method = symbol("EVP_sha256")
  let writeCertificate: OpenSSL.SetPointer = symbol("PEM_write_bio_X509")

  // Making.
  let keyContextNew: @convention(c) (Int32, Pointer?) -> Pointer? = symbol("EVP_PKEY_CTX_new_id")
  let keyContextFree: OpenSSL.Release = symbol("EVP_PKEY_CTX_free")
  let beginKey: OpenSSL.Ask = symbol("EVP_PKEY_keygen_init")
  let keyControl: @convention(c) (Pointer?, Int32, Int32, Int32, Int32, UnsafeMutableRawPointer?) -> Int32 =
    symbol("EVP_PKEY_CTX_ctrl")
  let makeKey: @convention(c) (Pointer?, UnsafeMutablePointer<Pointer?>?) -> Int32 = symbol("EVP_PKEY_keygen")
  let keyFree: OpenSSL.Release = symbol("EVP_PKEY_free")
  let new: OpenSSL.Method = symbol("X509_new")
  let setVersion: @convention(c) (Pointer?, Int) -> Int32 = symbol("X509_set_version")
  let serialNumber: OpenSSL.Make = symbol("X509_get_serialNumber")
  let setInteger: @convention(c) (Pointer?, Int) -> Int32 = symbol("ASN1_INTEGER_set")
  let changeableNotBefore: OpenSSL.Make = symbol("X509_getm_notBefore")
  let changeableNotAfter: OpenSSL.Make = symbol("X509_getm_notAfter")
  let setTime: @convention(c) (Pointer?, Int) -> Pointer? = symbol("X509_gmtime_adj")
  let setKey: OpenSSL.SetPointer = symbol("X509_set_pubkey")
  let addToName:
    @convention(c) (Pointer?, UnsafePointer<CChar>?, Int32, UnsafePointer<UInt8>?, Int32, Int32, Int32) ->
      Int32 = symbol("X509_NAME_add_entry_by_txt")
  let setIssuer: OpenSSL.SetPointer = symbol("X509_set_issuer_name")
  let makeExtension: @convention(c) (Pointer?, Pointer?, Int32, UnsafePointer<CChar>?) -> Pointer? = symbol(
    "X509V3_EXT_conf_nid")
  let addExtension: @convention(c) (Pointer?, Pointer?, Int32) -> Int32 = symbol("X509_add_ext")
  let extensionFree: OpenSSL.Release = symbol("X509_EXTENSION_free")
  let sign: @convention(c) (Pointer?, Pointer?, Pointer?) -> Int32 = symbol("X509_sign")

  // Numbers that have names in OpenSSL's headers.

  /// `NID_subject_alt_name`.
  static let alternativeNames: Int32 = 85
  /// `NID_basic_constraints`.
  static let basicConstraints: Int32 = 87
  /// `EVP_PKEY_EC`.
  static let ellipticCurve: Int32 = 408
  /// `EVP_PKEY_OP_PARAMGEN | EVP_PKEY_OP_KEYGEN`.
  static let generation: Int32 = 1 << 1 | 1 << 2
  /// `EVP_PKEY_CTRL_EC_PARAMGEN_CURVE_NID`.
  static let setCurve: Int32 = 0x1001
  /// `NID_X9_62_prime256v1`.
  static let prime256: Int32 = 415
  /// `MBSTRING_UTF8`.
  static let utf8: Int32 = 0x1000
}
