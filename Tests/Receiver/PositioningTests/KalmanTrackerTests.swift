import Documents
import Testing
import World

@testable import Positioning

@Suite struct KalmanTrackerTests {
  /// One moment of filterpy's filters: x, y, their rates, and the covariance of x and y.
  struct Expected: Sendable {
    var state: [Double]
    var xx: Double
    var yy: Double
    var xy: Double
  }

  // filterpy 2.0.0 with NumPy 2.4.6. Both filters begin at x = (4, 3, 0, 0) with P = diag(25, 25, 1, 1), R = 36 I and the readings
  // below, of four anchors 1.8 m above the phone; h(x) = -59 - 20 log10 d. Q = G Gᵀ 0.25 with G = (dt²/2, dt).
  // ExtendedKalmanFilter(4, 4); UnscentedKalmanFilter with MerweScaledSigmaPoints(4, 0.25, 2, 0), sigma points
  // redrawn from the predicted state.
  private static let anchors = [(0.0, 0.0), (10, 0), (5, 8), (12, 9)]
  private static let levels = [
    [-74.0, -79, -77, -81], [-70.5, -78, -76, -80.5], [-72, -74, -74.5, -78], [-75, -72.5, -73, -77],
  ]
  private static let times = [0.5, 1.5, 2.5, 3.7]
  private static let extended = [
    Expected(
      state: [3.0548551359430327, 2.5087674459548244, 0, 0], xx: 8.352804225351422, yy: 7.720137477483481,
      xy: -2.206792514999292),
    Expected(
      state: [2.594155302417108, 2.3274358816789325, -0.06427691070474786, -0.039378127143190424],
      xx: 5.5728080882356075, yy: 5.603161878911231, xy: -2.258948611983301),
    Expected(
      state: [3.3437461355733715, 2.209449492467153, 0.1424296513653345, -0.009422830295775383],
      xx: 5.3077659740342344, yy: 5.593689132945274, xy: -2.5782965654645107),
    Expected(
      state: [4.761997130749477, 2.4142123922357164, 0.5396933626389862, 0.12717315184163314],
      xx: 5.427662768432073, yy: 6.434412601389637, xy: -2.43917509137407),
  ]
  private static let unscented = [
    Expected(
      state: [2.7607547686688507, 2.3527896880019625, 0, 0], xx: 8.758121908268233, yy: 8.479394977751788,
      xy: -2.066041909542332),
    Expected(
      state: [2.1788127849814525, 2.142273544575964, -0.07531668574984485, -0.041127898757666044],
      xx: 6.055580827005555, yy: 6.103410494527496, xy: -2.3301589678612387),
    Expected(
      state: [2.861801792137995, 1.9360939807923745, 0.10229502642995775, -0.039180415640988064],
      xx: 6.059450008447198, yy: 6.059513920912389, xy: -2.6479727469391645),
    Expected(
      state: [4.152491796386191, 2.2198074285634455, 0.4602882390283679, 0.1188788821435337],
      xx: 6.403538182077982, yy: 7.257054322839782, xy: -2.7895002088416074),
  ]

  @Test(arguments: [(KalmanTracker.Settings.Update.extended, extended), (.unscented, unscented)])
  func `agrees with filterpy`(update: KalmanTracker.Settings.Update, expected: [Expected]) {
    var motion = PlaneMotion(at: Point(x: 4, y: 3), place: 5, speed: 1, time: 0.5)
    for (index, moment) in expected.enumerated() {
      motion.move(to: Self.times[index], acceleration: 0.5)
      let readings = zip(Self.anchors, Self.levels[index]).map { anchor, level in
        PlaneMotion.Reading(x: anchor.0, y: anchor.1, rise: 1.8, slope: 20, loss: -59 - level)
      }
      switch update {
      case .extended: motion.update(readings, deviation: 6)
      case .unscented: motion.updateUnscented(readings, deviation: 6)
      }
      #expect(zip(motion.state, moment.state).allSatisfy { abs($0 - $1) < 1e-9 })
      let covariance = motion.covarianceOfPlace
      #expect(abs(covariance.xx - moment.xx) < 1e-9 && abs(covariance.yy - moment.yy) < 1e-9)
      #expect(abs(covariance.xy - moment.xy) < 1e-9)
    }
  }

  @Test(arguments: KalmanTracker.Settings.Update.allCases)
  func `predicts, and falls silent ten seconds after the last reading`(update: KalmanTracker.Settings.Update)
    throws
  {
    let site = Sites.ranged(Sites.floor)
    var tracker = KalmanTracker(
      site, KalmanTracker.Settings { ($0.update, $0.deviation) = (update, 2) }, window: 1)
    var fix = Fix(position: .zero)
    // 1.2 m/s to the east, the reading of a window being that of its middle.
    for second in 1...12 {
      let place = Point(x: 5 + 1.2 * (Double(second) - 0.5), y: 1)
      fix = try tracker.fix(from: Sites.epoch(Sites.levels(site, at: place), at: Double(second)))
    }
    #expect(abs(fix.position.x - 19.4) < 0.3)
    #expect(abs(fix.position.y - 1) < 0.3)
    let later = try #require(try tracker.position(at: 12.5))
    #expect(abs(later.position.x - fix.position.x - 0.6) < 0.05)
    var silence = Epoch(silentAnchors: 35)
    silence.time = 22
    #expect(try tracker.fix(from: silence).position.x > fix.position.x + 10)
    silence.time = 22.5
    #expect(throws: NoFix.tooFewBeacons(heard: 0, needed: 1)) { try tracker.fix(from: silence) }
  }

  @Test func `begins at the beacons again when it has lost the walker`() throws {
    let site = Sites.ranged(Sites.floor)
    var tracker = KalmanTracker(site, KalmanTracker.Settings { $0.acceleration = 0.001 }, window: 1)
    let place = Point(x: 5, y: 0)
    for second in 1...3 {
      _ = try tracker.fix(from: Sites.epoch(Sites.levels(site, at: place), at: Double(second)))
    }
    // One second of readings that no place has.
    _ = try tracker.fix(from: Sites.epoch(site.site.anchors.map { _ in DBm(-127) }, at: 4))
    var fix = Fix(position: .zero)
    for second in 5...20 {
      fix = try tracker.fix(from: Sites.epoch(Sites.levels(site, at: place), at: Double(second)))
    }
    #expect(fix.position.horizontalDistance(to: place) < 3)
  }

  // With an acceleration of 2 m/s² the place is uncertain by more than 5 m after 9 s of silence. The walker has gone on by 20 m, so a
  // tracker that went on with its state would need several seconds to come there.
  @Test(arguments: KalmanTracker.Settings.Update.allCases)
  func `begins at the beacons again when it hardly knows where the walker is`(
    update: KalmanTracker.Settings.Update
  ) throws {
    let site = Sites.ranged(Sites.floor)
    var tracker = KalmanTracker(
      site, KalmanTracker.Settings { ($0.update, $0.acceleration) = (update, 2) }, window: 1)
    for second in 1...3 {
      let levels = Sites.levels(site, at: Point(x: 5, y: 0))
      _ = try tracker.fix(from: Sites.epoch(levels, at: Double(second)))
    }
    let place = Point(x: 25, y: 0)
    let levels = Sites.levels(site, at: place, reach: 12)
    let fix = try tracker.fix(from: Sites.epoch(levels, at: 12))
    #expect(fix.position.horizontalDistance(to: place) < 3)
    let stated = try #require(fix.covariance)
    #expect(stated.axes.major < 6)
  }
}
