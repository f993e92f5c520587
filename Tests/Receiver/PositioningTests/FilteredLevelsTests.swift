import Phone
import Testing
import World

@testable import Positioning

@Suite struct FilteredLevelsTests {
  private func filtered(_ levels: [DBm?], _ filter: any SignalFilter) -> FilteredLevels {
    let reports = levels.enumerated().map { index, level in
      PhoneReport(
        time: Double(index + 1), levels: [level], counts: [level == nil ? 0 : 1],
        transmitters: [level == nil ? -1 : 0])
    }
    return FilteredLevels(
      of: Readings(reports: reports, anchors: 1), anchors: 1, filter: filter, maximumAge: nil)
  }

  /// The mean of five readings of a ramp trails it by two of them.
  @Test func `a moving average without its delay is on the ramp`() {
    let ramp = (0..<20).map { DBm(-90 + Double($0)) }
    let average = MovingAverageFilter() as any SignalFilter
    #expect(average.delay(every: 1) == 2)
    let advanced = filtered(ramp, average).advanced(by: 2)
    for callback in 2..<18 { #expect(advanced.cells[callback] == ramp[callback]) }
    // The last level stays: there are no later readings.
    #expect(advanced.cells[18] == -73 && advanced.cells[19] == -73)
  }

  @Test func `parts of a callback are interpolated, and a missing level takes the other`() {
    let levels = filtered([nil, -80, -60, -64], Unfiltered())
    #expect(levels.cells == [nil, -80, -60, -64])
    #expect(levels.advanced(by: 0).cells == levels.cells)
    #expect(levels.advanced(by: 1).cells == [-80, -60, -64, -64])
    #expect(levels.advanced(by: 0.25).cells == [-80, -75, -61, -64])
    #expect(levels.advanced(by: 1.5).cells == [-70, -62, -64, -64])
    #expect(levels.advanced(by: 1e30).cells == [-64, -64, -64, -64])
  }

  @Test func `one level is removed and the others stay`() {
    #expect(filtered([-80, -70], Unfiltered()).removing(anchor: 0, at: 1).cells == [-80, nil])
  }
}
