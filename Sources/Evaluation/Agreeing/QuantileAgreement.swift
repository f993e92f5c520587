/// How a recording's errors compare with those of repetitions of its simulated twin: mean and quantiles.
///
/// The twins say how far a figure moves from one recording to the next in the same building with the same channel;
/// what the recording has beyond 95 % of them, the channel does not explain. Ours: a predictive check, as in Rubin
/// 1984, doi:10.1214/aos/1176346785.
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
    /// The middle one of the twins'.
    public let twin: Double
    /// Within which 95 % of the twins have it.
    public let twinInterval: ConfidenceInterval

    /// Recorded less twin: positive when reality is worse.
    public var difference: Double { recorded - twin }
    /// Of the difference: what it would be with other twins.
    public var interval: ConfidenceInterval {
      ConfidenceInterval(lower: recorded - twinInterval.upper, upper: recorded - twinInterval.lower)
    }
    /// Whether the recording lies beyond 95 % of the twins, by more than a millimetre.
    public var differs: Bool {
      recorded < twinInterval.lower - Self.nothing || recorded > twinInterval.upper + Self.nothing
    }

    /// Whether chance could make it lie there: not where the twins are all the same, as those of a method that hears
    /// nothing are.
    public var canDiffer: Bool { differs || twinInterval.upper - twinInterval.lower > Self.nothing }

    /// Metres: no walk is surveyed to a millimetre. A method that hears nothing does not vary from twin to twin, and
    /// would differ by a callback more or less at an end of the recording.
    static let nothing = 1e-3
  }

  /// In the order of ``Figure``.
  public let rows: [Row]

  /// - Parameters:
  ///   - recorded: the errors on the recording, missed ones included, which do not count.
  ///   - twins: by repetition; those without a single error are left out.
  /// - Returns: nil when no error was measured on one side.
  public init?(recorded: [PositionError], twins: [[PositionError]]) {
    let real = recorded.compactMap(\.metres)
    let made = twins.map { $0.compactMap(\.metres) }.filter { !$0.isEmpty }
    guard !real.isEmpty, !made.isEmpty else { return nil }
    rows = Figure.allCases.compactMap { figure in
      guard let value = figure.value(of: real),
        let bounds = Quantiles.of(made.compactMap { figure.value(of: $0) }, at: [0.025, 0.5, 0.975])
      else { return nil }
      return Row(
        figure: figure, recorded: value, twin: bounds[1],
        twinInterval: ConfidenceInterval(lower: bounds[0], upper: bounds[2]))
    }
  }
}
