import NumericalMethods
import Testing

@Suite struct RandomLanesTests {
  private static func normalPair(_ lanes: inout RandomLanes) -> (SIMD8<Float>, SIMD8<Float>) {
    let words = lanes.next()
    return RandomLanes.normalPair(RandomLanes.squaredRadius(words), turns: RandomLanes.turns(words))
  }

  @Test func `each lane gives the words of the stream with its seed`() {
    let seeds = (0..<8).map { Seed(UInt64($0 * 17 + 1)) }
    var lanes = RandomLanes(lanes: seeds)
    var streams = seeds.map { RandomStream($0) }
    for _ in 0..<100 {
      let words = lanes.next()
      for lane in 0..<8 { #expect(words[lane] == streams[lane].next()) }
    }
  }

  @Test func `one seed gives each lane a stream of its own`() {
    var lanes = RandomLanes(Seed(5))
    let (upper, lower) = lanes.nextHalves()
    for lane in 0..<8 {
      var stream = RandomStream(Seed(5).derived("lane", lane))
      let word = stream.next()
      #expect(upper[lane] == UInt32(word >> 32) && lower[lane] == UInt32(truncatingIfNeeded: word))
    }
  }

  @Test(arguments: [0, 1, 2, 7, 64])
  func `many normal numbers are the pairs one after another`(count: Int) {
    var (many, one) = (RandomLanes(Seed(9)), RandomLanes(Seed(9)))
    let normals = many.normals(count)
    #expect(normals.count == (count + 1) / 2 * 2)
    for pair in 0..<normals.count / 2 {
      let (first, second) = Self.normalPair(&one)
      #expect(normals[2 * pair] == first && normals[2 * pair + 1] == second)
    }
    #expect(many.next() == one.next())
  }

  @Test func `uniform numbers keep to their ends`() {
    let ends = SIMD8<UInt32>(0, 255, 256, 1 << 31, .max - 255, .max, 1, 2)
    #expect(RandomLanes.uniform(ends)[0] == 0 && RandomLanes.uniform(ends)[1] == 0)
    #expect(RandomLanes.uniform(ends)[2] == 0x1p-24 && RandomLanes.uniform(ends)[3] == 0.5)
    #expect(RandomLanes.uniform(ends)[5] == 1 - 0x1p-24)
    #expect(RandomLanes.positiveUniform(ends)[0] == 0x1p-33 && RandomLanes.positiveUniform(ends)[5] == 1)
  }

  @Test func `normal pairs have the moments they should, and no correlation`() {
    // n = 320,000 a half: standard errors 1.77e-3 (mean), 2.5e-3 (variance), 6.8e-3 (third moment, sqrt 15),
    // 1.73e-2 (fourth, sqrt 96), 1.77e-3 (product); 9 bounds at 6 of them: 2e-8 in all.
    var lanes = RandomLanes(Seed(6))
    let count = 320_000.0
    var moments = [[Double]](repeating: [0, 0, 0, 0], count: 2)
    var product = 0.0
    for _ in 0..<40_000 {
      let (first, second) = Self.normalPair(&lanes)
      for lane in 0..<8 {
        let pair = [Double(first[lane]), Double(second[lane])]
        product += pair[0] * pair[1] / count
        for (half, z) in pair.enumerated() {
          moments[half][0] += z / count
          moments[half][1] += z * z / count
          moments[half][2] += z * z * z / count
          moments[half][3] += z * z * z * z / count
        }
      }
    }
    for half in moments {
      #expect(abs(half[0]) < 6 * 1.77e-3)
      #expect(abs(half[1] - 1) < 6 * 2.5e-3)
      #expect(abs(half[2]) < 6 * 6.8e-3)
      #expect(abs(half[3] - 3) < 6 * 1.73e-2)
    }
    #expect(abs(product) < 6 * 1.77e-3)
  }
}
