import Documents
import Positioning
import Testing
import World

@Suite struct MaximumLikelihoodTests {
  private static let path = Sites.path([Point(x: 0, y: 0), Point(x: 20, y: 0)], edges: [(0, 1)])
  private static let site = Sites.ranged(
    Sites.site(
      [(2.0, 3.0), (9, -2), (15, 3), (19, -2)].map { Point(x: $0.0, y: $0.1, z: 2.7) }, path: path))

  // NumPy 2.4.6 and SciPy 1.17.1: multivariate_normal.logpdf of the residuals with the covariance σ² I + s_o² 1 1ᵀ + s_b² c cᵀ,
  // σ of 6 dB, at the middles of 20 cells of 1 m; the deviation from the mean by multivariate_t.logpdf with df=4.
  @Test(arguments: [
    (0.0, 0.0, 7.5, 7.458924315849946, 2.8045894794912694),
    (5, 0, 7.5, 7.2354559352658825, 2.9179277700426223),
    (0, 8, 8.5, 8.330116589868627, 3.811561874139035),
    (5, 8, 7.5, 8.245858854228905, 4.095474057744373),
  ])
  func `agrees with SciPy, with and without offset and body loss`(
    offset: Double, body: Double, mode: Double, mean: Double, deviation: Double
  ) throws {
    var settings = MaximumLikelihood.Settings { ($0.cell, $0.offset, $0.body) = (1, offset, body) }
    let epoch = Sites.epoch([-74, -69, -75, -83])
    var method = MaximumLikelihood(Self.site, settings)
    #expect(try method.fix(from: epoch).position.distance(to: Point(x: mode, y: 0)) < 1e-9)
    settings.estimate = .mean
    method = MaximumLikelihood(Self.site, settings)
    let fix = try method.fix(from: epoch)
    #expect(fix.position.distance(to: Point(x: mean, y: 0)) < 1e-9)
    #expect(abs(try #require(fix.uncertainty) - deviation) < 1e-9)
  }

  @Test(arguments: [SearchGround.path, .plan])
  func `finds the cell that explains exact levels`(ground: SearchGround) throws {
    let site = Sites.ranged(Sites.floor)
    var method = MaximumLikelihood(site, .init { ($0.cell, $0.ground) = (1, ground) })
    for arc in stride(from: 0.0, to: 105, by: 9) {
      let truth = Sites.floorRoute.position(at: arc)
      let fix = try method.fix(from: Sites.epoch(Sites.levels(site, at: truth)))
      #expect(fix.position.horizontalDistance(to: truth) < 0.8)
    }
  }

  // All levels 10 dB too low, as from a phone with an offset.
  @Test func `an offset that is integrated out moves no fix`() throws {
    let site = Sites.ranged(Sites.floor)
    var method = MaximumLikelihood(site, .init { ($0.cell, $0.offset) = (1, 100) })
    let truth = Point(x: 12.5, y: 0)
    let levels = Sites.levels(site, at: truth).map { level in level.map { $0 - Decibels(10) } }
    #expect(try method.fix(from: Sites.epoch(levels)).position.horizontalDistance(to: truth) < 0.8)
  }
}
