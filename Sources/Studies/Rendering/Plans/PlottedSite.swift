import Documents
import FoundationEssentials
package import Sites
package import World

/// A site as pictures show it: its plan, and the pictures of floors that its file names.
package struct PlottedSite: Sendable {
  /// The plan.
  package let site: Site
  /// Of its floors; empty where the file names none.
  package let pictures: [SitePicture]

  package init(_ file: SiteFile) { (site, pictures) = (file.site, file.pictures) }

  package init(_ site: Site, pictures: [SitePicture]) { (self.site, self.pictures) = (site, pictures) }

  /// The floors that hold anything, in the order of their levels; at least one.
  package var floors: [Floor] {
    let used = Set(
      site.anchors.map(\.floor) + site.testPoints.map(\.floor) + site.rooms.map(\.floor)
        + site.walkable.map(\.floor) + site.obstacles.map(\.floor) + (site.path?.nodes.map(\.floor) ?? [])
        + pictures.map(\.floor))
    let floors = site.floors.filter { used.contains($0.level) }.sorted { $0.level < $1.level }
    return floors.isEmpty ? site.floors : floors
  }
}

extension SitePicture {
  /// The picture itself as the address of an image.
  package var url: String { "data:image/\(format.rawValue);base64,\(data.base64EncodedString())" }
}

extension PlanView {
  /// Where people can walk on a floor, as its site states it.
  func walkable(_ floor: Floor) -> [Layer] {
    let areas = site.walkable.filter { $0.floor == floor.level }.flatMap(\.pieces)
    return outlines(
      ["interpolate": "linear-closed", "fill": "#009E73", "fillOpacity": 0.12, "strokeWidth": 0],
      areas.enumerated().map { ("\($0)", $1) })
  }
}

extension WalkableArea {
  /// Polygons that together are the area.
  fileprivate var pieces: [[Point]] {
    switch shape {
    case .outline(let corners): [corners]
    case .cells(let cells): cells.runs.map(Self.rectangle)
    }
  }

  private static func rectangle(_ low: Point, _ high: Point) -> [Point] {
    [low, Point(x: high.x, y: low.y), high, Point(x: low.x, y: high.y)]
  }

  /// The lines between where people can walk and where they cannot.
  var borders: [(from: Point, to: Point)] {
    guard case .cells(let cells) = shape else {
      return pieces.flatMap { zip($0, $0.dropFirst() + $0.prefix(1)).map { ($0, $1) } }
    }
    func isWalkable(_ row: Int, _ column: Int) -> Bool {
      cells.rows.indices ~= row && cells.rows[row].indices ~= column && cells.rows[row][column]
    }
    func corner(_ row: Int, _ column: Int) -> Point {
      cells.corner + Point(x: Double(column) * cells.side, y: Double(row) * cells.side)
    }
    return (0...cells.rows.count).flatMap { row in
      (0...(cells.rows.first?.count ?? 0)).flatMap { column -> [(from: Point, to: Point)] in
        let own = isWalkable(row, column)
        let west = own != isWalkable(row, column - 1) ? [(corner(row, column), corner(row + 1, column))] : []
        let south = own != isWalkable(row - 1, column) ? [(corner(row, column), corner(row, column + 1))] : []
        return west + south
      }
    }
  }
}
