public import Documents
public import World

/// A polynomial fitted to the last few readings by least squares, read at the newest or at the middle one.
///
/// Until the window is full, the end-point form gives the latest reading and the centred form the mean of the
/// readings so far. The window counts readings heard, not seconds.
///
/// Source: Savitzky & Golay 1964, "Smoothing and differentiation of data by simplified least squares
/// procedures", doi:10.1021/ac60214a047.
public struct SavitzkyGolayFilter: SignalFilter {
  /// The window, the polynomial, and where it is read.
  public struct Settings: FilterSettings {
    /// Where in the window the polynomial is read.
    public enum Point: String, Hashable, Sendable, CaseIterable {
      case endPoint = "end"
      case centred = "centre"
    }

    /// How many readings.
    public var window = 5
    /// The degree of the polynomial, below the window.
    public var order = 2
    /// Whether the polynomial is read at the newest reading or at the middle one.
    public var point = Point.endPoint

    /// A parabola through five readings, evaluated at the newest: no delay.
    public init() {}

    public static let name = "savitzkyGolay"
    public static let about =
      "A polynomial through the latest readings by least squares: Savitzky & Golay 1964."
    /// A degree of 0 gives the mean of the window.
    public static let keys: [SettingKey<Settings>] = [
      .defaulted(
        "window", \.window, .integer(.between(1, 101)),
        "The number of readings; above `order`, and odd if evaluated at the centre."),
      .defaulted("order", \.order, .integer(.between(0, 9)), "The degree of the polynomial."),
      .defaulted(
        "at", \.point,
        .choice([
          .endPoint: "At the newest reading: no delay.",
          .centred: "At the middle one, with a delay of half the window.",
        ]), "Where the polynomial is evaluated."),
    ]

    /// A polynomial needs more readings than its degree, and only an odd window has a middle.
    public var conflict: SettingFault? {
      .first(
        of: ("window", window > order, "a value above the order and at most 101", window),
        ("window", point == .endPoint || !window.isMultiple(of: 2), "a value odd when centred", window))
    }

    /// For example `Savitzky-Golay 5/2 end point`.
    public var summary: String {
      "Savitzky-Golay \(window)/\(order) \(point == .centred ? "centred" : "end point")"
    }
    public func makeFilter() -> any SignalFilter { SavitzkyGolayFilter(self) }
  }

  let settings: Settings
  private let weights: [Double]
  private var latest: LatestLevels
  private var output: DBm?

  /// - Precondition: the settings have no fault.
  public init(_ settings: Settings = Settings()) {
    self.settings = settings.valid
    let position = settings.point == .endPoint ? settings.window - 1 : settings.window / 2
    weights = Self.weights(window: settings.window, order: settings.order, position: position)
    latest = LatestLevels(capacity: settings.window)
  }

  /// None at the end point, since a ramp is a polynomial; half the window in the middle, and for order 0, which
  /// is a mean.
  public func delay(every interval: Double) -> Double {
    settings.point == .endPoint && settings.order > 0 ? 0 : interval * Double(settings.window - 1) / 2
  }

  /// A second without a reading leaves the last output; nil before the first reading.
  public mutating func smooth(_ level: DBm?, at time: Double) -> DBm? {
    guard let level else { return output }
    latest.append(level.value)
    if latest.isFull {
      output = DBm(latest.sum(weightedBy: weights))
    } else {
      output = settings.point == .endPoint ? level : DBm(latest.mean)
    }
    return output
  }

  /// The weight of each reading of a window in the fitted polynomial's value at one of them.
  ///
  /// The sum over degrees k of `p_k(position) p_k(i) / Σ p_k²`, with the polynomials that are orthogonal over
  /// the window's abscissae (Gram's), built by their three-term recurrence. This is the solution of the normal
  /// equations without their bad conditioning.
  ///
  /// - Parameters:
  ///   - window: how many readings.
  ///   - order: the degree of the polynomial, below `window`.
  ///   - position: an index into the window, the oldest reading being 0.
  /// - Returns: a weight for each reading, the oldest first.
  public static func weights(window: Int, order: Int, position: Int) -> [Double] {
    precondition(0..<window ~= order && 0..<window ~= position, "order and position must be below the window")
    let abscissae = (0..<window).map { Double($0) - Double(window - 1) / 2 }
    var before = [Double](repeating: 0, count: window)
    var polynomial = [Double](repeating: 1, count: window)
    var squaresBefore = 1.0
    var weights = before
    for degree in 0...order {
      let squares = polynomial.reduce(0) { $0 + $1 * $1 }
      let factor = polynomial[position] / squares
      for index in weights.indices { weights[index] += factor * polynomial[index] }
      let ratio = degree == 0 ? 0 : squares / squaresBefore
      let next = abscissae.indices.map { abscissae[$0] * polynomial[$0] - ratio * before[$0] }
      (before, polynomial, squaresBefore) = (polynomial, next, squares)
    }
    return weights
  }
}
