/// Where a part of a study gets its random numbers from: 64 bits, from which every part derives its own by name.
///
/// `study.derived("lap", 7).derived("walk")` depends on these words and numbers alone, so adding a part, a lap
/// or a beacon changes no other draws. The rule is fixed for good: a seed written in a results folder must
/// give the same study for ever.
public struct Seed: Hashable, Sendable {
  /// All 64 bits.
  public let value: UInt64

  public init(_ value: UInt64) { self.value = value }

  /// The seed of a part with a name and, where there are several of it, their numbers.
  ///
  /// The state starts as this seed's value and takes in one 64-bit word after another: the FNV-1a hash of the
  /// name's UTF-8, then each index as two's complement. Taking in `w` is `mixed((state ^ w) + γ)` with γ the
  /// golden gamma of SplitMix64. Each step is one-to-one in the state, so two seeds never meet under one name.
  public func derived(_ name: String, _ indices: Int...) -> Seed {
    var state = Seed.absorbing(Seed.hash(name), into: value)
    for index in indices { state = Seed.absorbing(UInt64(bitPattern: Int64(index)), into: state) }
    return Seed(state)
  }

  /// The seeds of several parts of one name, as ``derived(_:_:)`` gives them one at a time.
  public func derived(_ name: String, each indices: Range<Int>) -> [Seed] {
    let named = Seed.absorbing(Seed.hash(name), into: value)
    return indices.map { Seed(Seed.absorbing(UInt64(bitPattern: Int64($0)), into: named)) }
  }

  private static func absorbing(_ word: UInt64, into state: UInt64) -> UInt64 {
    mixed((state ^ word) &+ goldenGamma)
  }

  /// 2^64 divided by the golden ratio, made odd.
  static let goldenGamma: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// The finaliser of SplitMix64: one-to-one, and every bit of the result depends on every bit of the word.
  ///
  /// Source: Steele, Lea, Flood 2014, "Fast splittable pseudorandom number generators",
  /// doi:10.1145/2660193.2660195, with the constants of Stafford's variant 13, as in Vigna's splitmix64.c.
  public static func mixed(_ word: UInt64) -> UInt64 {
    var z = word
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// The 64-bit FNV-1a hash of a text's UTF-8 octets.
  ///
  /// Source: Fowler, Noll, Vo, "The FNV Non-Cryptographic Hash Algorithm", RFC 9923.
  public static func hash(_ text: String) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for octet in text.utf8 { hash = (hash ^ UInt64(octet)) &* 0x0000_0100_0000_01B3 }
    return hash
  }
}
