/// Digests of octets that this program made itself.
///
/// Source: NIST FIPS 180-4 (2015), "Secure Hash Standard", sections 5.1.1, 5.3.3 and 6.2, doi:10.6028/NIST.FIPS.180-4.
enum SHA256 {
  /// The digest as 64 hexadecimal digits in lower case.
  static func hexadecimal(of octets: [UInt8]) -> String {
    let padded = padded(octets)
    var state = start
    var words = [UInt32](repeating: 0, count: 64)
    for block in stride(from: 0, to: padded.count, by: 64) {
      schedule(padded, from: block, into: &words)
      state = compressed(state, words)
    }
    return state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  /// A one bit, zeros, and how many bits there were, up to a whole number of blocks.
  private static func padded(_ octets: [UInt8]) -> [UInt8] {
    let bits = UInt64(octets.count) * 8
    let zeros = (119 - octets.count % 64) % 64
    let length = (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
    return octets + [0x80] + [UInt8](repeating: 0, count: zeros) + length
  }

  private static func schedule(_ octets: [UInt8], from first: Int, into words: inout [UInt32]) {
    for index in 0..<16 {
      let place = first + 4 * index
      let (high, low) = (
        UInt32(octets[place]) << 24 | UInt32(octets[place + 1]) << 16,
        UInt32(octets[place + 2]) << 8 | UInt32(octets[place + 3])
      )
      words[index] = high | low
    }
    for index in 16..<64 {
      let (early, late) = (words[index - 15], words[index - 2])
      let small = turned(early, 7) ^ turned(early, 18) ^ early >> 3
      let large = turned(late, 17) ^ turned(late, 19) ^ late >> 10
      words[index] = words[index - 16] &+ small &+ words[index - 7] &+ large
    }
  }

  private static func compressed(_ state: [UInt32], _ words: [UInt32]) -> [UInt32] {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let chosen = (e & f) ^ (~e & g)
      let sums = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
      let one = h &+ sums &+ chosen &+ constants[index] &+ words[index]
      let majority = (a & b) ^ (a & c) ^ (b & c)
      let two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ majority
      (h, g, f, e) = (g, f, e, d &+ one)
      (d, c, b, a) = (c, b, a, one &+ two)
    }
    return zip(state, [a, b, c, d, e, f, g, h]).map { $0 &+ $1 }
  }

  private static func turned(_ word: UInt32, _ bits: UInt32) -> UInt32 {
    word >> bits | word << (32 - bits)
  }

  /// Of the square roots of the first eight primes the first 32 bits after the point.
  private static let start: [UInt32] = [
    0x6A09_E667, 0xBB67_AE85, 0x3C6E_F372, 0xA54F_F53A, 0x510E_527F, 0x9B05_688C,
    0x1F83_D9AB, 0x5BE0_CD19,
  ]

  /// Of the cube roots of the first 64 primes likewise.
  private static let constants: [UInt32] = [
    0x428A_2F98, 0x7137_4491, 0xB5C0_FBCF, 0xE9B5_DBA5, 0x3956_C25B, 0x59F1_11F1,
    0x923F_82A4, 0xAB1C_5ED5, 0xD807_AA98, 0x1283_5B01, 0x2431_85BE, 0x550C_7DC3,
    0x72BE_5D74, 0x80DE_B1FE, 0x9BDC_06A7, 0xC19B_F174, 0xE49B_69C1, 0xEFBE_4786,
    0x0FC1_9DC6, 0x240C_A1CC, 0x2DE9_2C6F, 0x4A74_84AA, 0x5CB0_A9DC, 0x76F9_88DA,
    0x983E_5152, 0xA831_C66D, 0xB003_27C8, 0xBF59_7FC7, 0xC6E0_0BF3, 0xD5A7_9147,
    0x06CA_6351, 0x1429_2967, 0x27B7_0A85, 0x2E1B_2138, 0x4D2C_6DFC, 0x5338_0D13,
    0x650A_7354, 0x766A_0ABB, 0x81C2_C92E, 0x9272_2C85, 0xA2BF_E8A1, 0xA81A_664B,
    0xC24B_8B70, 0xC76C_51A3, 0xD192_E819, 0xD699_0624, 0xF40E_3585, 0x106A_A070,
    0x19A4_C116, 0x1E37_6C08, 0x2748_774C, 0x34B0_BCB5, 0x391C_0CB3, 0x4ED8_AA4A,
    0x5B9C_CA4F, 0x682E_6FF3, 0x748F_82EE, 0x78A5_636F, 0x84C8_7814, 0x8CC7_0208,
    0x90BE_FFFA, 0xA450_6CEB, 0xBEF9_A3F7, 0xC671_78F2,
  ]
}

extension Document {
  /// The SHA-256 digest of its ``json`` in lower-case hexadecimal: the same for the same value, wherever it stands.
  public var digest: String { SHA256.hexadecimal(of: Array(json.utf8)) }
}
