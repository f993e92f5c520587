/// How the errors on a recording compare with those on its simulated replicas: mean and quantiles.
///
/// The replicas show how much a figure varies between recordings through the same channel. A recorded figure outside the central
/// 95 % of them is not explained by the channel. Ours: a predictive check, as in Rubin 1984, doi:10.1214/aos/1176346785.
public struct QuantileAgreement: Hashable, Sendable {
  public enum Figure: String, Hashable, Sendable, CaseIterable {
    case mean
    case p50
    case p75
    case p95

    fileprivate var fraction: Double? {
      switch self {
      case .mean: nil
      case .p50: 0.5
      case .p75: 0.75
      case .p95: 0.95
      }
    }

    fileprivate func value(of errors: [Double]) -> Double? {
      guard let fraction else {
        return errors.isEmpty ? nil : errors.reduce(0, +) / Double(errors.count)
      }
      return Quantiles.of(errors, at: [fraction])?[0]
    }
  }

  /// One figure on both sides, in metres.
  public struct Row: Hashable, Sendable {
    public let figure: Figure
    public let recorded: Double
    /// The median over the replicas.
    public let replica: Double
    /// The central 95 % of the replicas.
    public let replicaInterval: ConfidenceInterval

    /// Positive when the recorded figure is larger.
    public var difference: Double { recorded - replica }
    /// Of the difference: the recorded figure less the central 95 % of the replicas.
    public var interval: ConfidenceInterval {
      ConfidenceInterval(lower: recorded - replicaInterval.upper, upper: recorded - replicaInterval.lower)
    }
    /// Whether the recorded figure lies outside the central 95 % of the replicas by more than a millimetre.
    public var differs: Bool {
      recorded < replicaInterval.lower - Self.nothing || recorded > replicaInterval.upper + Self.nothing
    }

    /// Whether it varies from replica to replica, or differs; constant baselines do neither.
    public var canDiffer: Bool { differs || replicaInterval.upper - replicaInterval.lower > Self.nothing }

    /// Metres: no walk is surveyed to a millimetre. The error of a constant baseline would otherwise differ because of one callback
    /// more or less at an end of the recording.
    static let nothing = 1e-3
  }

  /// In the order of ``Figure``.
  public let rows: [Row]

  /// - Parameters:
  ///   - recorded: the errors on the recording; missed ones are left out.
  ///   - replicas: the errors on each replica; replicas without a measured error are left out.
  /// - Returns: nil when no error was measured on one side.
  public init?(recorded: [PositionError], replicas: [[PositionError]]) {
    let real = recorded.compactMap(\.metres)
    let made = replicas.map { $0.compactMap(\.metres) }.filter { !$0.isEmpty }
    guard !real.isEmpty, !made.isEmpty else { return nil }
    rows = Figure.allCases.compactMap { figure in
      guard let value = figure.value(of: real),
        let bounds = Quantiles.of(made.compactMap { figure.value(of: $0) }, at: [0.025, 0.5, 0.975])
      else { return nil }
      return Row(
        figure: figure, recorded: value, replica: bounds[1],
        replicaInterval: ConfidenceInterval(lower: bounds[0], upper: bounds[2]))
    }
  }
}
