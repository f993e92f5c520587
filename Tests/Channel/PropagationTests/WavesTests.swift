import Documents
import NumericalMethods
import Propagation
import Radio
import TestSupport
import Testing
import World

/// Fades made by waves: their law, and how they go with place, channel and time.
@Suite struct WavesTests {
  /// n = 3000 transmitters at one place, which differ in their waves alone.
  static let count = 3000
  static let site = Site(
    name: "bundle",
    anchors: (0..<count).map { Fixtures.anchor("w\($0)", Point(x: 0, y: 0, z: 3), minor: $0) })
  static let wavelength = 299_792_458 / 2.44e9

  private static func channel(k: Double, delaySpread: Double = 20e-9, doppler: Double = 0) -> ChannelSettings
  {
    var channel = Fixtures.bare
    channel.fading = .rician(k: k, correlation: .waves(delaySpread: delaySpread, doppler: doppler))
    return channel
  }

  /// Gains in decibels of each anchor on each channel (37 first) while standing at each of some places for 2 s.
  private func gains(_ channel: ChannelSettings, at places: [Point]) throws -> [[[Double]]] {
    let knots = places.enumerated().flatMap { index, place in
      [0.0, 1.99].map { Walk.Knot(time: 2 * Double(index) + $0, position: place) }
    }
    let stream = try Fixtures.stream(
      WavesTests.site, channel: channel, walk: Walk(knots: knots), duration: 2 * Double(places.count))
    var gains = [[[Double]]](
      repeating: [[Double]](repeating: [.nan, .nan, .nan], count: WavesTests.count), count: places.count)
    for packet in stream {
      let since = packet.time.truncatingRemainder(dividingBy: 2)
      guard since < 1.99, let number = packet.channel else { continue }
      let stop = Int(packet.time / 2)
      let distance = WavesTests.site.anchors[0].position.distance(to: places[stop])
      let gain = packet.level.value - channel.pathLoss.level(at: distance).value
      let known = gains[stop][packet.anchor][Int(number) - 37]
      // Nothing moves while he stands, so each channel has one level.
      #expect(known.isNaN || channel.isMoving || abs(known - gain) < 1e-9)
      gains[stop][packet.anchor][Int(number) - 37] = gain
    }
    return gains
  }

  private func power(_ decibels: Double) -> Double { Elementary.exp(decibels * 0.2302585092994046) }

  /// The correlation of two rows of powers, without the anchors of which either was never heard.
  private func correlation(_ a: [Double], _ b: [Double]) -> Double {
    let pairs = zip(a, b).filter { !$0.0.isNaN && !$0.1.isNaN }.map { (power($0.0), power($0.1)) }
    let n = Double(pairs.count)
    #expect(n > 0.99 * Double(WavesTests.count))
    let means = (pairs.reduce(0) { $0 + $1.0 } / n, pairs.reduce(0) { $0 + $1.1 } / n)
    var (xy, xx, yy) = (0.0, 0.0, 0.0)
    for (x, y) in pairs {
      xy += (x - means.0) * (y - means.1)
      xx += (x - means.0) * (x - means.0)
      yy += (y - means.1) * (y - means.1)
    }
    return xy / (xx * yy).squareRoot()
  }

  /// J₀ by its integral (Abramowitz and Stegun 9.1.18), by the trapezoidal rule, which is exact for x below 100.
  private func besselJ0(_ x: Double) -> Double {
    (0..<400).reduce(0) { $0 + Elementary.cos(x * Elementary.sin(.pi * (Double($1) + 0.5) / 400)) } / 400
  }

  @Test func `powers go with the place by the square of Clarke's J0, whichever way one goes`() throws {
    // Rayleigh: the powers' correlation is |ρ|². n = 3000; powers are near exponential, whose correlation has a
    // standard error of at most (1 + 2ρ) / √n, 0.018 at 0 and 0.055 at 1; 5.5 of them, 8 comparisons.
    let steps = [0.1, 0.25, 0.382740, 0.6]
    let directions = [Point(x: 1, y: 0), Point(x: -0.6, y: 0.8)]
    for direction in directions {
      let places = ([0] + steps).map { Point(x: 5, y: 2, z: 1) + direction * ($0 * WavesTests.wavelength) }
      let gains = try gains(WavesTests.channel(k: 0), at: places)
      for (index, step) in steps.enumerated() {
        let rho = besselJ0(2 * .pi * step)
        let found = correlation(gains[0].map { $0[1] }, gains[index + 1].map { $0[1] })
        #expect(abs(found - rho * rho) < 5.5 * (1 + 2 * rho * rho) / 3000.0.squareRoot(), "\(step)")
      }
    }
  }

  @Test(arguments: [0, 5e-9, 20e-9])
  func `powers go with the channel by the spread of the delays`(spread: Double) throws {
    let gains = try gains(WavesTests.channel(k: 0, delaySpread: spread), at: [Point(x: 5, y: 2, z: 1)])
    for (a, b, hertz) in [(0, 1, 24e6), (1, 2, 54e6), (0, 2, 78e6)] {
      let turns = 2 * .pi * hertz * spread
      let expected = 1 / (1 + turns * turns)
      let found = correlation(gains[0].map { $0[a] }, gains[0].map { $0[b] })
      #expect(abs(found - expected) < 5.5 * (1 + 2 * expected) / 3000.0.squareRoot())
    }
  }

  @Test(.enabled(if: SharedData.isPresent, Comment(rawValue: SharedData.reason)))
  func `levels have the mean and deviation of the Rician law`() throws {
    // n = 9000, three channels that are next to independent with a spread of 1 µs: standard errors sd / 95 (mean)
    // and at most sd × 0.0150 (deviation, kurtosis below 9); 6 of them, and 0.15 dB for there being eight waves.
    let examples = try SharedData.vectors("rician_power_db_moments", as: [ChanceTests.FadeMoments].self)
    for example in examples {
      let gains = try gains(
        WavesTests.channel(k: example.k, delaySpread: 1e-6), at: [Point(x: 5, y: 2, z: 1)])
      var moments = Moments()
      for gain in gains[0].joined() where !gain.isNaN { moments.add(gain) }
      #expect(abs(moments.mean - example.mean) < 6 * example.deviation / 95 + 0.15)
      #expect(abs(moments.deviation - example.deviation) < 6 * example.deviation * 0.015 + 0.15)
    }
  }

  @Test func `where things move the powers go with time by the square of J0`() throws {
    // D = 0.2 Hz, 0.5 s, 1.2 s and 2 s after the first second; bounds as above.
    let channel = WavesTests.channel(k: 0, doppler: 0.2)
    var receiver = Fixtures.perfect
    receiver.scan = ScanSettings { ($0.interval, $0.window) = (10.24, 10.24) }
    let stream = try Fixtures.stream(
      WavesTests.site, channel: channel, walk: Fixtures.standing(at: Point(x: 5, y: 2, z: 1)), duration: 3.2,
      beacons: BeaconSettings { ($0.interval, $0.delay, $0.loss) = (0.02, 0, 0) }, receiver: receiver,
      lap: Seed(5))
    // The channel does not change within the stream; a beacon's packet lies within 20 ms after each moment.
    #expect(Set(stream.channels).count == 1)
    let moments = [1.0, 1.5, 2.2, 3]
    var rows = [[Double]](repeating: [Double](repeating: .nan, count: WavesTests.count), count: 4)
    for packet in stream {
      for (row, moment) in moments.enumerated() where packet.time >= moment && packet.time < moment + 0.02 {
        rows[row][packet.anchor] = packet.level.value
      }
    }
    for row in 1..<4 {
      let rho = besselJ0(2 * .pi * 0.2 * (moments[row] - 1))
      let mean = channel.pathLoss.level(at: 5.7445626465380286).value
      let found = correlation(rows[0].map { $0 - mean }, rows[row].map { $0 - mean })
      #expect(abs(found - rho * rho) < 5.5 * (1 + 2 * rho * rho) / 3000.0.squareRoot())
    }
  }

  @Test func `one place has one fade whichever way it was reached`() throws {
    let there = Point(x: 4.321, y: 1.234, z: 1.2)
    func levels(from start: Point) throws -> [Int: Set<DBm>] {
      let walk = Walk(knots: [
        Walk.Knot(time: 0, position: start), Walk.Knot(time: 5, position: there),
      ])
      var levels: [Int: Set<DBm>] = [:]
      for packet in try Fixtures.stream(
        Fixtures.floor35, channel: WavesTests.channel(k: 2), walk: walk, duration: 9) where packet.time >= 5
      {
        levels[packet.anchor * 3 + Int(packet.channel ?? 0) - 37, default: []].insert(packet.level)
      }
      return levels
    }
    let found = try levels(from: Point(x: 0, y: 0, z: 1.2))
    #expect(found.count == 105 && found.values.allSatisfy { $0.count == 1 })
    #expect(try levels(from: Point(x: 30, y: 9, z: 1.2)) == found)
  }

  @Test func `a static series is three levels taking turns, and averages as recordings do`() throws {
    // A beacon of 450 ms, three in ten readings lost, the usual scan interval of 1.28 s. Measured: in the static
    // recordings of Daniş et al. 2022, the standard deviation of means of k readings over that of one.
    let measured = [2: 0.77, 3: 0.60, 4: 0.47, 6: 0.34, 12: 0.23]
    var receiver = ReceiverSettings { ($0.sensitivity, $0.noise) = (-127, 0.8) }
    receiver.scan = ScanSettings()
    let site = Site(
      name: "bundle", anchors: (0..<600).map { Fixtures.anchor("w\($0)", Point(x: 0, y: 0, z: 3), minor: $0) }
    )
    let stream = try Fixtures.stream(
      site, channel: WavesTests.channel(k: 1), walk: Fixtures.standing(at: Point(x: 5, y: 2, z: 1)),
      duration: 120, beacons: BeaconSettings { ($0.interval, $0.loss) = (0.45, 0.3) }, receiver: receiver)
    var series = [[Double]](repeating: [], count: 600)
    var means = [[Moments]](repeating: [Moments](repeating: Moments(), count: 3), count: 600)
    for packet in stream {
      series[packet.anchor].append(packet.level.value)
      means[packet.anchor][Int(packet.channel ?? 37) - 37].add(packet.level.value)
    }
    func variance(_ values: [Double], by k: Int) -> Double {
      var moments = Moments()
      for start in stride(from: 0, through: values.count - k, by: k) {
        moments.add(values[start..<start + k].reduce(0, +) / Double(k))
      }
      return moments.variance
    }
    let rows = series.map { Array($0.prefix($0.count / 12 * 12)) }
    let single = rows.reduce(0) { $0 + variance($1, by: 1) }
    // 600 series of about 180 readings: the ratios' standard errors are below 0.01, mostly from the 14 means of 12
    // in a series. The law is met within 0.05 at each k, where white noise would miss three of five by more.
    for (k, expected) in measured {
      let ratio = (rows.reduce(0) { $0 + variance($1, by: k) } / single).squareRoot()
      #expect(abs(ratio - expected) < 0.05, "\(k): \(ratio)")
    }
    // In the same recordings the three levels lie 7.1 dB apart in the median, and noise within one channel is below 1 dB.
    let spreads = means.map { ($0.map(\.mean).max() ?? 0) - ($0.map(\.mean).min() ?? 0) }.sorted()
    #expect(abs(spreads[300] - 7.1) < 1)
    #expect(means.joined().allSatisfy { $0.deviation < 1.2 })
    // The channel changes at multiples of the scan interval, in turn.
    var last: (channel: UInt8, time: Double)?
    for packet in stream {
      if let last, last.channel != packet.channel {
        #expect(packet.channel == (last.channel == 39 ? 37 : last.channel + 1))
      }
      last = packet.channel.map { ($0, packet.time) }
    }
  }
}

extension ChannelSettings {
  fileprivate var isMoving: Bool {
    if case .rician(_, .waves(_, let doppler)) = fading { doppler > 0 } else { false }
  }
}
