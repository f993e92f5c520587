public import Documents
public import Phone
public import World

extension SettingKey where Owner: DeclaredSettings {
  /// How many of the nearest anchors a method uses; nil for all that are heard.
  static func nearestAnchors(_ property: any Property<Int?>, atLeast least: Int) -> SettingKey {
    .defaulted(
      "k", property,
      .either(
        SettingShape(.integer(.atLeast(least)), as: { $0 }, from: { $0 }),
        .words([("all", nil, "All that are received on the floor.")])),
      "The number of nearest beacons by estimated distance; or `all` that are received.")
  }
}

/// The anchors that are estimated nearest, nearest first.
///
/// They are ranked by estimated distance, and of equals the lower index comes first. The paper sorts beacons by "a
/// weighted function" and does not define it. With the weights of the centroid, one over any positive power of the
/// distance, the order is this one; with one RSSI at 1 m for all anchors it is the order of the levels. Anchors on
/// other floors than the nearest one are left out.
struct NearestAnchors: Sendable {
  /// Nearest first, at most as many as were asked for.
  private(set) var indices: [Int] = []
  private var losses: [Double] = []

  mutating func choose(_ most: Int, from epoch: Epoch, in site: RangedSite) {
    let bound = site.hasOneFloor ? bound(most, from: epoch, in: site) : .infinity
    indices.removeAll(keepingCapacity: true)
    losses.removeAll(keepingCapacity: true)
    let nearest = site.hasOneFloor ? nil : site.nearest(of: epoch.levels.indices, in: epoch)
    let floor = nearest.map { site.site.anchors[$0].floor }
    let levels = epoch.levels.span
    let references = site.model.levelsAtOneMetre.span
    var limit = bound.nextUp
    for anchor in levels.indices {
      guard let level = levels[anchor] else { continue }
      if let floor, site.site.anchors[anchor].floor != floor { continue }
      let loss = (references[anchor] - level).value
      guard loss < limit else { continue }
      if indices.count < most {
        indices.append(anchor)
        losses.append(loss)
      }
      insert(anchor, loss)
      if indices.count == most { limit = losses[most - 1] }
    }
  }

  /// An upper bound on the loss of the nearest anchors, from those chosen last; infinite where there is none.
  private func bound(_ most: Int, from epoch: Epoch, in site: RangedSite) -> Double {
    guard indices.count == most else { return .infinity }
    return indices.reduce(-.infinity) { bound, anchor in
      max(bound, epoch.levels[anchor].map { site.loss(of: anchor, at: $0) } ?? .infinity)
    }
  }

  /// Inserts an anchor before those that are farther, and drops the last.
  private mutating func insert(_ anchor: Int, _ loss: Double) {
    var place = losses.count - 1
    while place > 0, loss < losses[place - 1] { place -= 1 }
    Self.put(anchor, at: place, in: &indices)
    Self.put(loss, at: place, in: &losses)
  }

  /// Shifts the elements behind an index back by one.
  @inline(__always)
  private static func put<Value>(_ value: Value, at place: Int, in values: inout [Value]) {
    var values = values.mutableSpan
    for index in stride(from: values.count - 1, to: place, by: -1) { values[index] = values[index - 1] }
    values[place] = value
  }
}

/// What the methods of the nearest anchors begin with: their settings, the site and the choice of the anchors.
struct NearestRanging<Settings: MethodSettings>: Sendable {
  let settings: Settings
  var site: RangedSite
  private var nearest = NearestAnchors()

  /// - Precondition: the settings have no fault.
  init(_ site: RangedSite, _ settings: Settings) {
    self.site = site
    self.settings = settings.valid
  }

  /// The anchors that are estimated nearest, nearest first, and the floor of the nearest.
  ///
  /// - Parameters:
  ///   - most: nil for all that are heard on the floor.
  ///   - least: how many a position takes.
  mutating func choose(
    _ most: Int?, needing least: Int = 1, from epoch: Epoch
  ) throws(NoFix) -> (anchors: [Int], floor: Int) {
    nearest.choose(most ?? .max, from: epoch, in: site)
    let anchors = nearest.indices
    guard anchors.count >= least else { throw .tooFewBeacons(heard: anchors.count, needed: least) }
    return (anchors, site.site.anchors[anchors[0]].floor)
  }
}

/// The place of the closest beacon by Algorithm 1 of Mustafa & Sykes 2021.
///
/// Zone and accuracy follow from the same distance, so the best accuracy in the lowest zone is the best accuracy
/// overall, and the zones need not be computed. Only `unknown`, taken literally, is a zone of its own.
public struct NearestBeacon: PositioningMethod, PositioningSession {
  /// Nothing can be chosen: Algorithm 1 has no parameters.
  public struct Settings: MethodSettings {
    public static let name = "nearest"
    public static let about = "The beacon that Algorithm 1 chooses from the filtered readings."
    public static let keys: [SettingKey<Settings>] = []

    public init() {}

    public var summary: String { "nearest beacon" }

    public func makeMethod(
      _ prior: PriorInformation, phone: PhoneSettings
    ) throws(PipelineError) -> any PositioningMethod {
      NearestBeacon(RangedSite(prior), unknown: phone.unknownZone)
    }
  }

  /// The phone's accuracy and zone, then Algorithm 1: the mean over ``Phone/PhoneSettings/proximitySmoothing`` of what
  /// the pipeline's filters give, or of the readings themselves when it has none.
  public struct ByProximity: MethodSettings {
    public static let name = "proximity"
    public static let about =
      "The beacon that Algorithm 1 chooses from the accuracy values that the phone smooths over "
      + "`phone.proximitySmoothing`."
    public static let keys: [SettingKey<ByProximity>] = []

    public init() {}

    /// The phone's running mean follows the pipeline's own filters.
    public var smoothsAsPhone: Bool { true }

    public func makeMethod(
      _ prior: PriorInformation, phone: PhoneSettings
    ) throws(PipelineError) -> any PositioningMethod { try Settings().makeMethod(prior, phone: phone) }
  }

  private var site: RangedSite
  private let unknown: PhoneSettings.UnknownZone

  public init(_ site: RangedSite, unknown: PhoneSettings.UnknownZone = .excluded) {
    self.site = site
    self.unknown = unknown
  }

  public mutating func learn(_ model: RangingModel) { site.model = model }

  /// With `literal` a silent anchor is in the lowest zone, so the first of them is the answer.
  /// - Throws: ``World/NoFix/tooFewBeacons(heard:needed:)`` when nothing is heard.
  public mutating func fix(from epoch: Epoch) throws(NoFix) -> Fix {
    let silent = unknown == .literal ? epoch.levels.firstIndex(of: nil) : nil
    guard let anchor = silent ?? site.nearest(of: epoch.levels.indices, in: epoch) else {
      throw .tooFewBeacons(heard: 0, needed: 1)
    }
    return site.fix(at: anchor)
  }
}

/// One fixed position, whatever is heard: the baseline that every method should beat.
///
/// It answers at every callback, heard or not.
public struct RoomCentre: PositioningMethod, PositioningSession {
  /// Nothing can be chosen: the position is a property of the site.
  public struct Settings: MethodSettings {
    public static let name = "roomCentre"
    public static let about = "The centre of the site, whatever is received: the baseline."
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
