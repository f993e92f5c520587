import Testing

@testable import SiteFiles

@Suite struct SHA256Tests {
  /// The examples of FIPS 180-4's publisher, and by Python's hashlib lengths about the ends of a block.
  @Test(arguments: [
    (Array("abc".utf8), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      Array("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq".utf8),
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (Self.sevens(0), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    (Self.sevens(55), "576a1bf8d4478657e6dc4af9398544765c2a92cde28478b019235cfed315fc09"),
    (Self.sevens(56), "9b20501dfd1d99161c257950f3444f3e49230c351c5c8e0943ef369f85f5205d"),
    (Self.sevens(63), "30b345906b493f06f69444b6521113511c242f30e29840462950035043682f1e"),
    (Self.sevens(64), "d8bc63b4fc1156e5e7d95a418b9bf54cd3174bedbc2db40f74895349b229b3c0"),
    (Self.sevens(65), "1ee23b0fbcaecc1aff4a9e8f1645f35ab2c8e13609cd73b68df8b5e3f63ce073"),
    (Self.sevens(119), "7a6589821178918ca8d9edaba5abfc1e9b2669564f4469b66885379c1530b2c8"),
    (Self.sevens(120), "655250427d56b1b0eeb8497d21428704273458a01772d6881b65c0abac0f8a98"),
    (Self.sevens(1000), "89f4ff56a25dd1db06a4ce6033603775d705fb96f30f8693733fef602a1ca532"),
  ])
  func `gives the digests of others`(octets: [UInt8], digest: String) {
    #expect(SHA256.hexadecimal(of: octets) == digest)
  }

  /// 0, 7, 14, … modulo 256.
  private static func sevens(_ count: Int) -> [UInt8] { (0..<count).map { UInt8($0 * 7 % 256) } }

  @Test func `a document's digest is that of its JSON, whatever the order of its keys`() {
    let document: Document = ["b": "c", "a": [1, 2.5, nil]]
    #expect(document.json == #"{"a":[1,2.5,null],"b":"c"}"#)
    #expect(document.digest == "2375ceda9d9bd3e3ccb4b324b121e1e93c961925dac0836d36b7c06b4473f4a0")
    #expect((["a": [1, 2.5, nil], "b": "c"] as Document).digest == document.digest)
  }
}
