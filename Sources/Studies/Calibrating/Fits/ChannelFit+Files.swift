package import Documents
import NumericalMethods
import Radio
import Rendering
package import Sites
package import World

extension ChannelFit {
  /// The fitted channel with the keys of a scenario, for `run --channel`: channel, receiver, and beacons where it
  /// is known what was sent.
  ///
  /// The mean of the fading is subtracted from C, since a simulated C is the level of the mean power. Variance that
  /// neighbouring readings do not share, beyond that of Rayleigh fading, is attributed to the receiver's noise. The losses of
  /// walls are in none of the numbers: a simulation adds those of its site.
  package var channelDocument: Document {
    let fading = fadingK.map { RicianFading(k: $0.value) }
    let beacons = beacons
    return Document(present: [
      "channel": channel(with: fading), "receiver": receiver(besides: fading),
      "beacons": beacons.isEmpty ? .none : Document(beacons),
    ])
  }

  private func channel(with fading: RicianFading?) -> Document {
    let c = (best.levels.first??.value ?? 0) - (fading?.mean.value ?? 0)
    let law: Document = [
      "n": Document(min(max(best.solution.slope, 0.5), 20)), "c": Document(min(max(c, -120), 20)),
    ]
    var shadows: Document?
    if let shadowing = correlation.shadowing, let range = correlation.decorrelation {
      shadows = [
        "deviation": Document(min(shadowing.value, 100)),
        "decorrelation": Document(min(max(range.value, 0.05), 10_000)),
      ]
    }
    let offset = channels.map(\.deviation.value).flatMap { $0 > 0 ? Document(min($0, 100)) : .none }
    return Document(present: [
      "pathLoss": ["logDistance": law], "shadowing": shadows.map { ["exponential": $0] },
      "fading": fading.map { ["independent": ["k": Document($0.k)]] },
      "channelOffsets": offset.map { ["normal": ["deviation": $0]] },
    ])
  }

  private var beacons: [Document.Member] {
    // A simulated interval has a random delay of up to 10 ms added, 5 ms on the mean.
    let interval = readings.interval.map { Document(min(max($0 - 0.005, 0.02), 10.24)) }
    return .init(present: [
      "powerDeviation": robustByBeacon.map { _ in Document(powerDeviation) },
      "loss": best.loss.map { Document($0.value) }, "interval": best.loss.flatMap { _ in interval },
    ])
  }

  private func receiver(besides fading: RicianFading?) -> Document {
    Document(present: [
      "sensitivity": limit.map { Document(min(max($0.value, -127), 20)) },
      "noiseDeviation": Document(whiteNoise(besides: fading?.variance ?? 0)),
    ])
  }

  /// The standard deviation of the beacons' own levels in dB, from the reduction of variance by a C for each beacon.
  private var powerDeviation: Double {
    let (one, each) = (robust.deviation.value, (robustByBeacon ?? robust).deviation.value)
    return min(max(one * one - each * each, 0).squareRoot(), 100)
  }

  private func whiteNoise(besides fading: Double) -> Double {
    let each = (robustByBeacon ?? robust).deviation.value
    let all = correlation.nugget?.value ?? each * each
    return min(max(all - fading - (readings.isWhole ? 1.0 / 12 : 0), 0).squareRoot(), 100)
  }

  /// Every heard reading as CSV.
  package var residualsTable: String {
    let figures: [Figure<(reading: ChannelReadings.Heard, residual: ChannelResidual)>] = [
      .init(field: "recording") { readings.recordings[readings.links[$0.reading.link].recording] },
      .init(field: "beacon") { readings.beacons[readings.links[$0.reading.link].beacon] },
      .init(field: "time_s") { $0.reading.time }, .init(field: "distance_m") { $0.reading.distance },
      .init(field: "rssi_dbm") { $0.reading.level.value },
      .init(field: "channel") { $0.reading.channel.map { Int($0) } },
      .init(field: "expected_dbm") { $0.residual.expected.value },
      .init(field: "residual_db") { $0.residual.residual.value },
      .init(field: "beacon_residual_db") { $0.residual.byBeacon.value },
      .init(field: "outlier") { $0.residual.isOutlier },
    ]
    return figures.csv(of: zip(readings.heard, residuals).map { ($0, $1) })
  }

  /// A site's file with the fitted level of each beacon as its `calibratedLevel`, and the n of that fit; for methods, which know
  /// no losses of walls, the fit should be one without them.
  ///
  /// - Throws: ``FileProblem`` where no n was fitted, or one that no site may hold.
  package func siteDocument(of site: SiteFile) throws(FileProblem) -> Document {
    let law = robustByBeacon ?? robust
    guard let exponent = law.exponent?.value, 0 < exponent && exponent <= 10 else {
      throw FileProblem(
        file: "--write-site",
        expected: "a fitted n above 0 and at most 10, which belongs to the fitted RSSI at 1 m",
        found: law.exponent.map { "n \($0.value)" } ?? "readings from one distance, which do not determine n")
    }
    if !(0...100).contains(law.deviation.value) {
      throw FileProblem(
        file: "--write-site", expected: "a fitted sigma of at most 100 dB", found: "\(law.deviation.value) dB"
      )
    }
    let counts = readings.heardByBeacon
    let levels = site.site.anchors.map { anchor -> DBm? in
      guard let index = readings.beacons.firstIndex(of: anchor.id), counts[index] > 0 else { return nil }
      return law.solution.level(of: index).map { DBm($0) }
    }
    if let far = levels.compactMap({ $0 }).first(where: { !(-120...20).contains($0.value) }) {
      throw FileProblem(
        file: "--write-site", expected: "a fitted RSSI at 1 m from -120 to 20 dBm",
        found: "\(far.value) dBm")
    }
    return try site.calibrated(
      levels: levels, exponent: exponent, deviation: Decibels(law.deviation.value), rows: readings.heard.count
    )
  }
}
