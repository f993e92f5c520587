import NumericalMethods
import Scenarios
import Testing
import World

@Suite struct CalibrationTests {
  /// Levels made by hand from n 2, with C -60 at one anchor and -50 at the other.
  private let rows = [
    (0, 1.0, -60.0), (0, 10.0, -80.0), (0, 100.0, -100.0), (1, 1.0, -50.0), (1, 10.0, -70.0),
  ]
  .map { Calibration.Row(anchor: $0.0, distance: $0.1, level: DBm($0.2)) }

  @Test func `finds n and each anchor's level where there is no noise`() throws {
    let fit = try Calibration(rows, anchors: 3)
    #expect(abs(fit.exponentWithinAnchors - 2) < 1e-12)
    #expect(abs(try #require(fit.levels[0]).value + 60) < 1e-12)
    #expect(abs(try #require(fit.levels[1]).value + 50) < 1e-12)
    #expect(fit.levels[2] == nil)
    #expect(fit.deviationWithinAnchors < 1e-12)
  }

  /// With x = -10 log10 d the points are (0, -60), (-10, -80), (-20, -100), (0, -50), (-10, -70). Their means are
  /// -8 and -72, Sxx = 280, Sxy = 620: n = 31/14, C = -72 + 8 x 31/14 = -380/7, residuals summing in squares to
  /// Syy - n Sxy = 1480 - 31/14 x 620 = 750/7, so sigma = sqrt(750 / 7 / 3).
  @Test func `one law for all anchors is the regression line worked by hand`() throws {
    let fit = try Calibration(rows, anchors: 2)
    #expect(abs(fit.exponent - 31.0 / 14) < 1e-12)
    #expect(abs(fit.levelAtOneMetre.value + 380.0 / 7) < 1e-12)
    #expect(abs(fit.deviation.value - (750.0 / 21).squareRoot()) < 1e-12)
  }

  @Test func `puts fitted levels into a site, and the common one where an anchor was not heard`() throws {
    let fit = try Calibration(rows, anchors: 3)
    let site = Site(name: "s", anchors: (0..<3).map { Anchor(id: "\($0)", identity: nil, position: .zero) })
    let levels = fit.applied(to: site).anchors.map(\.calibratedLevel)
    #expect(levels == [fit.levels[0], fit.levels[1], fit.levelAtOneMetre])
  }

  @Test func `leaves everything else of a site as it is`() throws {
    let corners = [Point.zero, Point(x: 4, y: 0), Point(x: 4, y: 4)]
    let site = Site(
      name: "s", rooms: [Room(name: "r", corners: corners)],
      walkable: [WalkableArea(shape: .outline(corners))],
      obstacles: [Obstacle(shape: .pillar(centre: corners[2], radius: 1), loss: 3)],
      anchors: [Anchor(id: "0", identity: nil, position: .zero)])
    let fitted = try Calibration(rows, anchors: 3).applied(to: site)
    #expect(fitted.rooms == site.rooms && fitted.walkable == site.walkable)
    #expect(fitted.obstacles == site.obstacles && fitted.path == nil)
  }

  @Test func `refuses rows at one distance`() {
    let rows = (0..<4).map { Calibration.Row(anchor: 0, distance: 1, level: DBm(Double(-60 - $0))) }
    #expect(throws: FitError.undetermined) { try Calibration(rows, anchors: 1) }
  }

  @Test func `refuses two rows`() {
    #expect(throws: FitError.tooFewPoints(given: 2, needed: 3)) {
      try Calibration(Array(rows.prefix(2)), anchors: 1)
    }
  }
}
