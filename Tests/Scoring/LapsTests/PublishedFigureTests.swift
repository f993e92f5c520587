import Evaluation
import Testing

@testable import Laps

@Suite struct PublishedFigureTests {
  private func verdict(
    _ statistic: PublishedFigure.Statistic, _ published: Double, _ interval: (Double, Double)?
  ) -> PublishedFigure.Verdict {
    PublishedFigure(
      pipeline: "x", statistic: statistic, published: published, simulated: published,
      interval: interval.map { ConfidenceInterval(lower: $0.0, upper: $0.1) }
    ).verdict
  }

  @Test func `is inside when the whole interval lies within the tolerance`() {
    // 0.3 m for a mean, 0.4 m for a standard deviation.
    #expect(verdict(.mean, 2, (1.75, 2.25)) == .inside)
    #expect(verdict(.mean, 2, (2.1, 2.25)) == .inside)
    #expect(verdict(.std, 2, (1.65, 2.375)) == .inside)
  }

  @Test func `is undecided when the interval reaches over an edge, or there is none`() {
    #expect(verdict(.mean, 2, (1.75, 2.375)) == .undecided)
    #expect(verdict(.mean, 2, (1.625, 2.125)) == .undecided)
    #expect(verdict(.mean, 2, (1, 4)) == .undecided)
    #expect(verdict(.std, 2, (2.25, 2.5)) == .undecided)
    #expect(verdict(.mean, 2, nil) == .undecided)
  }

  @Test func `is outside when the whole interval lies beyond the tolerance`() {
    #expect(verdict(.mean, 2, (2.375, 2.5)) == .outside)
    #expect(verdict(.std, 2, (1, 1.5)) == .outside)
  }

  @Test func `is outside when no fix gave a figure`() {
    let figure = PublishedFigure(
      pipeline: "x", statistic: .mean, published: 2, simulated: nil, interval: nil)
    #expect(figure.verdict == .outside && figure.difference == nil)
  }
}
