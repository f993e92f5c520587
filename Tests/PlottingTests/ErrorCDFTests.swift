import Evaluation
import Plotting
import Testing

@Suite struct ErrorCDFTests {
  @Test func `five errors make five steps of a fifth`() {
    let cdf = ErrorCDF(ofLaps: [[3, 1, 2, 5, 4]])
    #expect(cdf.steps.map(\.metres) == [0, 1, 2, 3, 4, 5])
    #expect(cdf.steps.map(\.share) == [0, 0.2, 0.4, 0.6, 0.8, 1])
    #expect(cdf.steps.allSatisfy { $0.interval == nil })
  }
}
