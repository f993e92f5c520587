public import Documents
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

/// The settings of one kind of positioning method: how a scenario states it, and how the method is made.
public protocol MethodSettings: DeclaredSettings {
  /// As a scenario names the method.
  static var name: String { get }
  /// One sentence for the documentation.
  static var about: String { get }
  /// How a scenario states the settings.
  static var form: SettingForm<Self> { get }
  /// How JSON names the method with these settings.
  var summary: String { get }
  /// How a table names it; by default as JSON does.
  var words: String { get }
  /// What the method uses beyond stream and site: exactly what its pipeline's `given` must list.
  var uses: [Given] { get }
  /// What its pipeline's `given` may list besides, for the method to use.
  var mayUse: [Given] { get }
  /// Whether the method uses the positions of the beacons.
  var needsPlaces: Bool { get }
  /// Whether the settings make sense only on a site with a path.
  var needsPath: Bool { get }
  /// Whether the method uses the steps that a phone's motion sensors find.
  var needsSteps: Bool { get }
  /// Whether the method compares levels by advertising channel, for which the stream must have the channels.
  var needsChannels: Bool { get }
  /// Whether the method turns RSSI into distances, or into which beacon is nearer.
  var ranges: Bool { get }
  /// Whether the method hears anything.
  var hasSignal: Bool { get }
  /// Whether fixes say how large their errors may be, for which the memory of a study is planned.
  var statesUncertainty: Bool { get }
  /// Whether fixes say how much of them is that of which model.
  var mixesModels: Bool { get }
  /// Whether the phone's own smoothing is applied between the pipeline's filters and the method, and determines how long a
  /// beacon is remembered.
  var smoothsAsPhone: Bool { get }

  /// Makes the method, without any filter. Lengthy computations belong here: it is called once per study.
  ///
  /// - Precondition: the settings have no fault, the site has the path that they need, and the prior information holds what
  ///   they use.
  func makeMethod(_ prior: PriorInformation, phone: PhoneSettings) throws(PipelineError)
    -> any PositioningMethod
}

extension MethodSettings {
  /// The declared keys, and nothing besides.
  public static var form: SettingForm<Self> { .settings }
  /// The name, for methods without a choice that a table must show.
  public var summary: String { Self.name }
  /// The same words as in JSON.
  public var words: String { summary }
  /// Stream and site suffice.
  public var uses: [Given] { [] }
  /// Nothing besides.
  public var mayUse: [Given] { [] }
  /// Distances are those from known positions.
  public var needsPlaces: Bool { ranges }
  /// Open spaces suffice.
  public var needsPath: Bool { false }
  /// Motion sensors are not used.
  public var needsSteps: Bool { false }
  /// The levels of all channels together suffice.
  public var needsChannels: Bool { false }
  /// Most methods estimate distances or compare them.
  public var ranges: Bool { true }
  /// All methods but the constant baseline hear something.
  public var hasSignal: Bool { true }
  /// Most methods are one model.
  public var mixesModels: Bool { false }
  /// Most methods give a position alone.
  public var statesUncertainty: Bool { false }
  /// The pipeline's own filters are all there is.
  public var smoothsAsPhone: Bool { false }
}
