/// The functions of OpenSSL's libcrypto that read and make certificates.
struct CertificateFunctions: @unchecked Sendable {
  typealias Pointer = OpenSSL.Pointer

  // Reading.
  let free: OpenSSL.Release
  let subject: OpenSSL.Make
  let issuer: OpenSSL.Make
  let nameText: @convention(c) (Pointer?, UnsafeMutablePointer<CChar>?, Int32) -> UnsafeMutablePointer<CChar>?
  let notBefore: OpenSSL.Make
  let notAfter: OpenSSL.Make
  let printTime: OpenSSL.SetPointer
  /// Negative if a time is in the past, positive if in the future, 0 if it cannot be read.
  let compareWithNow: OpenSSL.Ask
  let indexOfExtension: @convention(c) (Pointer?, Int32, Int32) -> Int32
  let extensionAt: @convention(c) (Pointer?, Int32) -> Pointer?
  let printExtension: @convention(c) (Pointer?, Pointer?, UInt, Int32) -> Int32
  let digest:
    @convention(c) (Pointer?, Pointer?, UnsafeMutablePointer<UInt8>?, UnsafeMutablePointer<UInt32>?) -> Int32
  let sha256: OpenSSL.Method
  let writeCertificate: OpenSSL.SetPointer

  // Making.
  let keyContextNew: @convention(c) (Int32, Pointer?) -> Pointer?
  let keyContextFree: OpenSSL.Release
  let beginKey: OpenSSL.Ask
  let keyControl: @convention(c) (Pointer?, Int32, Int32, Int32, Int32, UnsafeMutableRawPointer?) -> Int32
  let makeKey: @convention(c) (Pointer?, UnsafeMutablePointer<Pointer?>?) -> Int32
  let keyFree: OpenSSL.Release
  let new: OpenSSL.Method
  let setVersion: @convention(c) (Pointer?, Int) -> Int32
  let serialNumber: OpenSSL.Make
  let setInteger: @convention(c) (Pointer?, Int) -> Int32
  let changeableNotBefore: OpenSSL.Make
  let changeableNotAfter: OpenSSL.Make
  let setTime: @convention(c) (Pointer?, Int) -> Pointer?
  let setKey: OpenSSL.SetPointer
  let addToName:
    @convention(c) (Pointer?, UnsafePointer<CChar>?, Int32, UnsafePointer<UInt8>?, Int32, Int32, Int32) ->
      Int32
  let setIssuer: OpenSSL.SetPointer
  let makeExtension: @convention(c) (Pointer?, Pointer?, Int32, UnsafePointer<CChar>?) -> Pointer?
  let addExtension: @convention(c) (Pointer?, Pointer?, Int32) -> Int32
  let extensionFree: OpenSSL.Release
  let sign: @convention(c) (Pointer?, Pointer?, Pointer?) -> Int32

  init(_ crypto: SharedLibrary) throws(SharedLibrary.MissingSymbol) {
    free = try crypto("X509_free")
    subject = try crypto("X509_get_subject_name")
    issuer = try crypto("X509_get_issuer_name")
    nameText = try crypto("X509_NAME_oneline")
    notBefore = try crypto("X509_get0_notBefore")
    notAfter = try crypto("X509_get0_notAfter")
    printTime = try crypto("ASN1_TIME_print")
    compareWithNow = try crypto("X509_cmp_current_time")
    indexOfExtension = try crypto("X509_get_ext_by_NID")
    extensionAt = try crypto("X509_get_ext")
    printExtension = try crypto("X509V3_EXT_print")
    digest = try crypto("X509_digest")
    sha256 = try crypto("EVP_sha256")
    writeCertificate = try crypto("PEM_write_bio_X509")
    keyContextNew = try crypto("EVP_PKEY_CTX_new_id")
    keyContextFree = try crypto("EVP_PKEY_CTX_free")
    beginKey = try crypto("EVP_PKEY_keygen_init")
    keyControl = try crypto("EVP_PKEY_CTX_ctrl")
    makeKey = try crypto("EVP_PKEY_keygen")
    keyFree = try crypto("EVP_PKEY_free")
    new = try crypto("X509_new")
    setVersion = try crypto("X509_set_version")
    serialNumber = try crypto("X509_get_serialNumber")
    setInteger = try crypto("ASN1_INTEGER_set")
    changeableNotBefore = try crypto("X509_getm_notBefore")
    changeableNotAfter = try crypto("X509_getm_notAfter")
    setTime = try crypto("X509_gmtime_adj")
    setKey = try crypto("X509_set_pubkey")
    addToName = try crypto("X509_NAME_add_entry_by_txt")
    setIssuer = try crypto("X509_set_issuer_name")
    makeExtension = try crypto("X509V3_EXT_conf_nid")
    addExtension = try crypto("X509_add_ext")
    extensionFree = try crypto("X509_EXTENSION_free")
    sign = try crypto("X509_sign")
  }

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
