import NumericalMethods

/// How true what a method states about its own errors is, over all laps.
public struct UncertaintyScore: Hashable, Sendable {
  /// The share of truths inside the region of a probability.
  public struct Region: Hashable, Sendable {
    /// The stated probability, above 0 and below 1.
    public let probability: Double
    /// 0 to 1.
    public let share: Double
    /// The 95 % interval of the share over laps, within 0 and 1; nil with fewer than two laps.
    public let interval: ConfidenceInterval?
  }

  /// Measured errors with a statement.
  public let count: Int
  /// The metrics of ``Metric/Use/uncertainty`` with a value, in the order of the registry.
  public let estimates: [MetricEstimate]
  /// At the probabilities 5, 10 to 95 %: the calibration curve; empty without covariances.
  public let regions: [Region]
  /// The interval that the normalised estimation error squared of a credible method would leave in 5 % of studies, were each lap one
  /// independent error with two degrees of freedom; nil without covariances.
  ///
  /// Source: Bar-Shalom, Li, Kirubarajan 2001, section 5.4.2. Errors of a lap are averaged first, so it is rather too wide.
  public let credible: ConfidenceInterval?
  /// Of the floors of fixes; nil where the method gives floors no probabilities.
  public let floors: ReliabilityTable?
  /// Of the rooms of fixes; nil without covariances, and on sites without rooms.
  public let rooms: ReliabilityTable?

  /// Nil where nothing was stated.
  ///
  /// - Parameter laps: the errors of each; they are traversed again for each metric that is no ratio.
  public init?(ofLaps laps: some Collection<[PositionError]>) {
    let metrics = Metric.all(for: .uncertainty)
    var sums = Sums(metrics)
    for lap in laps { sums.add(lap) }
    guard sums.count > 0 else { return nil }
    count = sums.count
    estimates = metrics.enumerated().map { index, metric in
      switch metric.form {
      case .ratio, .positiveRatio: MetricEstimate(metric, ofTotals: sums.totals.map { $0[index] })
      default: MetricEstimate(metric, ofLaps: Array(laps), ErrorsByLap(ofLaps: laps))
      }
    }.filter { $0.value != nil }
    regions = Sums.probabilities.enumerated().compactMap { index, probability in
      let inside = LapMean(ofTotals: sums.inside.map { SIMD2($0[index], $0[Sums.probabilities.count]) })
      return inside.map { inside in
        Region(
          probability: probability, share: inside.value,
          interval: inside.interval?.limited(to: 0...1))
      }
    }
    let heard = sums.inside.count { ($0.last ?? 0) > 0 }
    credible =
      heard == 0
      ? nil
      : ConfidenceInterval(
        lower: ChiSquareQuantile.lower(0.025, degrees: Double(2 * heard)) / Double(2 * heard),
        upper: ChiSquareQuantile.upper(0.025, degrees: Double(2 * heard)) / Double(2 * heard))
    (floors, rooms) = (sums.floors.orNil, sums.rooms.orNil)
  }

  /// What is added up in one pass over the errors.
  private struct Sums {
    static let probabilities = (1...19).map { Double($0) / 20 }
    let metrics: [Metric]
    var count = 0
    /// By lap and metric.
    var totals: [[SIMD2<Double>]] = []
    /// By lap: how many truths lie inside each region, and of how many.
    var inside: [[Double]] = []
    var floors = ReliabilityTable()
    var rooms = ReliabilityTable()

    init(_ metrics: [Metric]) { self.metrics = metrics }

    mutating func add(_ lap: [PositionError]) {
      var totals = [SIMD2<Double>](repeating: .zero, count: metrics.count)
      var inside = [Double](repeating: 0, count: Self.probabilities.count + 1)
      for error in lap {
        guard let offset = error.offset, let claim = offset.claim else { continue }
        count += 1
        for (index, metric) in metrics.enumerated() {
          switch metric.form {
          case .ratio(let parts), .positiveRatio(_, let parts): totals[index] += parts(offset) ?? .zero
          default: break
          }
        }
        if let level = offset.stated?.level {
          for (index, probability) in Self.probabilities.enumerated() where level <= probability {
            inside[index] += 1
          }
          inside[Self.probabilities.count] += 1
        }
        if let floor = claim.floor { floors.add(floor, isRight: offset.floors == 0) }
        if let room = claim.room { rooms.add(room, isRight: offset.room == error.room) }
      }
      self.totals.append(totals)
      self.inside.append(inside)
    }
  }
}

/// How often answers were right, by the probability that the method gave them.
///
/// Source: Murphy 1973, "A new vector partition of the probability score", doi:10.1175/1520-0450(1973)012<0595:ANVPOT>2.0.CO;2, whose
/// reliability compares these two.
public struct ReliabilityTable: Hashable, Sendable {
  /// The answers with a probability in one tenth.
  public struct Row: Hashable, Sendable {
    /// The lower end of the tenth, which belongs to it; 1 belongs to the last.
    public let from: Double
    /// The upper end of the tenth.
    public let to: Double
    /// Answers.
    public let count: Int
    /// The mean of their probabilities.
    public let stated: Double
    /// The share of them that was right.
    public let right: Double
  }

  private var counts = [Int](repeating: 0, count: 10)
  private var stated = [Double](repeating: 0, count: 10)
  private var hits = [Int](repeating: 0, count: 10)

  init() {}

  mutating func add(_ forecast: ErrorClaim.Forecast, isRight: Bool) {
    // Seven digits are kept, so that 0.7 may have become a little less.
    let tenth = min(max(Int(10 * forecast.confidence + 1e-5), 0), 9)
    counts[tenth] += 1
    stated[tenth] += forecast.confidence
    if isRight { hits[tenth] += 1 }
  }

  /// The tenths with an answer, in ascending order.
  public var rows: [Row] {
    counts.indices.filter { counts[$0] > 0 }.map { tenth in
      let count = Double(counts[tenth])
      return Row(
        from: Double(tenth) / 10, to: Double(tenth + 1) / 10, count: counts[tenth],
        stated: stated[tenth] / count, right: Double(hits[tenth]) / count)
    }
  }

  /// Nil without an answer.
  var orNil: ReliabilityTable? { counts.contains { $0 > 0 } ? self : nil }
}
