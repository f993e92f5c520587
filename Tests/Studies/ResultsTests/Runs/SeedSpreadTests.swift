import Testing

@testable import Results

@Suite struct SeedSpreadTests {
  private func row(_ scores: [(mean: Double?, error: Double?)]) -> SeedSpread.Row {
    SeedSpread.Row(
      pipeline: "x",
      scores: scores.enumerated().map { index, score in
        SeedSpread.Score(
          seed: UInt64(index), mean: score.mean, standardError: score.error, measured: 10, missed: 2)
      })
  }

  @Test func `the spread is that of the seeds' means, each with the same weight`() {
    let row = row([(1, 0.25), (3, 0.5), (8, 0.75)])
    // About 4: (9 + 1 + 16) / 2 = 13.
    #expect(row.mean == 4 && row.deviation == 13.0.squareRoot())
    #expect(row.smallest == 1 && row.largest == 8 && row.standardErrorWithin == 0.5)
    #expect(row.missed == 6)
  }

  @Test func `a seed without an error leaves the others`() {
    let row = row([(1, nil), (nil, nil)])
    #expect(row.mean == 1 && row.deviation == nil && row.standardErrorWithin == nil)
    #expect(self.row([(nil, nil)]).mean == nil)
  }
}
