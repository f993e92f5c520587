public import World

/// The feedback, or low-pass, filter: a reading blended with what came before it.
///
/// `α RSSI_n + (1 - α) RSSI_(n-1)`. Read literally, the second term is the previous reading; a low-pass filter
/// takes the previous output, which is the recursive form. The first reading is taken as it is.
///
/// Source: Mustafa & Sykes 2021, equation 2, with α of 0.75 or more.
public struct FeedbackFilter: SignalFilter {
  public struct Settings: Hashable, Sendable {
    public enum Form: String, Hashable, Sendable, CaseIterable {
      /// Blends with the previous reading.
      case literal
      /// Blends with the previous output.
      case recursive
    }

    /// α, above 0 and at most 1.
    public var alpha: Double
    public var form: Form

    public init(alpha: Double = 0.75, form: Form = .literal) {
      self.alpha = alpha
      self.form = form
    }

    /// What is out of range; nil when all is well.
    public var fault: SettingFault? {
      .first(of: ("alpha", alpha > 0 && alpha <= 1, "above 0 and at most 1", alpha))
    }
  }

  public let settings: Settings
  private var previous: DBm?
  private var output: DBm?

  /// - Precondition: the settings have no fault.
  public init(_ settings: Settings = Settings()) {
    precondition(settings.fault == nil, "\(settings.fault?.description ?? "")")
    self.settings = settings
  }

  /// `1 - α` intervals literally, `(1 - α) / α` recursively.
  public func delay(every interval: Double) -> Double {
    interval * (settings.form == .literal ? 1 - settings.alpha : (1 - settings.alpha) / settings.alpha)
  }

  public mutating func smooth(_ level: DBm?, at time: Double) -> DBm? {
    guard let level else { return output }
    let before = previous ?? level
    let blend = DBm(settings.alpha * level.value + (1 - settings.alpha) * before.value)
    previous = settings.form == .literal ? level : blend
    output = blend
    return blend
  }
}
