import Documents
public import World

/// Lengths of a site that are hardly metres: the file may hold centimetres, millimetres, kilometres or degrees.
///
/// All is allowed, since a site may be unusual; each sentence is a warning.
struct SiteUnits {
  /// Metres above or below its floor at which an anchor hardly hangs, and from one floor to the next.
  static let mostHeight = 30.0
  /// Metres that a site hardly is wide, since a beacon is heard over a hundred at most.
  static let mostExtent = 2000.0
  /// Metres within which a whole site hardly lies.
  static let leastExtent = 0.5
  /// Metres from the path at which a test point or an anchor hardly lies.
  static let mostDetour = 100.0

  let site: Site

  /// In the order in which they are described above; empty for a usual site.
  var warnings: [String] {
    [heights, storeys, extent, detours(of: "anchors", anchors), detours(of: "test points", testPoints)]
      .compactMap(\.self)
      .map { "site \(site.name): \($0); all coordinates are in metres" }
  }

  private typealias Named = (name: String, position: Point, floor: Int)

  private var anchors: [Named] {
    site.anchors.filter { !$0.isMobile }.map { ($0.id, $0.position, $0.floor) }
  }

  private var testPoints: [Named] { site.testPoints.map { ("\($0.id)", $0.position, $0.floor) } }

  private var heights: String? {
    let above = anchors.map { ($0.name, $0.position.z - site.elevation(ofFloor: $0.floor)) }
    let odd = above.filter { $0.1.magnitude > Self.mostHeight }
    guard let first = odd.first else { return nil }
    return
      "\(odd.count) of \(above.count) anchors are over \(short(Self.mostHeight)) m above or below their floor, "
      + "\(first.0) at \(short(first.1)) m"
  }

  private var storeys: String? {
    let floors = site.floors.sorted { $0.elevation < $1.elevation }
    let odd = zip(floors, floors.dropFirst()).first { $1.elevation - $0.elevation > Self.mostHeight }
    return odd.map {
      "floor \($1.level) lies \(short($1.elevation - $0.elevation)) m above floor \($0.level), over \(short(Self.mostHeight)) m"
    }
  }

  private var extent: String? {
    let places =
      (site.path?.nodes.map(\.position) ?? []) + site.testPoints.map(\.position) + anchors.map(\.position)
    let (x, y) = (places.map(\.x), places.map(\.y))
    guard places.count > 1, let left = x.min(), let right = x.max(), let low = y.min(), let high = y.max()
    else { return nil }
    let most = max(right - left, high - low)
    guard most > Self.mostExtent || most > 0 && most < Self.leastExtent else { return nil }
    let limit =
      most > Self.mostExtent ? "over \(short(Self.mostExtent))" : "less than \(short(Self.leastExtent))"
    return "it extends over \(short(right - left)) m by \(short(high - low)) m, \(limit) m"
  }

  private func detours(of kind: String, _ places: [Named]) -> String? {
    guard let path = site.path else { return nil }
    let odd = places.compactMap { place in
      let detour = place.position.horizontalDistance(
        to: path.snap(place.position, floor: place.floor).position)
      return detour > Self.mostDetour ? (place.name, detour) : nil
    }
    guard let first = odd.first else { return nil }
    return "\(odd.count) of \(places.count) \(kind) lie over \(short(Self.mostDetour)) m off the path, "
      + "\(first.0) by \(short((first.1 * 10).rounded() / 10)) m"
  }
}

extension Site {
  /// Sentences about lengths that are hardly metres.
  public var unitWarnings: [String] { SiteUnits(site: self).warnings }

  /// A warning of a known walk that is far off the path, as of one in centimetres; nil for a usual one.
  ///
  /// - Parameters:
  ///   - walk: The walker's true positions.
  ///   - file: what the warning calls the truth.
  public func unitWarning(of walk: Walk, file: String) -> String? {
    guard let path else { return nil }
    let detours = walk.knots.map { knot in
      knot.position.horizontalDistance(to: path.snap(knot.position, floor: knot.floor).position)
    }
    guard let most = detours.max(), most > SiteUnits.mostDetour else { return nil }
    return
      "\(file): the ground truth lies up to \(short((most * 10).rounded() / 10)) m off the path of the site \(name), over "
      + "\(short(SiteUnits.mostDetour)) m; all coordinates are in metres"
  }
}
