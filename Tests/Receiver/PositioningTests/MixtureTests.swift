import Documents
import NumericalMethods
import Phone
import Testing
import World

@testable import Positioning

@Suite struct MixtureTests {
  /// Seven anchors that lie as in no symmetry, and a walk among them.
  private static let anchors = [
    (0.0, 0.0), (7.1, -0.4), (13.2, 1.3), (12.1, 7.6), (6.4, 9.1), (-0.7, 8.2), (6.2, 4.4),
  ]
  .map { Point(x: $0.0, y: $0.1, z: 2.2) }
  private static let walk = (0..<40).map {
    Point(x: 1 + 0.3 * Double($0), y: 2 + 4 * Elementary.sin(Double($0) / 9))
  }
  private static let surveyed = (0..<7).flatMap { x in
    (0..<5).map { y in Point(x: 2 * Double(x) + 0.1 * Double(y), y: 2 * Double(y), z: 1.2) }
  }

  /// The mean level of each anchor at a place: n 2.2 and a shadow that depends on the place.
  private static func level(_ anchor: Int, at place: Point) -> Double {
    let step = anchors[anchor] - place.at(height: 1.2)
    return -60 - 22 * Elementary.log10(step.length)
      + 4 * Elementary.sin(0.9 * place.x + Double(anchor)) * Elementary.cos(0.7 * place.y - Double(anchor))
  }

  /// The readings of the walk in whole dBm; one in ten is lost.
  private static let readings: [[Double?]] = {
    var random = RandomStream(Seed(7).derived("readings"))
    return walk.map { place in
      anchors.indices.map { anchor in
        let noise = 4 * random.normal()
        return random.uniform() < 0.1 ? nil : (level(anchor, at: place) + noise).rounded()
      }
    }
  }()

  /// A way to see the same building: places by a motion of the plan, anchors in another order.
  private struct View {
    var turn = 0.0
    var isMirrored = false
    var shift = Point.zero
    var order = Array(anchors.indices)
    var later = 0.0
    var name = "b"

    func place(_ point: Point) -> Point {
      let (sin, cos) = Elementary.sinCos(turn)
      let x = isMirrored ? -point.x : point.x
      return Point(x: cos * x - sin * point.y + shift.x, y: sin * x + cos * point.y + shift.y, z: point.z)
    }
  }

  /// The errors in metres along the walk.
  private static func errors(
    _ view: View = View(), survey: Bool = false, lower: Double = 0, mirroredSurvey: Bool = false,
    answer: Mixture.Settings.Answer = .filter
  ) throws -> [Double] {
    let fixes = try fixes(view, survey: survey, lower: lower, mirroredSurvey: mirroredSurvey, answer: answer)
    return zip(fixes, walk).map { $0.position.horizontalDistance(to: view.place($1)) }
  }

  private static func fixes(
    _ view: View = View(), survey: Bool = false, lower: Double = 0, mirroredSurvey: Bool = false,
    answer: Mixture.Settings.Answer = .filter
  ) throws -> [Fix] {
    let site = Site(
      name: "seven", floors: [Floor(level: 0, elevation: 0)],
      anchors: view.order.map {
        Anchor(id: "\(view.name)\($0)", identity: nil, position: view.place(anchors[$0]), floor: 0)
      })
    let map = RadioMap(
      anchors: site.anchors.map(\.id),
      points: surveyed.map { place in
        let there = mirroredSurvey ? Point(x: 12 - place.x, y: place.y, z: place.z) : place
        return RadioMap.SurveyPoint(
          position: view.place(there),
          levels: view.order.map { SurveyedLevel(level: DBm(level($0, at: place)), deviation: nil, count: 4) }
        )
      })
    let settings = Mixture.Settings {
      $0.answer = answer
    }
    let prior = PriorInformation(
      of: site, assumptions: RangingSettings(), seed: Seed(1), given: survey ? [.survey] : [],
      study: .init(survey: map))
    let method = try Mixture(settings, prior, window: 1)
    let epochs = readings.indices.map { index in
      let heard = view.order.map { readings[index][$0].map { DBm($0 - lower) } }
      return Epoch(
        time: view.later + Double(index + 1), levels: heard, readings: heard,
        ages: heard.map { $0 == nil ? 1 : 0 }, counts: heard.map { $0 == nil ? 0 : 8 })
    }
    var session = method.begin(LapPrior(of: prior, number: 0))
    if var smoother = session as? any SmoothingSession {
      return try smoother.fixes(for: epochs, at: epochs.map(\.time)).map { try $0.get() }
    }
    return try epochs.map { try session.fix(from: $0) }
  }

  private static func mean(_ errors: [Double]) -> Double { errors.reduce(0, +) / Double(errors.count) }

  @Test(
    "errors are the same to 1e-6 m when the site is turned, mirrored and shifted, its anchors are renamed and change their order, and time begins later",
    arguments: [false, true])
  func nothingButTheBuildingCounts(survey: Bool) throws {
    let expected = try Self.errors(survey: survey)
    let views = [
      View(turn: 0.65), View(isMirrored: true), View(shift: Point(x: 1234.5, y: -987.6)),
      View(order: [3, 6, 0, 5, 1, 4, 2]), View(later: 86_400, name: "a"),
      View(turn: 2.1, isMirrored: true, shift: Point(x: -50, y: 7), order: [6, 5, 4, 3, 2, 1, 0], name: "z"),
    ]
    for view in views {
      for (found, expected) in zip(try Self.errors(view, survey: survey), expected) {
        #expect(abs(found - expected) < 1e-6)
      }
    }
  }

  @Test("levels that are 8 dB lower cost at most 5 % without a survey and 25 % with one")
  func carrierMayHearLess() throws {
    let (open, surveyed) = (try Self.errors(), try Self.errors(survey: true))
    #expect(Self.mean(try Self.errors(lower: 8)) <= 1.05 * Self.mean(open))
    #expect(Self.mean(try Self.errors(survey: true, lower: 8)) <= 1.25 * Self.mean(surveyed))
  }

  @Test("a survey helps, and one of the mirrored building does little harm")
  func wrongSurveyIsFoundOut() throws {
    let (open, surveyed) = (Self.mean(try Self.errors()), Self.mean(try Self.errors(survey: true)))
    #expect(surveyed < 0.9 * open)
    #expect(Self.mean(try Self.errors(survey: true, mirroredSurvey: true)) < 1.15 * open)
  }

  @Test("each fix says how much of it is that of which model, and a mirrored survey has less than a true one")
  func weightsOfModels() throws {
    for fix in try Self.fixes() { #expect(fix.models == [ModelWeight(name: "levels", weight: 1)]) }
    let (own, mirrored) = (try Self.fixes(survey: true), try Self.fixes(survey: true, mirroredSurvey: true))
    for fix in own + mirrored {
      #expect(fix.models.map(\.name) == ["levels", "survey"])
      #expect(abs(fix.models.reduce(0) { $0 + $1.weight } - 1) < 1e-12)
    }
    #expect(try #require(own.last).models[1].weight > 0.5)
    #expect(try #require(mirrored.last).models[1].weight < 0.1)
  }

  @Test("later readings help: the smoother errs less than the filter")
  func smootherIsBetter() throws {
    #expect(Self.mean(try Self.errors(answer: .smoother)) < Self.mean(try Self.errors()))
  }

  @Test(
    "of two anchors the stronger is the nearer: by the model of Bradley and Terry, worked by hand at one place"
  )
  func twoAnchors() throws {
    // At 1 m from the one and 3 m from the other, with 8 dB between them: tanh(1) ln(q₂ / (q₁ + q₂)), q = d^(5 / ln 10).
    let site = Sites.site([Point(x: 0, y: 0, z: 1.2), Point(x: 4, y: 0, z: 1.2)])
    let prior = PriorInformation(of: site, assumptions: RangingSettings(), seed: Seed(1))
    let mixture = try Mixture(Mixture.Settings(), prior, window: 1)
    var models = MixtureModels(mixture)
    let order = models.order([
      .init(anchor: 0, level: -60, count: 1), .init(anchor: 1, level: -68, count: 1),
    ]).values(mixture.ground.places.count)
    for (place, value) in zip(mixture.ground.places, order) {
      let metres = [0.0, 4].map { x in
        max(place.horizontalDistance(to: Point(x: x, y: 0)), 0.5)
      }
      let q = metres.map { Elementary.pow($0, 5 / Elementary.log(10)) }
      let expected = 0.7615941559557649 * Elementary.log(q[1] / (q[0] + q[1]))
      #expect(abs(value - expected) < 1e-6)
    }
  }

  @Test("what a move takes from a cell arrives in others, and the backward move is its transpose")
  func movesKeepProbability() throws {
    let site = Sites.site(Self.anchors)
    let prior = PriorInformation(of: site, assumptions: RangingSettings(), seed: Seed(1))
    let ground = try MixtureGround(KnownSite(site), map: prior.map, onPath: false, seconds: 1)
    var random = RandomStream(Seed(3).derived("fields"))
    let (a, b) = (ground.places.map { _ in random.uniform() }, ground.places.map { _ in random.uniform() })
    for move in ground.moves {
      let forward = move.forward(a)
      let (before, after) = (a.reduce(0, +), forward.reduce(0, +))
      #expect(abs(after / before - 1) < 1e-6)
      let there = zip(forward, b).reduce(0.0) { $0 + $1.0 * $1.1 }
      let back = zip(a, move.backward(b)).reduce(0.0) { $0 + $1.0 * $1.1 }
      #expect(abs(there / back - 1) < 1e-12)
    }
  }
}
