import NumericalMethods
import Testing

@Suite struct SeedTests {
  @Test func `the mixer is the published one`() {
    // The outputs of Vigna's splitmix64.c are the mixer at the multiples of the golden gamma; these are its
    // first for the seeds 0 and 1234567, as printed on Rosetta Code ("Pseudo-random numbers/Splitmix64").
    let gamma: UInt64 = 0x9E37_79B9_7F4A_7C15
    #expect(Seed.mixed(gamma) == 0xE220_A839_7B1D_CDAF)
    #expect(Seed.mixed(1_234_567 &+ gamma) == 6_457_827_717_110_365_317)
    #expect(Seed.mixed(1_234_567 &+ gamma &+ gamma) == 3_203_168_211_198_807_973)
  }

  @Test func `the hash of a name is FNV-1a`() {
    // From the test vectors of RFC 9923 and of the authors' test_fnv.c.
    #expect(Seed.hash("") == 0xCBF2_9CE4_8422_2325)
    #expect(Seed.hash("a") == 0xAF63_DC4C_8601_EC8C)
    #expect(Seed.hash("foobar") == 0x8594_4171_F739_67E8)
  }

  @Test func `a derived seed is what its rule says`() {
    // Worked with the two published functions above: taking in w is mixed((state ^ w) + gamma).
    let gamma: UInt64 = 0x9E37_79B9_7F4A_7C15
    let named = Seed.mixed((5 ^ 0xAF63_DC4C_8601_EC8C) &+ gamma)
    #expect(Seed(5).derived("a").value == named)
    #expect(Seed(5).derived("a", 7).value == Seed.mixed((named ^ 7) &+ gamma))
    #expect(
      Seed(5).derived("a", 7, -1).value == Seed.mixed((Seed.mixed((named ^ 7) &+ gamma) ^ .max) &+ gamma))
  }

  @Test func `several seeds of one name are those of each`() {
    let seed = Seed(77)
    #expect(seed.derived("lane", each: 3..<7) == (3..<7).map { seed.derived("lane", $0) })
    #expect(seed.derived("lane", each: 0..<0).isEmpty)
  }

  @Test func `the rule stays as it is for ever`() {
    // From the same rule written in Python.
    #expect(Seed(1).derived("lap", 7).derived("walk").value == 0xEEE4_187F_E2C8_3ADE)
  }

  @Test func `parts and numbers get different seeds`() {
    var values: [UInt64] = []
    for study in 0..<20 {
      for name in ["lap", "walk", "beacon", "b01", "b10", ""] {
        values.append(Seed(UInt64(study)).derived(name).value)
        for index in 0..<20 { values.append(Seed(UInt64(study)).derived(name, index).value) }
      }
    }
    #expect(Set(values).count == values.count)
  }
}
