public import Phone
public import World

/// A method that turns RSSI into positions, made once per study from its settings and its ``PriorInformation``.
///
/// Whatever takes long, such as tables and maps, is computed when it is made. It begins a session for each lap, and
/// sessions share no state: a lap's fixes do not depend on other laps. Ties are broken by the lower anchor index, and
/// randomness comes from the lap's seed alone.
public protocol PositioningMethod: Sendable {
  /// By how much its fixes use epochs after their own. With any, ``begin(_:)`` gives a ``SmoothingSession``.
  var lookAhead: LookAhead { get }
  /// Whether epochs must carry the single advertisements of their windows.
  var needsAdvertisements: Bool { get }
  /// What a reader of the results should know, once the laps are over.
  var notes: [String] { get }

  /// Gets ready what laps need and nothing else does, such as a program; called before the first lap, and perhaps again.
  func prepare() throws(PipelineError)

  /// A fresh session, in the state before the first lap.
  func begin(_ lap: LapPrior) -> any PositioningSession
}

/// A method on one lap: a value, or a class that holds what cannot be copied.
public protocol PositioningSession {
  /// Adopts a new ranging model, because frames have stated measured powers, and keeps all other state.
  mutating func learn(_ model: RangingModel)

  /// The position at the end of the epoch's window. Epochs come in the order of time, each once.
  ///
  /// - Throws: why there is no position; the lap goes on.
  mutating func fix(from epoch: Epoch) throws(NoFix) -> Fix

  /// The position at a moment at or after the end of the last epoch's window, and before the next one's, from the epochs so
  /// far; nil if it is that of the last fix, as for methods without memory. Calls come in the order of time and change no
  /// later answer.
  mutating func position(at time: Double) throws(NoFix) -> Fix?

  /// The lap is over.
  mutating func end()
}

/// A session of a method that looks ahead: it is given all epochs of the lap at once.
public protocol SmoothingSession: PositioningSession {
  /// The positions at some moments, one for each, in the order of time: the ends of all windows and whatever else is asked.
  mutating func fixes(for epochs: [Epoch], at times: [Double]) -> [Result<Fix, NoFix>]
}

/// By how much the fixes of a method use epochs after their own.
public enum LookAhead: Hashable, Sendable {
  case none
  /// A number of seconds.
  case seconds(Double)
  case wholeLap

  /// In the words of a table's row; nil for none.
  public var summary: String? {
    switch self {
    case .none: nil
    case .seconds(let seconds): "looks \(seconds) s ahead"
    case .wholeLap: "looks ahead over the whole lap"
    }
  }
}

extension PositioningMethod {
  /// Uses no later epochs.
  public var lookAhead: LookAhead { .none }
  /// Averages per window suffice.
  public var needsAdvertisements: Bool { false }
  /// Has nothing to say.
  public var notes: [String] { [] }
  public func prepare() throws(PipelineError) {}
}

extension PositioningMethod where Self: PositioningSession {
  /// A copy of the method is a fresh session.
  public func begin(_ lap: LapPrior) -> any PositioningSession { self }
}

extension PositioningSession {
  public mutating func learn(_ model: RangingModel) {}
  public mutating func position(at time: Double) throws(NoFix) -> Fix? { nil }
  public mutating func end() {}
}

extension SmoothingSession {
  /// The fix from one epoch by itself.
  public mutating func fix(from epoch: Epoch) throws(NoFix) -> Fix {
    try fixes(for: [epoch], at: [epoch.time])[0].get()
  }
}
