import CCrypto

/// SHA-256 (FIPS 180-4) of bytes as they come, through libcrypto's EVP interface.
public final class SHA256Hash {
  private let context: OpaquePointer

  public init() {
    guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
      fatalError("libcrypto offers no SHA-256: out of memory, or a broken installation")
    }
    self.context = context
  }

  deinit {
    EVP_MD_CTX_free(context)
  }

  public func update(_ bytes: UnsafeRawBufferPointer) {
    let result = EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
    precondition(result == 1, "EVP_DigestUpdate failed")
  }

  public func update(_ bytes: some Collection<UInt8>) {
    if bytes.withContiguousStorageIfAvailable({ update(UnsafeRawBufferPointer($0)) }) == nil {
      Array(bytes).withUnsafeBytes { update($0) }
    }
  }

  /// The digest of everything so far, as 64 lower-case hex digits. More may follow.
  public var hex: String {
    guard let copy = EVP_MD_CTX_new(), EVP_MD_CTX_copy_ex(copy, context) == 1 else {
      fatalError("EVP_MD_CTX_copy_ex failed: out of memory")
    }
    defer { EVP_MD_CTX_free(copy) }
    var digest = [UInt8](repeating: 0, count: 32)
    let result = EVP_DigestFinal_ex(copy, &digest, nil)
    precondition(result == 1, "EVP_DigestFinal_ex failed")
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  /// The digest of `bytes` in hex.
  public static func hex(_ bytes: some Collection<UInt8>) -> String {
    let hash = SHA256Hash()
    hash.update(bytes)
    return hash.hex
  }
}
