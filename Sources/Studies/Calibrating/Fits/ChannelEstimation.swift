import NumericalMethods
import World

/// The steps by which a channel is estimated: the laws about which readings lie, then their residuals, then what these
/// tell of channels, shadowing and fading.
struct ChannelEstimation {
  let rows: CalibrationRows
  /// The laws with one C.
  let common: ChannelLawFitter.Pair<ChannelLaw>
  /// From the law with a C for each beacon; with one beacon from the common one.
  let residuals: [ChannelResidual]
  /// Nil where the recording does not state the channels.
  let channels: ChannelSpread?
  /// Of the residuals without outliers and without the offsets of their channels.
  let correlation: ResidualCorrelation
  private let readings: ChannelReadings
  private let fitter: ChannelLawFitter
  /// Nil with one beacon.
  private let byBeacon: ChannelLawFitter.Pair<LevelRegression.Solution>?
  /// Why the beacons share one C, where the levels of each cannot be fitted.
  let byBeaconProblem: FitError?
  private let clean: [Double?]

  /// - Parameters:
  ///   - slope: free, or the one that is assumed for readings from one distance.
  ///   - limit: dBm below which nothing was received.
  init(
    _ readings: ChannelReadings, _ rows: CalibrationRows, slope: LevelRegression.Slope, limit: Double,
    silence: SilenceKnowledge
  ) throws(FitError) {
    (self.readings, self.rows) = (readings, rows)
    fitter = ChannelLawFitter(rows: rows, slope: slope, limit: limit, silence: silence)
    common = try fitter.common()
    do throws(FitError) {
      (byBeacon, byBeaconProblem) = (try fitter.solutionsByBeacon(from: common), nil)
    } catch {
      (byBeacon, byBeaconProblem) = (nil, error)
    }
    let robust = common.robust
    residuals = ChannelResidual.all(
      of: readings, common: robust.solution, byBeacon: byBeacon?.robust ?? robust.solution)
    let clear = ChannelResidual.clear(residuals, limit: limit, sigma: robust.deviation.value)
    channels = ChannelSpread(clear, of: readings)
    clean = channels?.removed(from: clear, of: readings) ?? clear
    correlation = ResidualCorrelation(clean, of: readings, clusters: rows.clusterOfHeard)
  }

  /// The laws with a C for each beacon; nil with one beacon.
  var lawsByBeacon: ChannelLawFitter.Pair<ChannelLaw>? {
    byBeacon.map { solutions in
      let errors = BeaconLevelErrors(
        readings, correlation: correlation, deviation: common.robust.deviation.value, parts: rows.parts.count)
      return fitter.laws(solutions, errors: errors)
    }
  }

  /// The lost shares by a law; nil where it is not known what was sent.
  func losses(by law: ChannelLaw) -> LossTable? {
    LossTable(law, regression: fitter.regression(.normal, .common))
  }

  /// What neighbours share and do not share, had everything been heard; nil for averages, and where readings do not tell.
  ///
  /// - Parameters:
  ///   - limit: dBm below which nothing was heard; nil where silence is ignored.
  ///   - noise: the receiver's own.
  func spread(above limit: Double?, noise: Decibels) -> UncutSpread? {
    guard !readings.areAverages else { return nil }
    let scale = (byBeacon?.robust ?? common.robust.solution).scale
    let fades = HeardFades(
      clean, of: readings, limit: limit, outlier: ChannelResidual.kept.lowerBound * scale)
    return UncutSpread(
      correlation, fades: fades,
      other: (readings.isWhole ? 1.0 / 12 : 0) + noise.value * noise.value, step: readings.medianStep)
  }

  /// The law with fades of a K; nil without one, and where few readings, most of them too weak, do not identify it.
  func faded(_ k: ChannelEstimate?) -> ChannelLaw? {
    k.flatMap { try? FadedErrors(fitter: fitter).law(k: $0, from: common.normal.solution) }
  }

  /// The laws that the readings allow.
  func plausible(faded: ChannelLaw?, tooWeak: Double) -> PlausibleLaws {
    PlausibleLaws(
      normal: common.normal, robust: common.robust, faded: faded,
      tooWeak: readings.areAverages || readings.areStatic ? 0 : tooWeak)
  }
}

extension ChannelReadings {
  /// The median distance in metres from one reading of a beacon to the next; 0 where no places are known.
  fileprivate var medianStep: Double {
    let steps = zip(heard, heard.dropFirst()).compactMap { first, second -> Double? in
      guard first.link == second.link, let from = first.place, let to = second.place else { return nil }
      return from.distance(to: to)
    }.sorted()
    return steps.isEmpty ? 0 : steps[steps.count / 2]
  }
}
