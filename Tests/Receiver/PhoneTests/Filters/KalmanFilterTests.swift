import Documents
import Phone
import TestSupport
import Testing
import World

@Suite struct KalmanFilterTests {
  struct Example: Decodable {
    let processVariance: Double
    let readingVariance: Double
    let startVariance: Double
    let startLevel: Double?
    let missing: String

    enum CodingKeys: String, CodingKey {
      case processVariance = "Q"
      case readingVariance = "R"
      case startVariance = "P0"
      case startLevel = "x0"
      case missing
    }

    var settings: KalmanFilter.Settings {
      KalmanFilter.Settings {
        ($0.processVariance, $0.readingVariance, $0.startVariance, $0.startLevel, $0.missedSecond) = (
          processVariance, readingVariance, startVariance, startLevel.map { DBm($0) },
          missing == "skip" ? .skip : .predict
        )
      }
    }
  }

  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)))
  func `gives the outputs of the exact vectors`() throws {
    let columns = try SharedData.vectors("kalman", as: [Columns].self)
    let examples = try SharedData.vectors("kalman", as: [Example].self)
    #expect(examples.count == 7)
    for (example, column) in zip(examples, columns) {
      #expect(column.difference(of: KalmanFilter(example.settings)) < 1e-12)
    }
  }

  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)))
  func `with no process noise is the mean that the closed form gives`() throws {
    let column = try SharedData.vectors("kalman_q0_closed_form", as: Columns.self)
    var filter = KalmanFilter(.init { $0.processVariance = 0 })
    let levels = zip(column.readings, column.times).map { filter.smooth($0, at: $1) }
    #expect(column.difference(from: levels) < 1e-12)
  }

  struct SteadyGain: Decodable {
    let processVariance: Double
    let readingVariance: Double
    let lag: Double

    enum CodingKeys: String, CodingKey {
      case processVariance = "Q"
      case readingVariance = "R"
      case lag = "lag_samples"
    }
  }

  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)))
  func `states the lag of its steady gain`() throws {
    for gain in try SharedData.vectors("kalman_steady_gain", as: [SteadyGain].self) {
      let filter = KalmanFilter(
        .init { ($0.processVariance, $0.readingVariance) = (gain.processVariance, gain.readingVariance) })
      #expect(abs(filter.delay(every: 1) / gain.lag - 1) < 1e-12)
    }
  }

  // filterpy 2.0.0, KalmanFilter(dim_x=1, dim_z=1) with F = H = 1 and x set to the first reading; for skip,
  // predict and update at heard seconds only, for predict, predict and update(None) at missed ones.
  @Test(arguments: [
    (
      KalmanFilter.Settings { $0.processVariance = 20 },
      [
        -71.0, -65.0, -65.0, -65.0, -77.4390243902439, -77.07531380753139, -70.38549892318737,
        -70.38549892318737, -66.7524325655869, -86.01134802730289,
      ]
    ),
    (
      KalmanFilter.Settings {
        ($0.processVariance, $0.readingVariance, $0.startVariance, $0.missedSecond) = (0.7, 3.5, 2, .predict)
      },
      [
        -71.0, -67.95161290322581, -67.95161290322581, -67.95161290322581, -74.08082408874802,
        -75.29159710628825, -72.89629187152507, -72.89629187152507, -69.87276569721085, -77.71551964449563,
      ]
    ),
  ])
  func `agrees with filterpy`(settings: KalmanFilter.Settings, expected: [Double]) throws {
    try OtherProgramsTests.expect(expected, of: KalmanFilter(settings), within: 1e-12)
  }

  /// The first reading has the variance P0 and all others R, and each weighs by one over its variance:
  /// (-60 / 10 - 66 / 5 - 63 / 5 - 70 / 5) / (1 / 10 + 3 / 5) = -45.8 / 0.7.
  @Test func `with Q of 0 is the mean of all readings, weighed by their variances`() throws {
    var filter = KalmanFilter(.init { $0.processVariance = 0 })
    var levels: [DBm?] = [-60, -66, -63, -70]
    filter.smooth(&levels, at: [1, 2, 3, 4])
    #expect(abs(try #require(levels[3]).value + 45.8 / 0.7) < 1e-12)
    var mean = KalmanFilter(.init { ($0.processVariance, $0.startVariance) = (0, 5) })
    levels = [-60, -66, -63, -70]
    mean.smooth(&levels, at: [1, 2, 3, 4])
    #expect(abs(try #require(levels[3]).value + 259.0 / 4) < 1e-12)
  }

  @Test func `starts anew after a gap longer than its setting, and not after one as long`() {
    var filter = KalmanFilter(
      .init { ($0.processVariance, $0.readingVariance, $0.startVariance, $0.resetAfter) = (0, 5, 10, 3) })
    var levels: [DBm?] = [-70, -64, nil, -90]
    filter.smooth(&levels, at: [1, 4, 8, 9])
    // K = 10 / 15, so two thirds of the way from -70 to -64.
    let column = Columns(input: [], output: [-70, -66, -66, -90])
    #expect(column.difference(from: levels) < 1e-12)
  }

  @Test func `starts anew from its given level when it has one`() {
    var filter = KalmanFilter(
      .init {
        ($0.processVariance, $0.readingVariance, $0.startVariance, $0.startLevel, $0.resetAfter) = (
          0, 10, 10, -60, 3
        )
      })
    var levels: [DBm?] = [-70, -80]
    filter.smooth(&levels, at: [1, 11])
    #expect(levels == [-65, -70])
  }

  @Test func `says which setting is out of range`() {
    #expect(
      KalmanFilter.Settings { $0.readingVariance = 0 }.fault?.description
        == "r must be a number above 0 and at most 1000000000 dB^2, was 0")
  }

  @Test func `starts anew past its age, and never at it`() {
    let settings = KalmanFilter.Settings { $0.resetAfter = 0.3 }
    for reading in 1...400 {
      var filter = KalmanFilter(settings)
      _ = filter.smooth(-60, at: Double(reading) * 0.1)
      // P = 15, K = 0.75: three quarters of the way from -60 to -80.
      #expect(filter.smooth(-80, at: Double(reading + 3) * 0.1) == -75, "\(reading)")
    }
  }
}
