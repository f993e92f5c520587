import Evaluation
import Testing

@testable import Laps

@Suite struct PublishedOrderTests {
  private func order(_ interval: (Double, Double)?) -> PublishedOrder.Verdict {
    let difference = PipelineDifference(
      pipeline: "y", reference: "x", pairs: 9, laps: 3, metres: 1,
      interval: interval.map { ConfidenceInterval(lower: $0.0, upper: $0.1) }, p: 0.5, pHolm: 0.5)
    return PublishedOrder(smaller: "x", larger: "y", difference: difference).verdict
  }

  @Test func `the interval of the paired difference decides the order of two pipelines`() {
    #expect(order((0.1, 0.5)) == .same && order((-0.5, -0.1)) == .opposite)
    #expect(order((-0.1, 0.5)) == .undecided && order((0, 0)) == .undecided && order(nil) == .undecided)
    #expect(PublishedOrder(smaller: "x", larger: "y", difference: nil).verdict == .undecided)
  }

  @Test func `equal published means are no order`() {
    let figures = [("a", 2.27), ("b", 1.5), ("c", 2.27), ("d", 4)].map {
      PublishedFigure(pipeline: $0, statistic: .mean, published: $1, simulated: 1, interval: nil)
    }
    let ranks = PublishedOrder.ranks(of: figures)
    #expect(ranks == [["b"], ["a", "c"], ["d"]])
    #expect(
      PublishedOrder.neighbours(in: ranks).map { "\($0.smaller)<\($0.larger)" } == [
        "b<a", "b<c", "a<d", "c<d",
      ])
  }
}
