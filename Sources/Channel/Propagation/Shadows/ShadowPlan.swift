import NumericalMethods
import World

/// The points at which shadowing is drawn, and how it is drawn.
enum ShadowPlan: Hashable, Sendable {
  case path(PathShadows)
  case floor(FloorShadows)

  /// Shadows of unit variance at every point for up to eight anchors, a lane for each.
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
    guard let size = FloorShadows.size(of: box, floors: max(levels.count, 1), decorrelation: decorrelation)
    else {
      var least = decorrelation
      while FloorShadows.size(of: box, floors: max(levels.count, 1), decorrelation: least) == nil {
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
