public import Documents
public import Phone

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
  /// Most methods give a position alone.
  public var statesUncertainty: Bool { false }
  /// The pipeline's own filters are all there is.
  public var smoothsAsPhone: Bool { false }
}
