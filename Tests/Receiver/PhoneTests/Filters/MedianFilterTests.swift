import Documents
import Phone
import Testing
import World

@Suite struct MedianFilterTests {
  // SciPy 1.17.1: medfilt(z, 5), whose window is about a reading; without the two values at each end, which it pads.
  @Test func `is the median of a full window as SciPy has it, two readings later`() {
    var filter = MedianFilter()
    var levels: [DBm?] = [-71, -64, -80, -77, -69, -66, -90, -62, -75]
    filter.smooth(&levels, at: (1...9).map(Double.init))
    #expect(Array(levels.dropFirst(4)) == [-71, -69, -77, -69, -69])
  }

  @Test func `is the median of the readings so far before the window is full`() {
    var filter = MedianFilter()
    var levels: [DBm?] = [-71, -64, nil, -80, -77]
    filter.smooth(&levels, at: [1, 2, 3, 4, 5])
    #expect(levels == [-71, -67.5, -67.5, -71, -74])
  }
}
