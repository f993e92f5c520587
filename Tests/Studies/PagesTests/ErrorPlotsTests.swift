import Documents
import Evaluation
import Pages
import Rendering
import Testing
import World

@Suite struct ErrorPlotsTests {
  @Test func `five errors make five steps of a fifth`() {
    let cdf = ErrorCDF(ofLaps: [[3, 1, 2, 5, 4]])
    #expect(cdf.steps.map(\.metres) == [0, 1, 2, 3, 4, 5])
    #expect(cdf.steps.map(\.share) == [0, 0.2, 0.4, 0.6, 0.8, 1])
    #expect(cdf.steps.allSatisfy { $0.interval == nil })
  }

  /// Two laps of two errors: the shares of the laps up to 1 m are 1 and 0.5, so their mean is 0.75, the standard error
  /// is 0.25, and Student's t with one degree of freedom 12.7: the band is held between 0 and 1. Up to 3 m all are 1.
  @Test func `bands are intervals over laps, held between 0 and 1`() {
    let cdf = ErrorCDF(ofLaps: [[1, 1], [1, 3]])
    #expect(cdf.steps.map(\.metres) == [0, 1, 3])
    #expect(cdf.steps.map(\.share) == [0, 0.75, 1])
    #expect(cdf.steps[1].interval == ConfidenceInterval(lower: 0, upper: 1))
    #expect(cdf.steps[2].interval == ConfidenceInterval(lower: 1, upper: 1))
  }

  @Test func `of very many errors 400 steps are drawn, each at its own share`() {
    let errors = (1...10_000).map { Double($0) }
    let cdf = ErrorCDF(ofLaps: [errors])
    #expect(cdf.steps.count == 401)
    #expect(cdf.steps.allSatisfy { $0.share == $0.metres / 10_000 })
  }

  @Test func `the picture of a distribution holds its steps, units and caption`() throws {
    let plot = try Plot.cdf([PlottedSamples.results([("a", [[3, 1, 2, nil, 5, 4]])])])
    let rows = try PlottedSamples.rows(of: plot, layer: 0)
    #expect(try rows.map { try $0.number("share") } == [0, 0.2, 0.4, 0.6, 0.8, 1])
    #expect(try rows.map { try $0.number("error") } == [0, 1, 2, 3, 4, 5])
    let encoding = try plot.specification()["layer"].elements[0]["encoding"]
    #expect(try encoding["x"].text("title") == "error (m)")
    #expect(try encoding["x"]["scale"]["domain"].elements.map { try $0.number } == [0, 5])
    #expect(plot.caption.hasSuffix("Scenario sample, seed 7: 1 lap, 5 errors per pipeline, 1 missed in all."))
    #expect(plot.name == "cdf")
  }

  /// The farthest of 200 errors of b decides where the axis ends, 8 m; all errors of a are within 2 m.
  @Test func `a curve goes on to the end of the axis, and several results are named in the caption`() throws {
    let far = [Double](repeating: 1, count: 100) + [Double](repeating: 7.5, count: 100)
    let plot = try Plot.cdf([PlottedSamples.results([("a", [[1, 2]]), ("b", [far])])])
    let rows = try PlottedSamples.rows(of: plot, layer: 0)
    let ends = try ["a", "b"].map { name in try rows.last { try $0.text("pipeline") == name } }
    #expect(try ends.map { try $0?.number("error") } == [8, 8])
    #expect(try ends.map { try $0?.number("share") } == [1, 1])
    let one = PlottedSamples.results([("a", [[1, 2]])])
    let two = try Plot.cdf([one, one])
    #expect(two.caption.contains(" \(one.label): Scenario sample, seed 7: "))
  }

  /// 241 points less 34 for the axis leave room for two such names of about 49 points with their strokes of 32, but not for three.
  @Test func `the names of a legend stand beside each other as far as there is room`() throws {
    let names = ["moving average", "Savitzky-Golay", "moving average 2"]
    func columns(_ width: PlotWidth) throws -> Double {
      let legend = try SeriesStyle(names, room: width.inside()).colour.document["legend"]
      return try legend.number("columns")
    }
    #expect(try columns(.column) == 2 && columns(.page) >= 3)
  }

  /// Means 2 and 4 of the laps: the mean is 3, its standard error 1, and t(0.975, 1) = 12.7062.
  @Test func `means have the interval over laps, cut at 0`() throws {
    let plot = try Plot.means([PlottedSamples.results([("a", [[1, 3], [3, 5]])])])
    let row = try #require(try PlottedSamples.rows(of: plot, layer: 0).first)
    #expect(try row.number("mean") == 3)
    #expect(try row.number("lower") == 0)
    #expect(try abs(row.number("upper") - (3 + 12.7062)) < 1e-3)
  }

  /// Errors of 1 m in every lap against 2 m: the first is ranked first in all resamples.
  @Test func `a pipeline that is better on every lap is always ranked first`() throws {
    let shares = try PlottedSamples.results([("worse", [[2], [2], [2]]), ("better", [[1], [1], [1]])])
      .rankShares()
    #expect(shares.names == ["better", "worse"])
    #expect(shares.shares == [[1, 0], [0, 1]])
  }

  /// On one of two laps a is better by 1 m, on the other b by 2 m. b is worse only where the first lap is drawn twice,
  /// which it is in a quarter of all resamples: of 1000, within 6 standard errors of 0.0137.
  @Test func `ranks that depend on one lap are not sure`() throws {
    let shares = try PlottedSamples.results([("a", [[1], [3]]), ("b", [[2], [1]])]).rankShares()
    #expect(shares.names == ["b", "a"])
    #expect(abs(shares.shares[0][1] - 0.25) < 6 * 0.0137)
    #expect(shares.shares[0][0] + shares.shares[0][1] == 1)
  }

  @Test func `pipelines with equal means have equal shares of their ranks`() throws {
    let results = PlottedSamples.results([("a", [[1], [2]]), ("b", [[1], [2]]), ("c", [[3], [3]])])
    #expect(try results.rankShares().shares == [[0.5, 0.5, 0], [0.5, 0.5, 0], [0, 0, 1]])
    let labels = try PlottedSamples.rows(of: .ranks(results), layer: 1).map { try $0.text("label") }
    #expect(labels == ["50", "50", "50", "50", "100"])
  }

  /// Two laps with errors at 5 m and 15 m of 20 m: the two bins have the means 2 and 3.
  @Test func `errors along the path are means in bins of arc length`() {
    let path = ErrorsAlongPath(
      [(0, 5, 1), (1, 5, 3), (0, 15, 2), (1, 15, 4)].map { (lap: $0.0, arc: $0.1, metres: $0.2) },
      length: 20, count: 2)
    #expect(path.bins.map(\.arc) == [5, 15])
    #expect(path.bins.map(\.mean) == [2, 3])
  }

  @Test func `no error at all is said in a sentence`() {
    let sample = PlottedSamples.results([("a", [[nil, nil]])])
    #expect(throws: PlotProblem.self) { try Plot.cdf([sample]) }
    #expect(throws: PlotProblem.self) { try Plot.means([sample]) }
    #expect(throws: PlotProblem.self) { try Plot.ranks(sample) }
  }
}

@Suite struct LagCurveTests {
  /// A walk at 1 m/s along x, and fixes where the walker was 3 s before: shifted by s the error is |s - 3| everywhere.
  @Test func `a track that trails by 3 s is best shifted by 3 s`() throws {
    let walk = Walk(knots: [.init(time: 0, position: .zero), .init(time: 60, position: Point(x: 60, y: 0))])
    let fixes = (25...50).map { (time: Double($0), position: Point(x: Double($0) - 3, y: 0)) }
    let curve = try #require(LagCurve([(walk: walk, fixes: fixes)]))
    for (shift, error) in zip(curve.shifts, curve.errors) { #expect(abs(error - abs(shift - 3)) < 1e-9) }
    #expect(try curve.shifts[#require(curve.best)] == 3)
  }

  @Test func `a walk that is too short has no curve, and fixes that stay have no lag`() {
    let walk = Walk(knots: [.init(time: 0, position: .zero), .init(time: 20, position: Point(x: 20, y: 0))])
    #expect(LagCurve([(walk: walk, fixes: [(time: 10, position: .zero)])]) == nil)
    let long = Walk(knots: [.init(time: 0, position: .zero), .init(time: 60, position: Point(x: 60, y: 0))])
    #expect(LagCurve([(walk: long, fixes: [(time: 30, position: .zero)])])?.best == nil)
  }
}
