public import Documents
public import World

/// The feedback, or low-pass, filter: a reading blended with what came before it.
///
/// `α RSSI_n + (1 - α) RSSI_(n-1)`. Read literally, the second term is the previous reading; a low-pass filter
/// takes the previous output, which is the recursive form. The first reading is taken as it is.
///
/// Source: Mustafa & Sykes 2021, equation 2, with α of 0.75 or more.
public struct FeedbackFilter: SignalFilter {
  /// The weight of the newest reading, and the reading of the paper's equation.
  public struct Settings: FilterSettings {
    /// Whether the previous reading or the previous output is blended in.
    public enum Form: String, Hashable, Sendable, CaseIterable {
      case literal
      case recursive
    }

    /// α.
    public var alpha = 0.75
    /// How equation 2 of the paper is read.
    public var form = Form.literal

    /// Literal, with the least α that the paper recommends.
    public init() {}

    public static let name = "feedback"
    public static let about =
      "A reading blended with the previous reading or output: Mustafa & Sykes 2021, equation 2."
    /// An `alpha` of 1 gives the readings themselves in both forms.
    public static let keys: [SettingKey<Settings>] = [
      .defaulted("alpha", \.alpha, .number(.above(0, atMost: 1)), "The weight of the newest reading."),
      .defaulted(
        "form", \.form,
        .choice([
          .literal: "The previous reading, as in equation 2.",
          .recursive: "The previous output, which makes a low-pass filter.",
        ]), "What receives the rest of the weight."),
    ]

    /// For example `feedback 0.75 literal`.
    public var summary: String { "feedback \(short(alpha)) \(form.rawValue)" }
    public func makeFilter() -> any SignalFilter { FeedbackFilter(self) }
  }

  let settings: Settings
  private var previous: DBm?
  private var output: DBm?

  /// - Precondition: the settings have no fault.
  public init(_ settings: Settings = Settings()) {
    self.settings = settings.valid
  }

  /// `1 - α` intervals literally, `(1 - α) / α` recursively.
  public func delay(every interval: Double) -> Double {
    interval * (settings.form == .literal ? 1 - settings.alpha : (1 - settings.alpha) / settings.alpha)
  }

  /// A second without a reading leaves the last output; nil before the first reading.
  public mutating func smooth(_ level: DBm?, at time: Double) -> DBm? {
    guard let level else { return output }
    let before = previous ?? level
    let blend = DBm(settings.alpha * level.value + (1 - settings.alpha) * before.value)
    previous = settings.form == .literal ? level : blend
    output = blend
    return blend
  }
}
