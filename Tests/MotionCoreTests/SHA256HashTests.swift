import MotionCore
import Testing

/// Known answers: NIST, FIPS 180-4 example values for SHA-256 ("abc", the 448-bit message), and the CAVP short
/// message vectors for the empty message and the byte d3; a million times "a" from FIPS 180-2, appendix B.3.
@Suite struct SHA256HashTests {
  @Test(arguments: [
    ([], "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ([0xd3], "28969cdfa74a12c82f3bad960b0b000aca2ac329deea5c2328ebc6f2ba9802c1"),
    (Array("abc".utf8), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func knownAnswers(_ message: [UInt8], _ digest: String) {
    #expect(SHA256Hash.hex(message) == digest)
  }

  @Test func bytesMayComeInParts() {
    let hash = SHA256Hash()
    for _ in 0..<1000 { hash.update(Array(repeating: UInt8(ascii: "a"), count: 1000)) }
    #expect(hash.hex == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    hash.update([UInt8(ascii: "a")])
    #expect(hash.hex != "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }
}
