import Documents
import World

/// Where the cells of a grid search lie.
public enum SearchGround: String, Hashable, Sendable, CaseIterable {
  case path
  case plan
}

extension SettingKey where Owner: DeclaredSettings {
  static func cell(_ property: any Property<Double>) -> SettingKey {
    .defaulted("cell", property, .number(.between(0.1, 10)), unit: "m", "The greatest length of a cell.")
  }

  static func ground(_ property: any Property<SearchGround>) -> SettingKey {
    .defaulted(
      "on", property,
      .choice([
        .path: "Pieces of the path; squares on a floor without one.",
        .plan: "Squares of the box about the beacons of the floor and 2 m beyond.",
      ]), "The places that are compared.")
  }
}

/// The candidate places of a grid search, floor by floor: pieces of the path, or squares of the plan.
///
/// The squares cover the box about the anchors of a floor and 2 m beyond. A floor without path has squares in any case.
struct SearchCells: Sendable {
  /// Metres by which the squares reach beyond the anchors.
  static let margin = 2.0

  /// By cell: on the plan.
  let places: [Point]
  /// By cell: the unit vector along the path, one way or the other; zero on the plan.
  let headings: [Point]
  /// The cells of each floor that has anchors.
  private let floors: [(floor: Int, cells: Range<Int>)]

  /// - Parameter length: metres of a cell, at most on the path.
  init(_ site: KnownSite, cell length: Double, on ground: SearchGround) {
    var places: [Point] = []
    var headings: [Point] = []
    var floors: [(floor: Int, cells: Range<Int>)] = []
    let grid = ground == .path ? site.path.map { PathGrid($0, cell: length) } : nil
    for floor in Set(site.anchors.lazy.filter { !$0.isMobile }.map(\.floor)).sorted() {
      let first = places.count
      if let grid {
        for cell in 0..<grid.count where grid.floors[cell] == floor && cell < grid.opposite[cell] {
          places.append(grid.positions[cell])
          headings.append(grid.headings[cell])
        }
      }
      if places.count == first {
        places += Self.squares(about: site.anchors.filter { $0.floor == floor }.map(\.position), length)
        headings += [Point](repeating: .zero, count: places.count - first)
      }
      floors.append((floor, first..<places.count))
    }
    (self.places, self.headings, self.floors) = (places, headings, floors)
  }

  private static func squares(about anchors: [Point], _ length: Double) -> [Point] {
    func middles(_ coordinates: [Double]) -> [Double] {
      let (least, most) = ((coordinates.min() ?? 0) - margin, (coordinates.max() ?? 0) + margin)
      let count = max(1, Int(((most - least) / length).rounded(.up)))
      return (0..<count).map { least + (most - least) * (Double($0) + 0.5) / Double(count) }
    }
    let columns = middles(anchors.map(\.x))
    return middles(anchors.map(\.y)).flatMap { y in columns.map { Point(x: $0, y: y) } }
  }

  /// The cells of a floor; none where it has no anchor.
  func cells(ofFloor floor: Int) -> Range<Int> { floors.first { $0.floor == floor }?.cells ?? 0..<0 }

  /// By cell, and then by anchor: metres from the carried phone to the anchor.
  func distances(in site: RangedSite) -> [Double] {
    places.flatMap { place in
      site.site.anchors.indices.map { anchor in
        let across = place.horizontalDistance(to: site.site.anchors[anchor].position)
        return (across * across + site.rises[anchor] * site.rises[anchor]).squareRoot()
      }
    }
  }
}
