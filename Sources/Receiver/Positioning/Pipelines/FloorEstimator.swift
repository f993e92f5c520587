public import Documents
import World

/// The floor that the walker is on, from the levels of the anchors alone; it serves every method.
///
/// At each callback every floor gets a score from 0 to 1; the scores of the last seconds are added up, and the floor with
/// the largest sum is the answer. Among equal sums the floor of the previous callback is preferred, and otherwise the
/// lowest.
///
/// Source: the strongest anchor, the vote and the mean are the rules that are common in fingerprinting, as compared by Marques, Meneses,
/// Moreira 2012, "Combining similarity functions and majority rules for multi-building, multi-floor, WiFi positioning". Adding
/// them up over time is ours.
public struct FloorEstimator: Sendable {
  /// How a callback scores the floors, and over how long scores are added up.
  public struct Settings: DeclaredSettings {
    /// What scores a floor at one callback.
    public enum Rule: String, Hashable, Sendable, CaseIterable {
      case strongest
      case vote
      case mean
    }

    /// What scores a floor: the strongest anchor, a vote of the strongest, or their mean level.
    public var rule = Rule.strongest
    /// The number of strongest anchors that vote, or that are averaged on each floor.
    public var anchors = 5
    /// The seconds over which scores are added up.
    public var seconds = 3.0

    public init() {}

    public static let keys: [SettingKey<Settings>] = [
      .defaulted(
        "by", \.rule,
        .choice([
          .strongest: "1 for the floor of the strongest beacon.",
          .vote: "For each floor its share of the `k` strongest beacons.",
          .mean: "1 for the floor whose `k` strongest beacons have the highest mean RSSI.",
        ]), "What scores a floor at one callback."),
      .defaulted("k", \.anchors, .integer(.between(1, 1000)), "The number of strongest beacons to use."),
      .defaulted(
        "seconds", \.seconds, .number(.above(0, atMost: 3600)), unit: "s",
        "The time over which the scores of a floor are added up."),
    ]
  }

  private let settings: Settings
  private let site: KnownSite
  /// The floors of the anchors that keep their place, in rising order.
  private let floors: [Int]
  /// The scores of the last seconds, by floor.
  private var scores: [(time: Double, byFloor: [Double])] = []
  /// Nil before anything is heard.
  private(set) var floor: Int?

  init(_ settings: Settings, site: KnownSite) {
    (self.settings, self.site) = (settings, site)
    floors = Set(site.anchors.filter { !$0.isMobile }.map(\.floor)).sorted()
  }

  /// Takes what is heard at one callback.
  mutating func hear(_ epoch: Epoch) {
    scores.removeAll { $0.time <= epoch.time - settings.seconds }
    scores.append((epoch.time, score(of: epoch.levels)))
    let sums = floors.indices.map { floor in scores.reduce(0) { $0 + $1.byFloor[floor] } }
    guard let most = sums.max(), most > 0 else { return }
    let before = floor.flatMap { floors.firstIndex(of: $0) }
    if let before, sums[before] == most { return }
    floor = sums.firstIndex(of: most).map { floors[$0] }
  }

  private func score(of levels: [DBm?]) -> [Double] {
    var heard: [(level: Double, floor: Int)] = []
    for (anchor, level) in levels.enumerated() {
      if let level { heard.append((level.value, site.anchors[anchor].floor)) }
    }
    let order = heard.indices.sorted { (-heard[$0].level, $0) < (-heard[$1].level, $1) }
    let strongest = order.map { heard[$0] }
    switch settings.rule {
    case .strongest: return floors.map { $0 == strongest.first?.floor ? 1 : 0 }
    case .vote:
      let voters = strongest.prefix(settings.anchors)
      return floors.map { floor in
        voters.isEmpty ? 0 : Double(voters.count { $0.floor == floor }) / Double(voters.count)
      }
    case .mean:
      let means = floors.map { floor -> Double in
        let own = strongest.filter { $0.floor == floor }.prefix(settings.anchors)
        return own.isEmpty ? -.infinity : own.reduce(0) { $0 + $1.level } / Double(own.count)
      }
      let best = means.max() ?? -.infinity
      let winner = best > -.infinity ? means.firstIndex(of: best) : nil
      return floors.indices.map { $0 == winner ? 1 : 0 }
    }
  }
}

extension Fix {
  /// The same place on the plan of another floor; unchanged on its own.
  func moved(toFloor floor: Int, elevation: Double) -> Fix {
    guard floor != self.floor else { return self }
    var fix = self
    (fix.floor, fix.position, fix.floorProbabilities) = (floor, position.at(height: elevation), nil)
    return fix
  }
}
