public import Documents
public import Phone
public import World

/// One fixed position, whatever is heard: the baseline that every method should beat.
///
/// It answers at every callback, heard or not.
public struct RoomCentre: PositioningMethod, PositioningSession {
  /// Nothing can be chosen: the position is a property of the site.
  public struct Settings: MethodSettings {
    public static let name = "roomCentre"
    public static let about = "The centre of the site, whatever is received: the baseline."
    public static let defaults = Settings()
    public static let keys: [SettingKey<Settings>] = []

    public init() {}

    public var summary: String { "room centre" }
    /// No level is used.
    public var ranges: Bool { false }
    /// Fixes come at callbacks without any reading, too.
    public var hasSignal: Bool { false }

    public func makeMethod(
      _ prior: PriorInformation, phone: PhoneSettings
    ) throws(PipelineError) -> any PositioningMethod { RoomCentre(answer: prior.middle) }
  }

  private let answer: Fix

  /// - Parameter answer: as the study has worked it out; see ``World/Site/middle``.
  public init(answer: Fix) { self.answer = answer }

  public mutating func fix(from epoch: Epoch) throws(NoFix) -> Fix { answer }
}

extension Site {
  /// The middle of the site on the floor where its path begins, or else its first anchor.
  public var middle: Fix {
    let floor = path?.nodes.first?.floor ?? anchors.first?.floor ?? floors.first?.level ?? 0
    return Fix(position: centre.at(height: elevation(ofFloor: floor)), floor: floor)
  }
}
