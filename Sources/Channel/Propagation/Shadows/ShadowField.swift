import NumericalMethods
import World

/// The shadow of every anchor of a site at every place of its path or its floors, with unit variance.
///
/// It is a function of the place and does not depend on how the place is reached. Each anchor's shadows depend on the
/// seed and the anchor's name alone, so adding an anchor changes no other's, unless near anchors are asked to be
/// correlated.
struct ShadowField: Sendable {
  let plan: ShadowPlan
  /// The values at the plan's points, for eight anchors at a time, in the order of the anchors; empty where none of them is needed.
  private(set) var groups: [[SIMD8<Float>]]

  /// - Parameter needed: the groups of eight that are drawn; nil for all. Anchors that are correlated are all drawn.
  init(
    plan: ShadowPlan, anchors: [Anchor], likeness: AnchorLikeness? = nil, seed: Seed,
    needed: Set<Int>? = nil
  ) {
    self.plan = plan
    groups = stride(from: 0, to: anchors.count, by: 8).map { first in
      guard likeness != nil || needed?.contains(first / 8) ?? true else { return [] }
      let members = anchors[first..<min(first + 8, anchors.count)]
      return plan.draw(seeds: members.map { seed.derived("shadow").derived($0.id) })
    }
    if let likeness { groups = likeness.mixed(groups) }
  }

  /// By group, the greatest value of each anchor, interpolated values too: these are at most 1.07 of those at points.
  var greatest: [SIMD8<Float>] {
    groups.map { values in
      values.reduce(SIMD8(repeating: 0)) { $0.replacing(with: $1, where: $1 .> $0) } * 1.07
    }
  }

  /// Lets go of all groups but these.
  mutating func keep(_ needed: Set<Int>) {
    for group in groups.indices where !needed.contains(group) { groups[group] = [] }
  }

  /// This field and another of the same plan that has no fewer groups, added with weights whose squares add up to 1.
  func mixed(with other: ShadowField, weights: (Float, Float)) -> ShadowField {
    var mixed = self
    for group in groups.indices {
      for point in groups[group].indices {
        mixed.groups[group][point] =
          groups[group][point] * weights.0 + other.groups[group][point] * weights.1
      }
    }
    return mixed
  }
}

/// Correlates the shadowing of anchors that are near each other, since obstacles before one beacon are usually before
/// its neighbour too.
///
/// At one place of the phone, the shadowing of two anchors `s` metres apart in space has the correlation `exp(-s /
/// decorrelation)`; at two places this is multiplied by the correlation between the places. An anchor's shadowing then
/// depends on the anchors listed before it.
///
/// Source: ours. A product of two covariances is one (Rasmussen & Williams, "Gaussian Processes for Machine
/// Learning", section 4.2.4); it has the form of Wang, Tameh, Nix 2008, doi:10.1109/TVT.2007.904542, for
/// links whose both ends move.
struct AnchorLikeness: Hashable, Sendable {
  /// By anchor: its column of the Cholesky factor of the correlation matrix, in groups of eight rows.
  private let columns: [[SIMD8<Float>]]

  /// The limit on the number of anchors with correlated shadowing.
  static let anchorLimit = 2000

  init(of anchors: [Anchor], decorrelation: Double) {
    let factor = CholeskyFactor(size: anchors.count) { row, column in
      Elementary.exp(-anchors[row].position.distance(to: anchors[column].position) / decorrelation)
    }
    let groups = (anchors.count + 7) / 8
    columns = anchors.indices.map { column in
      (0..<groups).map { group in
        var lanes = SIMD8<Float>.zero
        for lane in 0..<8 where group * 8 + lane < anchors.count && group * 8 + lane >= column {
          lanes[lane] = Float(factor[group * 8 + lane, column])
        }
        return lanes
      }
    }
  }

  /// Correlates independent fields, which are given in groups of eight anchors.
  func mixed(_ groups: [[SIMD8<Float>]]) -> [[SIMD8<Float>]] {
    groups.indices.map { group in
      var sums = [SIMD8<Float>](repeating: .zero, count: groups[group].count)
      for (anchor, column) in columns.enumerated() where anchor < (group + 1) * 8 {
        let (source, lane, shares) = (groups[anchor / 8], anchor % 8, column[group])
        for point in sums.indices { sums[point] += shares * source[point][lane] }
      }
      return sums
    }
  }
}

/// The points at which shadowing is drawn, and how it is drawn.
enum ShadowPlan: Hashable, Sendable {
  case path(PathShadows)
  case floor(FloorShadows)

  /// The same shadows with only those drawn that a walk passes, as far as the plan can tell them apart.
  func covering(_ track: Track) -> ShadowPlan {
    switch self {
    case .path(let plan): .path(plan.covering(track))
    case .floor(let plan): .floor(plan.covering(Set(track.stretches.map(\.floor))))
    }
  }

  /// Those that are drawn.
  var points: Int {
    switch self {
    case .path(let plan): plan.points
    case .floor(let plan): plan.pointsOnFloor * plan.floors.count
    }
  }

  /// Shadows of unit variance at every drawn point for up to eight anchors, a lane for each.
  func draw(seeds: [Seed]) -> [SIMD8<Float>] {
    switch self {
    case .path(let plan): plan.draw(seeds: seeds)
    case .floor(let plan): plan.draw(seeds: seeds)
    }
  }

  /// - Throws: a decorrelation too short for the site.
  init(for shadowing: Shadowing, on site: Site) throws(SettingFault) {
    switch shadowing.extent {
    case .path: self = .path(try ShadowPlan.path(shadowing.decorrelation, site))
    case .floor: self = .floor(try ShadowPlan.floor(shadowing.decorrelation, site))
    }
  }

  private static func path(_ decorrelation: Double, _ site: Site) throws(SettingFault) -> PathShadows {
    guard let path = site.path else {
      throw SettingFault(
        key: "shadowing", expected: "absent, since the site has no path", found: "given")
    }
    let points = path.length / (decorrelation * PathShadows.spacingShare)
    guard points <= PathShadows.pointLimit else {
      let least = path.length / (PathShadows.pointLimit * PathShadows.spacingShare)
      throw SettingFault(
        key: "shadowing.decorrelation", expected: "at least \(least) m on a path of \(path.length) m",
        found: "\(decorrelation)")
    }
    return PathShadows(path: path, decorrelation: decorrelation)
  }

  private static func floor(_ decorrelation: Double, _ site: Site) throws(SettingFault) -> FloorShadows {
    let box = site.box
    let levels = site.floors.map(\.level)
    guard let size = FloorShadows.size(of: box, decorrelation: decorrelation)
    else {
      var least = decorrelation
      while FloorShadows.size(of: box, decorrelation: least) == nil {
        least *= 1.05
      }
      throw SettingFault(
        key: "shadowing.decorrelation", expected: "at least about \(Float(least)) m over floors of that size",
        found: "\(decorrelation)")
    }
    return FloorShadows(
      from: box.low, size: size, floors: levels.isEmpty ? [0] : levels, decorrelation: decorrelation)
  }
}

extension Site {
  /// The box round the nodes of the path; without one, round everything that has a place on the plan.
  var box: (low: Point, high: Point) {
    var places = path?.nodes.map(\.position) ?? []
    if places.isEmpty { places = testPoints.map(\.position) + anchors.map(\.position) }
    return places.box
  }
}
