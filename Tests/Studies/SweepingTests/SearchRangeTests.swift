import Documents
import Evaluation
import Sites
import TestSupport
import Testing

@testable import Sweeping

/// Where the points of a search are inside, by hand.
@Suite struct SearchRangeTests {
  private func parameter(_ text: String) throws -> SweptParameter {
    let folder = try SearchFiles.folder(parameters: "    - \(text)")
    return try #require(try SearchFiles.run(in: folder).sweep.parameters.first)
  }

  /// Inside are 1, 2, 3 and 5: quartiles by linear interpolation at places 0, 0.75, 1.5, 2.25 and 3 of them.
  @Test func `of a range the ends and quartiles of the values inside are given`() throws {
    let n = try parameter("{name: n, set: [assumes.n], linear: [1, 5]}")
    let range = SearchRange(
      n, [1, 4, 2, 5, 3], [true, false, true, true, true], best: .some(2))
    #expect(range.quartiles == [1, 1.75, 2.5, 3.5, 5])
    #expect(range.shares.isEmpty && range.best == 2)
    let outside = SearchRange(n, [1, 2], [false, false], best: nil)
    #expect(outside.quartiles == nil && outside.best == nil)
  }

  /// Wilson's interval of 1 of 2: 0.0945 to 0.9055 (Wilson 1927, with z = 1.96).
  @Test func `of a list the share inside is given by value`() throws {
    let n = try parameter("{name: n, set: [assumes.n], values: [1, 2, 3]}")
    let range = SearchRange(n, [1, 2, 1, 2], [true, false, false, false], best: .some(1))
    #expect(range.quartiles == nil)
    #expect(range.shares.map(\.inside) == [1, 0, 0] && range.shares.map(\.points) == [2, 2, 0])
    #expect(range.shares.map(\.share) == [0.5, 0, nil])
    let bounds = try #require(range.shares[0].bounds)
    #expect(abs(bounds.lower - 0.0945) < 1e-4 && abs(bounds.upper - 0.9055) < 1e-4)
    #expect(range.shares[2].bounds == nil)
  }
}
