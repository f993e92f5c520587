/// How the errors on a recording compare with those on its simulated replicas: mean and quantiles.
///
/// The replicas show how much a figure varies between recordings through the same channel. A recorded figure outside the central
/// 95 % of them is not explained by the channel. Ours: a predictive check, as in Rubin 1984, doi:10.1214/aos/1176346785.
public struct QuantileAgreement: Hashable, Sendable {
  /// One figure on both sides, in its unit.
  public struct Row: Hashable, Sendable {
    /// The mean or a quantile.
    public let figure: Metric
    /// The figure on the recording.
    public let recorded: Double
    /// The median over the replicas.
    public let replica: Double
    /// The central 95 % of the replicas.
    public let replicaInterval: ConfidenceInterval

    /// Positive when the recorded figure is larger.
    public var difference: Double { recorded - replica }
    /// The interval of the difference: the recorded figure less the central 95 % of the replicas.
    public var interval: ConfidenceInterval {
      ConfidenceInterval(lower: recorded - replicaInterval.upper, upper: recorded - replicaInterval.lower)
    }
    /// Whether the recorded figure lies outside the central 95 % of the replicas by more than a millimetre, or a
    /// thousandth of another unit.
    public var differs: Bool {
      recorded < replicaInterval.lower - Self.nothing || recorded > replicaInterval.upper + Self.nothing
    }

    /// Whether the figure varies between replicas or differs from them. That of a constant baseline does neither.
    public var canDiffer: Bool { differs || replicaInterval.upper - replicaInterval.lower > Self.nothing }

    /// Metres. Smaller differences do not count, since no walk is surveyed to a millimetre. Otherwise the error of a
    /// constant baseline would differ because of one callback more or less at an end of the recording.
    static let nothing = 1e-3
  }

  /// One for each metric of ``Metric/Use/replicas``.
  public let rows: [Row]

  /// Nil where the recording or every replica has no value.
  public subscript(metric: Metric) -> Row? { rows.first { $0.figure == metric } }

  /// - Parameters:
  ///   - recorded: the errors on the recording; missed ones are left out.
  ///   - replicas: the errors on each replica; replicas without a measured error are left out.
  /// - Returns: nil when no error was measured on one side.
  public init?(recorded: [PositionError], replicas: [[PositionError]]) {
    let made = replicas.filter { $0.contains { $0.metres != nil } }
    guard recorded.contains(where: { $0.metres != nil }), !made.isEmpty else { return nil }
    rows = Metric.all(for: .replicas).compactMap { figure in
      func value(_ errors: [PositionError]) -> Double? { figure.value(ofLaps: [errors]) }
      guard let recorded = value(recorded),
        let bounds = Quantiles.of(made.compactMap(value), at: [0.025, 0.5, 0.975])
      else { return nil }
      return Row(
        figure: figure, recorded: recorded, replica: bounds[1],
        replicaInterval: ConfidenceInterval(lower: bounds[0], upper: bounds[2]))
    }
  }
}
