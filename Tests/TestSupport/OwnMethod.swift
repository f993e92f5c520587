public import Documents
public import Phone
public import Positioning

/// The settings of a method that is not built in; methods of one label count as equal.
public struct OwnMethod: MethodSettings {
  public static let name = "own"
  public static let about = "A method of a test."
  public static let keys: [SettingKey<OwnMethod>] = []

  public let summary: String
  public let uses: [Given]
  public let needsChannels: Bool
  private let make: @Sendable (PriorInformation) -> any PositioningMethod

  public init() { self.init("none") { NearestBeacon(RangedSite($0)) } }

  public init(
    _ label: String, uses: [Given] = [], needsChannels: Bool = false,
    make: @escaping @Sendable (PriorInformation) -> any PositioningMethod
  ) {
    self.needsChannels = needsChannels
    summary = label
    self.uses = uses
    self.make = make
  }

  public func makeMethod(
    _ prior: PriorInformation, phone: PhoneSettings
  ) throws(PipelineError) -> any PositioningMethod { make(prior) }

  public static func == (a: OwnMethod, b: OwnMethod) -> Bool { a.summary == b.summary }

  public func hash(into hasher: inout Hasher) { hasher.combine(summary) }
}
