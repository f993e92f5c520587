import Calibrating
import Documents
import Foundation
import Scenarios
import Sites
import TestSupport
import Testing
import World

/// The channel of recorded data, against what others found in them.
@Suite struct RecordedChannelTests {
  private func danis() throws -> ChannelFit {
    let dataset = try Dataset(contentsOf: Checkout.path("scenarios/recordings/danis.yaml"), root: "")
    return try ChannelFit(ChannelReadings(dataset, walks: true), source: "danis")
  }

  /// The data README: plain least squares n 1.455, C -61.63, sigma 6.07; Huber 1.49, -61.06; correlations 0.44
  /// below 5 cm, 0.32 at 0.25 m, 0.18 at 0.9 m, 0.04 at 2.5 m.
  @Test func `the danis walks have the published channel, and the robust censored one beside it`() throws {
    let fit = try danis()
    let plain = try #require(fit.plain)
    #expect(plain.rows == 6173)
    #expect(abs(plain.exponent - 1.455) < 0.02)
    #expect(abs(plain.levelAtOneMetre.value + 61.63) < 0.1)
    #expect(abs(plain.deviation.value - 6.07) < 0.05)
    #expect(fit.silence == .counted && fit.robust.errorDegrees != nil)
    let (n, c) = (try #require(fit.robust.exponent), try #require(fit.robust.levels[0]))
    // Huber's weights lie between these and none.
    #expect(try #require(n.lower)...(try #require(n.upper)) ~= 1.49)
    #expect(try #require(c.lower)...(try #require(c.upper)) ~= -61.06)
    #expect(fit.robustByBeacon?.levels.compactMap { $0?.lower }.count == 12)
    for (metres, correlation) in [(0.025, 0.44), (0.25, 0.32), (0.9, 0.18), (2.5, 0.04)] {
      let bin = try #require(fit.correlation.bins.first { $0.from <= metres && metres < $0.to })
      #expect(abs(bin.correlation - correlation) < 0.03, "\(metres) m: \(bin.correlation)")
    }
  }

  @Test func `the committed danis channel is the one that is fitted`() throws {
    let committed = try Document(contentsOf: Checkout.path("scenarios/channels/danis.yaml"))
    #expect(try danis().channelDocument.json == committed.json)
  }
}
