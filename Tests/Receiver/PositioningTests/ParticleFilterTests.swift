import Documents
import NumericalMethods
import Phone
import Testing
import World

@testable import Positioning

@Suite struct ParticleFilterTests {
  private static func session(
    _ site: Site, given: [Given] = [], _ change: (inout ParticleFilter.Settings) -> Void
  ) throws -> any PositioningSession {
    let pipeline = try Pipeline(
      PipelineSettings {
        ($0.method, $0.snap, $0.given) = (MethodChoice(ParticleFilter.Settings(change)), false, given)
      }, assuming: RangingSettings { $0.level = .fixed }, site: site)
    return pipeline.method.begin(LapPrior(of: pipeline.prior, number: 0))
  }

  @Test func `systematic resampling takes equal steps through the sums of the weights`() {
    // Sums 0.1, 0.1, 0.7 and 1; steps at 0.05, 0.3, 0.55 and 0.8.
    var weights = ParticleWeights(of: 4)
    weights.values = [0.1, 0, 0.6, 0.3]
    #expect(weights.systematic(start: 0.2) == [0, 2, 2, 3])
    #expect(weights.systematic(start: 0.8) == [2, 2, 2, 3])
  }

  @Test func `weighs places by the squares of the residuals`() {
    let site = Sites.ranged(Sites.site([Point(x: 0, y: 0, z: 4.2), Point(x: 10, y: 0, z: 1.2)]))
    var random = RandomStream(Seed(1))
    var particles = ParticlesOnPlan(
      site, ParticleFilter.Settings { ($0.particles, $0.deviation) = (11, 5) }, obstacles: [])
    particles.begin(at: Point(x: 4, y: 3), floor: 0, using: &random)
    let logarithms = particles.logLikelihoods(
      of: [.init(anchor: 0, loss: 12), .init(anchor: 1, loss: 20)], floor: 0)
    #expect(logarithms.count == 11)
    let places = particles.places(floor: 0)
    for (index, logarithm) in logarithms.enumerated() {
      let place = (x: places.x[index], y: places.y[index])
      let near = 10 * Elementary.log10(place.x * place.x + place.y * place.y + 9)
      let far = 10 * Elementary.log10((place.x - 10) * (place.x - 10) + place.y * place.y)
      let expected = -((12 - near) * (12 - near) + (20 - far) * (20 - far)) / 50
      #expect(abs(logarithm - expected) < 1e-4 * max(1, abs(expected)))
    }
  }

  @Test(arguments: [ParticleFilter.Settings.Space.path, .plan])
  func `follows a walker and predicts`(space: ParticleFilter.Settings.Space) throws {
    let site = Sites.ranged(Sites.floor)
    var session = try Self.session(Sites.floor) { ($0.space, $0.deviation) = (space, 3) }
    var fix = Fix(position: .zero)
    for second in 1...15 {
      let place = Point(x: 5 + 1.3 * (Double(second) - 0.5), y: 0)
      fix = try session.fix(from: Sites.epoch(Sites.levels(site, at: place), at: Double(second)))
    }
    // On the plan nothing keeps the particles off the beacons' other side.
    #expect(fix.position.horizontalDistance(to: Point(x: 24.5, y: 0)) < (space == .path ? 1 : 2))
    let later = try #require(try session.position(at: 15.8))
    #expect(abs(later.position.x - fix.position.x - 1.04) < 0.5)
    var silence = Epoch(silentAnchors: 35)
    silence.time = 25.5
    #expect(throws: NoFix.tooFewBeacons(heard: 0, needed: 1)) { try session.fix(from: silence) }
  }

  @Test func `no particle passes through a wall`() {
    let wall = Obstacle(
      shape: .wall(from: Point(x: 6, y: -100), to: Point(x: 6, y: 100)), loss: Decibels(3))
    let site = Sites.ranged(Sites.site([Point(x: 0, y: 0, z: 3)]))
    for obstacles in [[], [wall]] {
      var random = RandomStream(Seed(2))
      var particles = ParticlesOnPlan(
        site, ParticleFilter.Settings { $0.particles = 500 }, obstacles: obstacles)
      particles.begin(at: Point(x: 3, y: 0), floor: 0, using: &random)
      let before = particles.places(floor: 0).x
      for _ in 0..<20 { particles.walk(for: 1, using: &random) }
      let crossed = zip(before, particles.places(floor: 0).x).count { $0 < 6 && $1 > 6 }
      #expect(obstacles.isEmpty ? crossed > 50 : crossed == 0)
    }
  }

  @Test func `the first of a pair of normal draws is the one that a stream gives alone`() {
    var (pairs, single) = (RandomStream(Seed(3)), RandomStream(Seed(3)))
    for _ in 0..<1000 {
      var (first, second) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
      for lane in 0..<4 { (first[lane], second[lane]) = (pairs.uniform(), pairs.uniform()) }
      let normals = RandomStream.normalPairs(first, second)
      for lane in 0..<4 { #expect(normals.0[lane] == single.normal()) }
      // cos² + sin² = 1
      let squares = normals.0 * normals.0 + normals.1 * normals.1
      for lane in 0..<4 { #expect(abs(squares[lane] + 2 * Elementary.log(1 - first[lane])) < 1e-12) }
    }
  }

  /// Forks every 1.6 m, from which three ways lead on; a particle passes four of them in 5 s. What a particle draws, and in what
  /// order: whether it turns, two words for its speed, and one for each fork.
  @Test func `particles that walk four at a time draw and go as one after another`() throws {
    var (nodes, edges): ([Point], [(Int, Int)]) = ([], [])
    for node in 0..<16 {
      nodes.append(Point(x: 1.6 * Double(node % 4), y: 1.6 * Double(node / 4)))
      if node % 4 < 3 { edges.append((node, node + 1)) }
      if node < 12 { edges.append((node, node + 4)) }
    }
    let path = Sites.path(nodes, edges: edges)
    let roads = ParticleRoads(path, site: Sites.ranged(Sites.site([Point.zero], path: path)))
    let grid = roads.grid
    for count in [1, 4, 103] {
      var random = RandomStream(Seed(4))
      var particles = ParticlesOnPath(roads, ParticleFilter.Settings { $0.particles = count })
      particles.begin(at: .zero, floor: 0, using: &random)
      var (cells, offsets, speeds) = (particles.cells, particles.offsets, particles.speeds)
      var single = random
      for _ in 0..<20 {
        particles.walk(for: 5, using: &random)
        for particle in 0..<count {
          if single.uniform() < 0.025 {
            offsets[particle] = roads.lengths[cells[particle]] - offsets[particle]
            cells[particle] = grid.opposite[cells[particle]]
          }
          let change = 0.1 * 5.0.squareRoot()
          speeds[particle] = max(0, speeds[particle] + change * single.normal())
          offsets[particle] += speeds[particle] * 5
          while offsets[particle] >= roads.lengths[cells[particle]] {
            offsets[particle] -= roads.lengths[cells[particle]]
            let next = grid.next[cells[particle]]
            cells[particle] = next.count == 1 ? next[0] : next[single.uniform(below: next.count)]
          }
        }
      }
      #expect(particles.cells == cells && particles.offsets == offsets && particles.speeds == speeds)
      #expect(random == single)
    }
  }

  // The sensors find 0.6 m for steps of 0.72 m: after 30 m the steps alone are 5 m short.
  @Test(arguments: [ParticleFilter.Settings.Space.path, .plan])
  func `learns how long the walker's steps are`(space: ParticleFilter.Settings.Space) throws {
    let corridor = Sites.site(
      stride(from: 0.0, through: 50, by: 5).map { Point(x: $0, y: 2, z: 3) },
      path: Sites.path([.zero, Point(x: 50, y: 0)], edges: [(0, 1)]))
    let site = Sites.ranged(corridor)
    var session = try Self.session(corridor) { ($0.motion, $0.space) = (.steps, space) }
    var fix = Fix(position: .zero)
    for second in 1...21 {
      let way = 5 + 1.44 * Double(second)
      let levels = Sites.levels(site, at: Point(x: way - 0.72, y: 0), reach: 12)
      var epoch = Sites.epoch(levels, at: Double(second))
      epoch.steps = [0.5, 1].map {
        Step(microseconds: Int64((Double(second) - 1 + $0) * 1e6), length: 0.6, heading: 0)
      }
      fix = try session.fix(from: epoch)
    }
    let (truth, stated) = (Point(x: 35.24, y: 0), try #require(fix.covariance))
    #expect(abs(fix.position.x - truth.x) < (space == .path ? 1.5 : 2.5))
    #expect(abs(fix.position.x - truth.x) < 3 * stated.xx.squareRoot() && stated.xx > 0.05)
  }

  @Test func `steps lead it where no beacon does`() throws {
    // One beacon in the middle of a corridor cannot say which way the walker goes; the steps can.
    let corridor = Sites.site(
      [Point(x: 20, y: 1, z: 2)], path: Sites.path([.zero, Point(x: 40, y: 0)], edges: [(0, 1)]))
    let site = Sites.ranged(corridor)
    for heading in [0.0, Double.pi] {
      var session = try Self.session(corridor) { ($0.motion, $0.deviation) = (.steps, 2) }
      var fix = Fix(position: .zero)
      for second in 1...12 {
        let way = 1.4 * Double(second)
        let middle = Point(x: heading == 0 ? 20 - 8.4 + way - 0.7 : 20 + 8.4 - way + 0.7, y: 0)
        var epoch = Sites.epoch(Sites.levels(site, at: middle), at: Double(second))
        epoch.steps = [0.5, 1].map {
          Step(microseconds: Int64((Double(second) - 1 + $0) * 1e6), length: 0.7, heading: heading)
        }
        fix = try session.fix(from: epoch)
      }
      #expect(abs(fix.position.x - (heading == 0 ? 28.4 : 11.6)) < 1.5)
    }
    var session = try Self.session(corridor) { $0.motion = .steps }
    #expect(throws: NoFix.failed("the stream has no steps")) {
      try session.fix(from: Sites.epoch([-60], at: 1))
    }
  }
}
