import Documents
import Laps
package import NumericalMethods
import Rendering
import Results
package import Scenarios
package import World

/// The channel that best fits readings at known places, with intervals of its parameters.
///
/// Three laws are fitted: with normal errors; with errors of Student's t, whose degrees of freedom are chosen by likelihood and
/// which is robust against outliers; and with Rician fading on top of normal errors. All account for readings that were too
/// weak to be received (censoring). Only the most likely law has intervals of sigma and of the loss, and only where it is known
/// whether readings fade. Intervals come from leaving out one beacon after the other, since all readings of one beacon share
/// its level and its shadowing; with fewer than five beacons, recordings or stretches of them take their place.
package struct ChannelFit: StudyOutcome, Sendable {
  /// What the fit takes as known.
  package struct Options: Hashable, Sendable {
    /// The weakest level that is received; nil takes the weakest that was, or from one distance none.
    package var sensitivity: DBm?
    /// n for bringing readings from one distance to one metre.
    package var assumedExponent: Double
    /// The standard deviation of the receiver's own noise, which is taken off before K is estimated.
    package var noise: Decibels
    /// False ignores censoring.
    package var censoring: Bool

    /// - Parameters:
    ///   - sensitivity: nil takes the weakest level received.
    ///   - assumedExponent: for readings from one distance.
    ///   - noise: the receiver's own, which is subtracted from the fading.
    ///   - censoring: whether silence below the sensitivity counts.
    package init(
      sensitivity: DBm? = nil, assumedExponent: Double = 2, noise: Decibels = 0, censoring: Bool = true
    ) {
      self.sensitivity = sensitivity
      self.assumedExponent = assumedExponent
      self.noise = noise
      self.censoring = censoring
    }
  }

  /// Where the readings come from, as the user named it.
  package let source: String
  /// The readings behind all figures.
  package let readings: ChannelReadings
  /// What the fit took as known.
  package let options: Options
  /// Metres, when all readings are from about one distance, whose geometric mean it is: n is then not fitted.
  package let oneDistance: Double?
  /// The limit below which nothing was received: as given, or else the weakest level received. Nil where no reading counts
  /// as too weak, since at a single distance weak packets cannot be distinguished from lost ones.
  package let limit: DBm?
  /// Whether Rician fading explains the readings better than normal errors and those of Student's t.
  package let isFading: Bool
  /// Whether the readings decide if there is fading: by likelihood, or because too few were too weak for it to matter.
  package let tellsFades: Bool
  /// Whether censoring leaves readings that vary less than the RSSI did: the variances that neighbours do and do
  /// not share are then underestimated.
  package let isCutOff: Bool
  /// Whether censoring leaves the channels' deviation without an interval.
  package let areChannelsCutOff: Bool
  /// What was known of packets that were not received.
  package let silence: SilenceKnowledge
  /// What intervals come from leaving out.
  package let parts: CalibrationParts
  /// Ordinary least squares; nil from one distance.
  package let plain: Calibration?
  /// The same without the losses of walls; nil where there are none.
  package let plainWithoutWalls: Calibration?
  /// The law with normal errors.
  package let normal: ChannelLaw
  /// The law with errors of heavy tails.
  package let robust: ChannelLaw
  /// Rician fades of ``fadingK`` on top of normal errors; nil where there is no K.
  package let faded: ChannelLaw?
  /// The same with a C for each beacon; nil with one beacon.
  package let normalByBeacon: ChannelLaw?
  /// The same with errors of heavy tails.
  package let robustByBeacon: ChannelLaw?
  /// The residuals of the received readings from the robust law (with a C for each beacon), in the order of the
  /// readings.
  package let residuals: [ChannelResidual]
  /// How the residuals of one beacon vary along the walk.
  package let correlation: ResidualCorrelation
  /// Nil where the recording does not state the channels.
  package let channels: ChannelSpread?
  /// The Rician K (linear) that explains the variance that neighbouring readings do not share; nil when there is none,
  /// when averages hide it, or when it is unknown.
  package let fadingK: ChannelEstimate?
  /// Nil where it is not known what was sent.
  package let losses: LossTable?

  /// Readings from distances whose largest is less than this many times the smallest count as from one.
  package static let oneDistanceRatio = 1.25

  /// The share of packets, of those not lost by chance, that may be too weak before the variance of the rest is too uncertain. By
  /// simulation: intervals of shadowing, decorrelation distance, nugget and K hold at 17 %, and no longer at 32 %.
  private static let muchTooWeak = 0.2

  /// The same for the channels' deviation, which comes from means of few readings: by simulation it holds at 4 %, and no longer
  /// at 16 %.
  private static let tooWeakForChannels = 0.1

  /// A level below all others.
  private static let nothing: DBm = -1000

  /// Fewer readings give no numbers.
  package static let fewestReadings = 10

  /// - Parameter source: names the readings in errors.
  /// - Throws: ``CalibrationProblem`` when the readings are too few, or do not hold a law.
  package init(_ all: ChannelReadings, source: String, options: Options = Options())
    throws(CalibrationProblem)
  {
    let readings = all.withoutRare
    let isOne = readings.areFromOneDistance
    try Self.check(readings, isOne: isOne, source: source)
    if options.censoring { try readings.checkInterval(source: source) }
    let hasLimit = options.sensitivity != nil || !isOne
    let silence: SilenceKnowledge =
      !options.censoring ? .ignored : readings.knowsSilence ? .counted : hasLimit ? .unknown : .ignored
    let weakest = readings.heard.map(\.level).min() ?? 0
    if silence != .ignored, let sensitivity = options.sensitivity, weakest < sensitivity {
      throw .heardBelowSensitivity(source: source, sensitivity: sensitivity, weakest: weakest)
    }
    let limit = hasLimit ? options.sensitivity ?? weakest : nil
    let rows = CalibrationRows(
      readings, parts: CalibrationParts(readings, isOneDistance: isOne), countsSilence: silence == .counted)
    let plain: Calibration?
    do throws(FitError) {
      plain = isOne ? nil : try Calibration(rows.plain, anchors: readings.beacons.count)
    } catch {
      throw .fit(source: source, problem: error, plain: nil)
    }
    do throws(FitError) {
      let estimation = try ChannelEstimation(
        readings, rows, slope: isOne ? .fixed(options.assumedExponent) : .free,
        limit: (limit ?? Self.nothing).value, silence: silence)
      self.init(estimation, of: readings, source: source, options, plain, limit, silence)
    } catch {
      throw .fit(source: source, problem: error, plain: plain)
    }
  }

  /// Each figure with the intervals that the readings allow.
  private init(
    _ estimation: ChannelEstimation, of readings: ChannelReadings, source: String, _ options: Options,
    _ plain: Calibration?, _ limit: DBm?, _ silence: SilenceKnowledge
  ) {
    (self.source, self.readings, self.options) = (source, readings, options)
    (self.plain, self.limit, self.silence) = (plain, limit, silence)
    plainWithoutWalls =
      plain == nil || !readings.haveWalls
      ? nil
      : try? Calibration(
        CalibrationRows(readings.withoutWalls, parts: estimation.rows.parts, countsSilence: false).plain,
        anchors: readings.beacons.count)
    pooledSince = estimation.byBeaconProblem
    (parts, residuals) = (estimation.rows.parts, estimation.residuals)
    oneDistance = readings.areFromOneDistance ? readings.meanDistance : nil
    let laws = estimation.lawsByBeacon
    losses = estimation.losses(by: laws?.robust ?? estimation.common.robust)
    let tooWeak = losses?.tooWeak ?? 0
    (isCutOff, areChannelsCutOff) = (tooWeak > Self.muchTooWeak, tooWeak > Self.tooWeakForChannels)
    let channels = estimation.channels
    self.channels = areChannelsCutOff ? channels?.withoutDeviationInterval : channels
    let spread = estimation.spread(
      above: silence == .ignored ? nil : limit?.value, noise: options.noise)
    let faded = estimation.faded(spread?.fadingK)
    let plausible = estimation.plausible(faded: faded, tooWeak: tooWeak)
    (isFading, tellsFades) = (plausible.isFading, plausible.tellsFades)
    let common = estimation.common
    normal = plausible.withSupportedIntervals(common.normal)
    robust = plausible.withSupportedIntervals(common.robust)
    self.faded = faded.map { plausible.withSupportedIntervals($0) }
    normalByBeacon = laws.map { plausible.withSupportedIntervals($0.normal, likeThat: common.normal) }
    robustByBeacon = laws.map { plausible.withSupportedIntervals($0.robust, likeThat: common.robust) }
    let whole = estimation.correlation.uncut(by: spread, isFading: plausible.isFading)
    correlation = isCutOff ? whole.withoutIntervals : whole
    fadingK = isCutOff ? spread?.fadingK?.withoutInterval : spread?.fadingK
  }

  /// Why each beacon has no C of its own; nil where it has, or with one beacon.
  package let pooledSince: FitError?

  /// The law with one C whose likelihood is the largest.
  package var mostLikely: ChannelLaw {
    [robust, faded].compactMap(\.self).reduce(normal) { $1.logLikelihood > $0.logLikelihood ? $1 : $0 }
  }

  /// The law that a simulation uses: with fading where that explains the readings best, and otherwise with errors of
  /// Student's t.
  package var best: ChannelLaw { (isFading ? faded : nil) ?? robust }

  private static func check(
    _ readings: ChannelReadings, isOne: Bool, source: String
  ) throws(CalibrationProblem) {
    guard readings.heard.count >= Self.fewestReadings else {
      throw .tooFewReadings(
        source: source, found: readings.heard.count, needed: Self.fewestReadings,
        from: isOne ? "from one distance" : "from different distances")
    }
    let places = Set(readings.heard.map(\.distance)).count
    guard isOne || !readings.areStatic || places >= 3 else {
      throw .tooFewDistances(source: source, found: places)
    }
    let spread = readings.distanceSpread
    guard isOne || spread >= CalibrationProblem.leastSpread else {
      throw .steadyDistances(source: source, spread: spread)
    }
  }
}

extension ChannelReadings {
  /// The same without beacons of fewer than ten readings that were heard less than a hundredth as often as the median beacon.
  ///
  /// What is sent and hardly ever received tells of a beacon that is switched off, broken or far outside, not of the channel, while
  /// its silences, thousands beside a few readings, would bend the fit.
  fileprivate var withoutRare: ChannelReadings {
    let counts = heardByBeacon
    let known = counts.filter { $0 > 0 }.sorted()
    let isRare = counts.map {
      1..<ChannelFit.fewestReadings ~= $0 && 100 * $0 < known[known.count / 2]
    }
    guard isRare.contains(true) else { return self }
    var common = self
    common.rare += counts.indices.filter { isRare[$0] }.map { (beacons[$0], counts[$0]) }
    common.heard.removeAll { isRare[links[$0.link].beacon] }
    common.silent.removeAll { isRare[links[$0.link].beacon] }
    return common
  }

  /// The standard deviation of the distance's common logarithm about its mean for each beacon, over all readings.
  fileprivate var distanceSpread: Double {
    let points = heard.map { (beacon: links[$0.link].beacon, x: Elementary.log10($0.distance)) }
    var sums = [Double](repeating: 0, count: beacons.count)
    for point in points { sums[point.beacon] += point.x }
    let means = zip(sums, heardByBeacon).map { $0 / Double(max($1, 1)) }
    let squares = points.reduce(0) { sum, point in
      sum + (point.x - means[point.beacon]) * (point.x - means[point.beacon])
    }
    return (squares / Double(max(points.count, 1))).squareRoot()
  }

  /// Whether they count as readings from one distance.
  fileprivate var areFromOneDistance: Bool {
    let distances = heard.map(\.distance)
    return (distances.max() ?? 1) < ChannelFit.oneDistanceRatio * (distances.min() ?? 1)
  }

  /// The geometric mean of their distances, in metres.
  fileprivate var meanDistance: Double {
    Elementary.exp(heard.reduce(0) { $0 + Elementary.log($1.distance) } / Double(heard.count))
  }

  /// Whether every level is a whole number of dBm.
  package var isWhole: Bool { heard.allSatisfy { $0.level.value == $0.level.value.rounded() } }
}
