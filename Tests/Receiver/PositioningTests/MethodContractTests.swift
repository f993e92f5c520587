import Documents
import Phone
import Positioning
import TestSupport
import Testing
import World

@Suite struct MethodContractTests {
  /// Every built-in method, and every value of what can be chosen about it.
  private static let choices: [MethodChoice] =
    MethodChoice.builtIn.map { MethodChoice($0.defaults) }
    + TwoCircle.Settings.Pair.allCases.flatMap { pair in
      CirclePair.Rule.allCases.map { rule in
        MethodChoice(TwoCircle.Settings { ($0.pair, $0.rule) = (pair, rule) })
      }
    }
    + TwoCircle.Settings.Radius.allCases.map { radius in
      MethodChoice(TwoCircle.Settings { ($0.radius, $0.smallestRadius) = (radius, 0.3) })
    }
    + TwoCircle.Settings.BeaconPlace.allCases.map { place in
      MethodChoice(TwoCircle.Settings { $0.beacons = place })
    }
    + TwoCircle.Settings.Fallback.allCases.filter { $0 != .none }.map { fallback in
      MethodChoice(TwoCircle.Settings { $0.fallback = fallback })
    }
    + Trilateration.Settings.Distance.allCases.flatMap { distance in
      [4, nil].map { anchors in
        MethodChoice(
          Trilateration.Settings { ($0.anchors, $0.weightExponent, $0.distance) = (anchors, 2, distance) })
      }
    }
    + NearestFingerprints.Settings.Vector.allCases.flatMap { vector in
      NearestFingerprints.Settings.Metric.allCases.map { metric in
        NearestFingerprints.Settings {
          ($0.points, $0.weightExponent, $0.metric, $0.vector) = (3, 1, metric, vector)
        }
      }
      .filter { $0.fault == nil }.map { MethodChoice($0) }
    }
    + [GridTracker.Settings.Answer.fixedLag(5), .smoother, .viterbi].map { answer in
      MethodChoice(GridTracker.Settings { $0.answer = answer })
    }
    + [MethodChoice(GridTracker.Settings { $0.calibration = .survey })]
    + NearestFingerprints.Settings.Major.allCases.map { major in
      MethodChoice(
        NearestFingerprints.Settings { ($0.points, $0.major, $0.channels) = (3, major, .separate) })
    }
    + FingerprintLikelihood.Settings.Likelihood.allCases.map { likelihood in
      MethodChoice(FingerprintLikelihood.Settings { ($0.likelihood, $0.channels) = (likelihood, .separate) })
    }
    + WeightedCentroid.Settings.Weights.allCases.map { weights in
      MethodChoice(WeightedCentroid.Settings { ($0.weightExponent, $0.weights) = (2.5, weights) })
    }
    + [Trilateration.Settings.Loss.huber(1), .cauchy(1)].map { loss in
      MethodChoice(Trilateration.Settings { ($0.weightExponent, $0.loss) = (2, loss) })
    }
    + LinearLeastSquares.Settings.Reference.allCases.map { reference in
      MethodChoice(LinearLeastSquares.Settings { ($0.anchors, $0.reference) = (6, reference) })
    }
    + MaximumLikelihood.Settings.Estimate.allCases.flatMap { estimate in
      [SearchGround.path, .plan].map { ground in
        MethodChoice(
          MaximumLikelihood.Settings {
            ($0.cell, $0.ground, $0.estimate, $0.offset, $0.body) = (3, ground, estimate, 5, 8)
          })
      }
    }
    + [
      MethodChoice(RingOverlap.Settings { ($0.anchors, $0.cell, $0.ground) = (5, 2, .path) }),
      MethodChoice(MinMax.Settings { ($0.anchors, $0.radius) = (nil, .threeD) }),
      MethodChoice(LagCompensatedCentroid.Settings { ($0.delay, $0.seconds) = (3, 0.5) }),
    ]
    + [
      MethodChoice(KalmanTracker.Settings { $0.update = .unscented }),
      MethodChoice(ParticleFilter.Settings { $0.space = .plan }),
      MethodChoice(ParticleFilter.Settings { ($0.space, $0.particles) = (.walls, 50) }),
    ]
    + [1, 3, 35].map { anchors in
      MethodChoice(WeightedCentroid.Settings { ($0.anchors, $0.weightExponent) = (anchors, 7.5) })
    }

  private static let sites = [
    Sites.floor, Sites.site(Sites.floor.anchors.map(\.position)),
    Sites.site(
      Sites.floor.anchors.map(\.position), path: Sites.floor.path, floors: (0..<35).map { $0 < 20 ? 0 : 1 }),
  ]

  private static func needed(by choice: MethodChoice) -> Int? {
    switch choice.settings {
    case is Trilateration.Settings, is LinearLeastSquares.Settings: 3
    case is RoomCentre.Settings: 0
    case is OwnMethod, is DeadReckoning.Settings: nil
    default: 1
    }
  }

  private static func method(_ choice: MethodChoice, on site: Site) throws -> any PositioningMethod {
    try Pipeline(
      PipelineSettings { ($0.method, $0.snap, $0.given) = (choice, false, choice.settings.uses) }, site: site,
      study: .init(survey: Sites.survey(of: site))
    ).method
  }

  @Test(arguments: [
    (MethodChoice(MinMax.Settings { $0.anchors = 0 }), "k"),
    (MethodChoice(RingOverlap.Settings { $0.cell = 11 }), "cell"),
    (MethodChoice(LagCompensatedCentroid.Settings { $0.centroid.anchors = 0 }), "k"),
    (MethodChoice(LagCompensatedCentroid.Settings { $0.delay = -1 }), "delay"),
    (MethodChoice(LagCompensatedCentroid.Settings { $0.seconds = 0 }), "seconds"),
    (MethodChoice(LinearLeastSquares.Settings { $0.anchors = 2 }), "k"),
    (MethodChoice(LinearLeastSquares.Settings { $0.weightExponent = -1 }), "exponent"),
    (MethodChoice(MaximumLikelihood.Settings { $0.cell = 0 }), "cell"),
    (MethodChoice(MaximumLikelihood.Settings { $0.deviation = 0 }), "deviation"),
    (MethodChoice(MaximumLikelihood.Settings { $0.anchors = 0 }), "k"),
    (MethodChoice(Trilateration.Settings { $0.anchors = 2 }), "k"),
    (MethodChoice(Trilateration.Settings { $0.weightExponent = -1 }), "exponent"),
    (MethodChoice(Trilateration.Settings { $0.maximumIterations = 0 }), "maximumIterations"),
    (MethodChoice(TwoCircle.Settings { $0.smallestRadius = -1 }), "smallestRadius"),
    (MethodChoice(WeightedCentroid.Settings { $0.anchors = 0 }), "k"),
    (MethodChoice(WeightedCentroid.Settings { $0.weightExponent = 11 }), "exponent"),
  ])
  func `a method says which setting is out of range`(choice: MethodChoice, key: String) {
    #expect(choice.fault?.key == key)
  }

  @Test(arguments: choices + [TestMethods.trailing, TestMethods.halfway, TestMethods.failing])
  func
    `every method keeps the contract, with and without a path, also one that remembers, looks ahead or fails`(
      choice: MethodChoice
    ) throws
  {
    #expect(choice.fault == nil)
    for site in Self.sites where site.path != nil || !choice.settings.needsPath {
      let contract = MethodContract(on: Sites.ranged(site))
      let broken = contract.violations(
        of: try Self.method(choice, on: site), needed: Self.needed(by: choice))
      #expect(broken == [], "\(choice) on \(site.path == nil ? "an open space" : "a path")")
    }
  }

  /// Answers with the x of a sum over epochs that does not stay within the lap.
  private final class Shared: PositioningSession {
    var count = 0.0
    func fix(from epoch: Epoch) throws(NoFix) -> Fix {
      count += 1
      return Fix(position: Point(x: count, y: 0))
    }
  }

  private struct Broken: PositioningMethod {
    var lookAhead = LookAhead.none
    let session: @Sendable () -> any PositioningSession
    func begin(_ lap: LapPrior) -> any PositioningSession { session() }
  }

  /// Counts epochs, and begins again whenever it learns.
  private struct Forgetful: PositioningSession {
    var count = 0.0
    mutating func learn(_ model: RangingModel) { count = 0 }
    mutating func fix(from epoch: Epoch) throws(NoFix) -> Fix {
      count += 1
      return Fix(position: Point(x: count, y: 0))
    }
  }

  /// Counts epochs and questions.
  private struct Curious: PositioningSession {
    var count = 0.0
    mutating func fix(from epoch: Epoch) throws(NoFix) -> Fix {
      count += 1
      return Fix(position: Point(x: count, y: 0))
    }
    mutating func position(at time: Double) throws(NoFix) -> Fix? {
      count += 1
      return nil
    }
  }

  @Test func `a method that breaks a promise is found out`() throws {
    let contract = MethodContract(on: Sites.ranged(Sites.floor))
    #expect(
      contract.violations(of: Broken { Forgetful() }, needed: nil) == ["loses its state where it learns"])
    #expect(
      contract.violations(of: Broken { Curious() }, needed: nil)
        == ["changes its fixes when it is asked for positions in between"])
    nonisolated(unsafe) let shared = Shared()
    #expect(
      contract.violations(of: Broken { shared }, needed: nil).contains("remembers an earlier lap"))
    let prior = try Pipeline(PipelineSettings(), site: Sites.floor).prior
    #expect(
      contract.violations(
        of: Broken(lookAhead: .seconds(0)) { TestMethods.Halfway(prior) }, needed: nil)
        == ["looks ahead further than it says"])
    let broken = contract.violations(
      of: try Self.method(MethodChoice(NearestBeacon.Settings()), on: Sites.floor), needed: 2)
    #expect(broken == ["says heard 0 beacons, needed 1 of 0", "gives a fix from 1 anchors"])
  }

  @Test func `the room's centre is the middle of its path, on the floor`() throws {
    #expect(Sites.floor.middle == Fix(position: Point(x: 18, y: 8.25)))
  }
}
