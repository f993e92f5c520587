import Evaluation
import Testing

@testable import Studies

@Suite struct PublishedFigureTests {
  private func verdict(
    _ statistic: PublishedFigure.Statistic, _ published: Double, _ simulated: Double,
    _ interval: BootstrapInterval? = nil
  ) -> PublishedFigure.Verdict {
    PublishedFigure(
      pipeline: "x", statistic: statistic, published: published, simulated: simulated, interval: interval
    ).verdict
  }

  @Test func `agrees when the interval holds the published figure`() {
    #expect(verdict(.mean, 2.25, 2.5, BootstrapInterval(lower: 2.25, upper: 2.75)) == .agrees)
  }

  @Test func `is close within the tolerance, but outside the interval or without one`() {
    #expect(verdict(.mean, 2.25, 2.5, BootstrapInterval(lower: 2.375, upper: 2.625)) == .close)
    #expect(verdict(.mean, 2.5, 2.25) == .close)
    #expect(verdict(.std, 2, 2.375) == .close)
  }

  @Test func `is outside beyond the tolerance, however wide the interval`() {
    #expect(verdict(.mean, 2, 2.5, BootstrapInterval(lower: 1, upper: 4)) == .outside)
    #expect(verdict(.std, 2.5, 2) == .outside)
  }
}
