import Testing

@testable import Comparisons

@Suite struct ErrorStretchTests {
  private func stretches(_ errors: [Double?], bridge: Double, every interval: Double = 1) -> [ClosedRange<
    Int
  >] {
    ErrorStretch.all(
      in: errors, at: errors.indices.map { interval * Double($0 + 1) }, every: interval, above: 5,
      bridge: bridge
    ).map(\.moments)
  }

  @Test func `begins and ends above the threshold, and 5 m are not above 5 m`() {
    #expect(stretches([4, 6, 7, 5, 5.5, nil], bridge: 0) == [1...2, 4...4])
    #expect(stretches([9], bridge: 0) == [0...0])
    #expect(stretches([5, nil, 0], bridge: 10) == [])
    #expect(stretches([], bridge: 2) == [])
  }

  @Test func `bridges smaller errors and missing fixes that last no longer than it is set to`() {
    let errors: [Double?] = [6, 4, nil, 7, 1, 1, 1, 8]
    #expect(stretches(errors, bridge: 0) == [0...0, 3...3, 7...7])
    #expect(stretches(errors, bridge: 1) == [0...0, 3...3, 7...7])
    #expect(stretches(errors, bridge: 2) == [0...3, 7...7])
    #expect(stretches(errors, bridge: 3) == [0...7])
  }

  @Test
  func `callbacks of another interval bridge by seconds, and neighbours belong together whatever it is`() {
    #expect(stretches([6, 6, 1, 6], bridge: 2, every: 5) == [0...1, 3...3])
    #expect(stretches([6, 6, 1, 6], bridge: 5, every: 5) == [0...3])
    #expect(stretches([6, 1, 6], bridge: 0.1, every: 0.1) == [0...2])
  }

  /// 3 m and 1 m above the threshold for 2 s each; the mean of 8, 4 and 6 is 6.
  @Test func `its size by hand`() {
    let size = StretchSize(
      of: ErrorStretch(moments: 1...4), in: [9, 8, 4, nil, 6], every: 2, above: 5)
    #expect(size.meanMetres == 6 && size.maxMetres == 8 && size.excess == 8 && size.worst == 1)
  }

  /// 8 + 6 m become 2 + 5 m: half of it goes. Where 4 m become 12 m, minus two of it do.
  @Test func `shares by hand`() {
    let errors: [Double?] = [8, nil, 6, 4]
    let half = RemovedShare(of: ErrorStretch(moments: 0...2), with: errors, without: [2, 3, 5, 9])
    #expect(half.share == 0.5 && half.metres == 3.5 && half.missed == 0)
    let grown = RemovedShare(of: ErrorStretch(moments: 3...3), with: errors, without: [0, 0, 0, 12])
    #expect(grown.share == -2 && grown.metres == 12)
    let partly = RemovedShare(of: ErrorStretch(moments: 0...2), with: errors, without: [8, nil, nil, nil])
    #expect(partly.share == 0 && partly.missed == 1)
    let none = RemovedShare(of: ErrorStretch(moments: 0...0), with: errors, without: [nil])
    #expect(none.share == nil && none.metres == nil && none.missed == 1)
  }
}
