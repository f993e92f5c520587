/// Steele, Lea and Flood 2014, "Fast splittable pseudorandom number generators": the same draws in every run.
package struct SplitMix: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(state: UInt64) { self.state = state }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
}

/// Texts of YAML, JSON or CSV with a few changes each: the same ones in every run.
package struct TextMutator {
  private static let morsels =
    [
      "\n", "\r", "\t", " ", ": ", "- ", "? ", "{", "}", "[", "]", ",", "&a ", "*a", "!!str ", "!x ", "|\n",
      ">-\n", "'", "\"", "#", "%YAML 9\n", "---\n", "...\n", "<<", "~", "1e999", "-0", "0x", "\u{0}",
      "\u{FEFF}", "\u{FFFD}", "é😀", "\\u", "9999999999999999999999", "1e-320", ".nan", "null", "0", "-1",
      "1e308", "4294967296", "true", "\"\\e[31m\"", "\"\\n\"", "\\u001b", "\u{1B}[2J", "\u{7}", "\u{7F}",
      "\u{85}", "\u{9B}31m", "\u{2028}", "\u{202E}",
    ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xF0, 0x9F]]

  private var random: SplitMix

  package init(seed: UInt64) { random = SplitMix(state: seed) }

  /// The octets with one to four changes: some left out, exchanged, doubled or put in, or a word in the place of
  /// another.
  package mutating func mutant(of octets: [UInt8]) -> [UInt8] {
    var octets = octets
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 0...octets.count, using: &random)
      let end = min(octets.count, place + Int.random(in: 0...12, using: &random))
      switch Int.random(in: 0..<8, using: &random) {
      case 0: octets.removeSubrange(place..<end)
      case 1: octets.insert(contentsOf: octets[place..<end], at: place)
      case 2: octets.replaceSubrange(place..<end, with: morsel())
      case 3: octets.insert(contentsOf: morsel(), at: place)
      case 4: if place < octets.count { octets[place] = UInt8.random(in: 0...255, using: &random) }
      case 5: octets.replaceSubrange(word(of: octets), with: morsel())
      case 6: octets.insert(contentsOf: morsel(), at: word(of: octets).lowerBound)
      default: octets.replaceSubrange(word(of: octets), with: Array(octets[word(of: octets)]))
      }
    }
    return octets
  }

  private mutating func morsel() -> [UInt8] { Self.morsels.randomElement(using: &random) ?? [] }

  /// Letters, digits and signs of a number about a random place; may be empty.
  private mutating func word(of octets: [UInt8]) -> Range<Int> {
    func isPart(_ octet: UInt8) -> Bool {
      switch octet {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
    let place = Int.random(in: 0...octets.count, using: &random)
    var (start, end) = (place, place)
    while start > 0, isPart(octets[start - 1]) { start -= 1 }
    while end < octets.count, isPart(octets[end]) { end += 1 }
    return start..<end
  }
}
