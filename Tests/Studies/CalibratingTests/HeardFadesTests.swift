import Radio
import Testing
import World

@testable import Calibrating

@Suite struct HeardFadesTests {
  /// Readings whose residuals have no limit near them, so that nothing is missed.
  private func open() -> HeardFades {
    var readings = ChannelReadings(beacons: ["a"])
    let link = readings.link(recording: 0, beacon: 0)
    readings.heard = (0..<50).map {
      .init(link: link, time: Double($0), place: nil, distance: 1, level: DBm(-50), channel: nil, count: 1)
    }
    return HeardFades(readings.heard.map { _ in 0 }, of: readings, limit: nil, outlier: -80)
  }

  @Test func `where nothing is missed, K is that of the whole variance`() throws {
    let fades = open()
    for k in [1.0, 2, 5, 20] {
      let variance = RicianFading(k: k).variance
      let found = try #require(fades.k(ofVariance: variance, shadowing: 3))
      // Fades below 80 dB are as good as none.
      #expect(abs(found - k) < 0.02 * (k + 1), "\(k): \(found)")
    }
  }

  /// The level of Rayleigh fades has a variance of (10 / ln 10)² π² / 6 = 31.02 dB².
  @Test func `more variance than Rayleigh's is K 0, and next to none is no fading`() {
    let rayleigh = 10 / 2.302585092994046 * (10 / 2.302585092994046) * 1.6449340668482264
    #expect(abs(RicianFading(k: 0).variance - rayleigh) < 0.1)
    #expect(open().k(ofVariance: 1.1 * rayleigh, shadowing: 3) == 0)
    #expect(open().k(ofVariance: 0.0001, shadowing: 3) == nil)
  }

  @Test func `where nothing is missed, noise and shadows are what they were`() {
    #expect(abs(open().noise(ofVariance: 9, shadowing: 3) - 9) < 0.05)
    let shadows = open().shadowing(ofVariance: 16, besides: FadesAbove(noiseVariance: 4))
    #expect(abs(shadows - 4) < 0.02)
    #expect(open().noise(ofVariance: 0.005, shadowing: 3) == 0.005)
  }

  @Test func `without readings nothing is told`() {
    let none = HeardFades([], of: ChannelReadings(), limit: nil, outlier: -80)
    #expect(none.k(ofVariance: 9, shadowing: 1) == nil)
    #expect(none.noise(ofVariance: 9, shadowing: 1) == 9)
    #expect(none.shadowing(ofVariance: 9, besides: FadesAbove(noiseVariance: 4)) == 3)
  }

  /// Where the law lies at the limit, half of normal noise of 3 dB is heard: its mean is 3 sqrt(2/pi) = 2.394 dB above the law, and
  /// its variance 9 (1 - 2/pi) = 3.270 dB². Shadows of the same size that two readings share are found the same way.
  @Test func `of half a normal law the variance of the whole is found`() {
    var readings = ChannelReadings(beacons: ["a"])
    let link = readings.link(recording: 0, beacon: 0)
    readings.heard = [
      .init(link: link, time: 0, place: nil, distance: 1, level: DBm(-50), channel: nil, count: 1)
    ]
    let fades = HeardFades([2.3937], of: readings, limit: -52.3937, outlier: -80)
    #expect(abs(fades.noise(ofVariance: 3.2704, shadowing: 0) - 9) < 0.1)
    let open = HeardFades([0], of: readings, limit: nil, outlier: -80)
    #expect(abs(open.noise(ofVariance: 3.2704, shadowing: 0) - 3.2704) < 0.02)
    #expect(fades.noise(ofVariance: 3.2704, shadowing: 0) > open.noise(ofVariance: 3.2704, shadowing: 0))
  }
}
