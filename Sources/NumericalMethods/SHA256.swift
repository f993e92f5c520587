/// The digest SHA-256 of octets in memory.
///
/// Source: NIST FIPS 180-4, "Secure Hash Standard", sections 4.1.2, 4.2.2, 5.3.3 and 6.2.
public enum SHA256 {
  /// 64 lower-case hexadecimal digits.
  public static func hexadecimal(of octets: [UInt8]) -> String {
    var state = roots(of: primes.prefix(8), power: 2)
    var block = [UInt32](repeating: 0, count: 64)
    let whole = octets.count / 64 * 64
    for start in stride(from: 0, to: whole, by: 64) {
      mix(octets[start..<start + 64], into: &state, &block)
    }
    let rest = padded(octets[whole...], count: octets.count)
    for start in stride(from: 0, to: rest.count, by: 64) {
      mix(rest[start..<start + 64], into: &state, &block)
    }
    return state.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }

  /// The last octets with a one, zeros and the number of bits behind them.
  private static func padded(_ rest: ArraySlice<UInt8>, count: Int) -> [UInt8] {
    var padded = Array(rest) + [0x80]
    while padded.count % 64 != 56 { padded.append(0) }
    let bits = UInt64(count) * 8
    return padded + (0..<8).map { UInt8(truncatingIfNeeded: bits >> UInt64(56 - 8 * $0)) }
  }

  private static func mix(_ octets: ArraySlice<UInt8>, into state: inout [UInt32], _ w: inout [UInt32]) {
    let first = octets.startIndex
    for t in 0..<16 {
      w[t] = (0..<4).reduce(0) { $0 << 8 | UInt32(octets[first + 4 * t + $1]) }
    }
    for t in 16..<64 {
      let (a, b) = (w[t - 15], w[t - 2])
      let early = turned(a, 7) ^ turned(a, 18) ^ a >> 3
      let late = turned(b, 17) ^ turned(b, 19) ^ b >> 10
      w[t] = w[t - 16] &+ early &+ w[t - 7] &+ late
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for t in 0..<64 {
      let one =
        h &+ (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) &+ (e & f ^ ~e & g) &+ constants[t] &+ w[t]
      let two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ (a & b ^ a & c ^ b & c)
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ one, c, b, a, one &+ two)
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
  }

  private static func turned(_ word: UInt32, _ bits: UInt32) -> UInt32 { word >> bits | word << (32 - bits) }

  /// The first 64 primes.
  private static let primes: [UInt64] = (2...311).filter { number in
    !(2..<number).contains { number % $0 == 0 }
  }

  private static let constants = roots(of: primes[...], power: 3)

  /// The first 32 bits of the fractional parts of square or cube roots, exactly: ⌊p^(1/k) 2³²⌋ by bisection in whole numbers.
  private static func roots(of primes: ArraySlice<UInt64>, power: Int) -> [UInt32] {
    primes.map { prime in
      var (low, high): (UInt64, UInt64) = (1 << 32, 18 << 32)
      while high - low > 1 {
        let middle = (low + high) / 2
        if isAtMost(middle, power: power, prime) { low = middle } else { high = middle }
      }
      return UInt32(truncatingIfNeeded: low)
    }
  }

  /// Whether x^k is at most p 2^(32 k), for x below 2^37.
  private static func isAtMost(_ x: UInt64, power: Int, _ prime: UInt64) -> Bool {
    let value = (1..<power).reduce(UInt128(x)) { value, _ in value * UInt128(x) }
    return value <= UInt128(prime) << UInt128(32 * power)
  }
}
