import Documents
import Positioning
import Testing
import World

@Suite struct LinearLeastSquaresTests {
  // NumPy 2.4.6, linalg.lstsq with rows times 1 / d: the mean as a fit of x, y and x² + y² together, the nearest as a fit of
  // the differences from the first equation.
  @Test(arguments: [
    (LinearLeastSquares.Settings.Reference.mean, Point(x: 4.13381999736059, y: 3.1054672860177117)),
    (.nearest, Point(x: 4.102685010049153, y: 3.074653221937826)),
  ])
  func `agrees with NumPy`(reference: LinearLeastSquares.Settings.Reference, expected: Point) throws {
    let site = Sites.ranged(Sites.site(TrilaterationTests.places))
    var method = LinearLeastSquares(site, .init { $0.reference = reference })
    let fix = try method.fix(from: Sites.epoch(site, distances: [5.2, 6.6, 8.1, 6.9, 8.4]))
    #expect(fix.position.distance(to: expected) < 1e-9)
  }

  @Test(arguments: LinearLeastSquares.Settings.Reference.allCases)
  func `finds the place that explains exact distances`(
    reference: LinearLeastSquares.Settings.Reference
  ) throws {
    let site = Sites.ranged(Sites.floor)
    var method = LinearLeastSquares(site, .init { $0.reference = reference })
    for arc in stride(from: 0.0, to: 105, by: 7) {
      let truth = Sites.floorRoute.position(at: arc)
      let fix = try method.fix(from: Sites.epoch(Sites.levels(site, at: truth)))
      #expect(fix.position.distance(to: truth) < 1e-6)
    }
  }

  @Test func `has no answer for fewer than three anchors, or for anchors on a line`() {
    let site = Sites.ranged(Sites.site([0.0, 5, 11, 18].map { Point(x: $0, y: 3, z: 3) }))
    var method = LinearLeastSquares(site)
    #expect(throws: NoFix.undetermined) { try method.fix(from: Sites.epoch([-60, -61, -62, -63])) }
    #expect(throws: NoFix.tooFewBeacons(heard: 2, needed: 3)) {
      try method.fix(from: Sites.epoch([-60, nil, -62, nil]))
    }
  }
}
