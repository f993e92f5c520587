import NumericalMethods
import Testing

@Suite struct TabledErrorsTests {
  /// Half of the errors about -0.6 and half about 0.6, each with a deviation of 0.8: 0.36 + 0.64 = 1.
  private let two = ErrorLaw.tabled(TabledErrors(points: [(-0.6, 1), (0.6, 1)], width: 0.8))

  @Test(arguments: [-6.0, -2.5, -1, -0.013, 0, 0.4, 1.777, 3, 5])
  func `the chance below is that of the normal errors at each point`(u: Double) {
    let normal = ErrorLaw.normal
    let exact = 0.5 * (normal.chance(below: (u + 0.6) / 0.8) + normal.chance(below: (u - 0.6) / 0.8))
    #expect(abs(two.chance(below: u) - exact) < 1e-9)
  }

  @Test func `far beyond the table nothing is left`() {
    #expect(two.chance(below: -100) == 0)
    #expect(two.chance(below: 100) == 1)
  }

  /// Levels on a line with errors in turn, some of them too weak to be heard.
  private let rows = (0..<200).map { index in
    let x = -0.1 * Double(index)
    let y = 2 * x - 60 + [3.0, -4, 1, 0, -2, 2.5, -0.5][index % 7]
    return LevelRow(x: x, y: y < -90 ? nil : y)
  }

  @Test(arguments: [SilenceKnowledge.counted, .unknown])
  func `a table of the normal law fits what the normal law fits`(silence: SilenceKnowledge) throws {
    let rows = silence == .counted ? rows : rows.filter { $0.y != nil }
    let table = ErrorLaw.tabled(TabledErrors(points: [(0, 1)], width: 1))
    func fit(_ law: ErrorLaw) throws -> LevelRegression.Solution {
      try LevelRegression(rows, law: law, limit: -90, silence: silence).solve()
    }
    let (normal, tabled) = (try fit(.normal), try fit(table))
    #expect(abs(normal.slope - tabled.slope) < 1e-5)
    #expect(abs((normal.levels[0] ?? 0) - (tabled.levels[0] ?? 1)) < 1e-4)
    #expect(abs(normal.scale - tabled.scale) < 1e-5)
    #expect(abs(normal.logLikelihood - tabled.logLikelihood) < 1e-5)
  }
}
