import CCrypto

/// SHA-256 by libcrypto, as lower-case hex.
enum ClipHash {
  static func hex(of bytes: [UInt8]) -> String {
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var length: UInt32 = 0
    let code = bytes.withUnsafeBytes {
      EVP_Digest($0.baseAddress, $0.count, &digest, &length, EVP_sha256(), nil)
    }
    precondition(code == 1 && length == 32, "libcrypto has no SHA-256")
    return digest.prefix(Int(length)).map { byte in
      let text = String(byte, radix: 16)
      return byte < 16 ? "0" + text : text
    }.joined()
  }
}
