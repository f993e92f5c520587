import Foundation
package import Sites
package import World

/// The floors of a site to scale with numbered beacons, as one SVG that needs no renderer: to print, and to carry along.
package struct PlanDrawing: Sendable {
  /// A beacon on the plan.
  package struct Mark: Sendable {
    /// What stands in its disc.
    package let label: String
    package let place: Point
    package let floor: Int

    package init(label: String, place: Point, floor: Int) {
      (self.label, self.place, self.floor) = (label, place, floor)
    }
  }

  private let plotted: PlottedSite
  private let marks: [Mark]
  /// Points for a metre.
  private let scale: Double

  /// In points.
  private static let (width, height, margin, title) = (960.0, 640.0, 24.0, 30.0)

  package init(_ site: SiteFile, marks: [Mark]) {
    let drawn = PlottedSite(site)
    (plotted, self.marks) = (drawn, marks)
    let boxes = drawn.floors.map { Self.box(of: drawn.site, floor: $0.level) }
    let across = boxes.map { $0.high.x - $0.low.x }.max() ?? 1
    let up = boxes.map { $0.high.y - $0.low.y }.max() ?? 1
    scale = min(Self.width / max(across, 1), Self.height / max(up, 1))
  }

  /// The whole file, with the floors below each other, the highest first.
  package var svg: String {
    var (parts, y) = ([String](), 0.0)
    for floor in plotted.floors.reversed() {
      let box = Self.box(of: plotted.site, floor: floor.level)
      let high = (box.high.y - box.low.y) * scale
      parts.append(
        "<g transform=\"translate(\(Self.margin.rounded(to: 1)) \((y + Self.title).rounded(to: 1)))\">")
      if plotted.floors.count > 1 {
        parts.append(Self.text("Floor \(floor.level)", 0, -10, size: 13, "#000000", "start"))
      }
      parts.append(drawing(of: floor, box))
      parts.append(bar(below: high) + "</g>")
      y += high + Self.title + 2 * Self.margin
    }
    let wide = Self.width + 2 * Self.margin
    return """
      <svg xmlns="http://www.w3.org/2000/svg" class="plan" width="\(wide.rounded(to: 1))" height="\(y.rounded(to: 1))" \
      viewBox="0 0 \(wide.rounded(to: 1)) \(y.rounded(to: 1))" font-family="sans-serif" role="img">
      <title>\("Plan of \(plotted.site.name) with \(marks.count) beacons".escapedForHTML)</title>
      <rect width="100%" height="100%" fill="#FFFFFF"/>
      \(parts.joined(separator: "\n"))
      </svg>

      """
  }

  private func drawing(of floor: Floor, _ box: (low: Point, high: Point)) -> String {
    func place(_ point: Point) -> Point {
      Point(x: (point.x - box.low.x) * scale, y: (box.high.y - point.y) * scale)
    }
    let rooms = plotted.site.rooms.filter { $0.floor == floor.level }
    let outlines = rooms.map { room in
      let corners = room.corners.map(place).map { "\($0.x.rounded(to: 1)),\($0.y.rounded(to: 1))" }
      return
        "<polygon points=\"\(corners.joined(separator: " "))\" fill=\"#F4F4F2\" stroke=\"#C9C9C4\" stroke-width=\"0.8\"/>"
    }
    let walls = plotted.site.obstacles.filter { $0.floor == floor.level }.map { obstacle in
      switch obstacle.shape {
      case .wall(let from, let to): Self.line(place(from), place(to), "#333333", width: 1.6)
      case .pillar(let centre, let radius): Self.disc(place(centre), radius * scale, "#333333")
      }
    }
    let shown = marks.filter { $0.floor == floor.level }.map { mark in
      let (dot, inside) = (place(mark.place), place(inside(of: mark)))
      let away = dot.horizontalDistance(to: inside)
      return (mark, dot: dot, disc: away > 0 ? dot + (inside - dot) * (13 / away) : dot)
    }
    var places = LabelPlaces(besides: shown.flatMap { [$0.dot, $0.disc] }, radius: 9)
    let names = rooms.map { room in
      let (at, xs) = (place(Self.middle(of: room.corners)), room.corners.map { place($0).x })
      // As large as the room is wide.
      let size = min(11, max(5, 1.7 * ((xs.max() ?? 0) - (xs.min() ?? 0)) / Double(max(room.name.count, 1))))
      let free = places.place(room.name, at: at, size: size, usual: LabelPlaces.centre)
      let anchor = [.left: "start", .center: "middle", .right: "end"][free.align]
      return Self.text(
        room.name, at.x + free.x, at.y + free.y + size / 3, size: size, "#777777", anchor ?? "middle")
    }
    let discs = shown.map { Self.drawing(of: $0.0, at: $0.dot, disc: $0.disc) }
    return (outlines + walls + names + discs).joined(separator: "\n")
  }

  /// The middle of the room of a mark, or a place above it.
  private func inside(of mark: Mark) -> Point {
    plotted.site.room(at: mark.place, floor: mark.floor).map {
      Self.middle(of: plotted.site.rooms[$0].corners)
    } ?? mark.place + Point(x: 0, y: 1)
  }

  /// A dot at the place, and the number off the wall.
  private static func drawing(of mark: Mark, at place: Point, disc: Point) -> String {
    line(place, disc, "#0072B2", width: 1) + Self.disc(place, 3, "#D55E00")
      + Self.disc(disc, 8.5, "#0072B2")
      + text(mark.label, disc.x, disc.y + 3.4, size: mark.label.count > 2 ? 8 : 10, "#FFFFFF", "middle")
  }

  private static func line(_ from: Point, _ to: Point, _ colour: String, width: Double) -> String {
    "<line x1=\"\(from.x.rounded(to: 1))\" y1=\"\(from.y.rounded(to: 1))\" x2=\"\(to.x.rounded(to: 1))\" y2=\"\(to.y.rounded(to: 1))\" "
      + "stroke=\"\(colour)\" stroke-width=\"\(width.rounded(to: 1))\"/>"
  }

  private static func disc(_ middle: Point, _ radius: Double, _ colour: String) -> String {
    "<circle cx=\"\(middle.x.rounded(to: 1))\" cy=\"\(middle.y.rounded(to: 1))\" r=\"\(radius.rounded(to: 1))\" fill=\"\(colour)\"/>"
  }

  /// A bar of 1, 2 or 5 metres or ten times as many, about a tenth as wide as the plan.
  private func bar(below height: Double) -> String {
    let lengths = [1.0, 2, 5, 10, 20, 50, 100, 200]
    let length = lengths.last { $0 * scale <= Self.width / 6 } ?? 1
    let y = (height + 14).rounded(to: 1)
    return "<path d=\"M0 \(y) h\((length * scale).rounded(to: 1))\" stroke=\"#000000\" stroke-width=\"2\"/>"
      + Self.text("\(length.rounded(to: 1)) m", length * scale + 6, height + 18, size: 11, "#000000", "start")
  }

  private static func text(
    _ text: String, _ x: Double, _ y: Double, size: Double, _ colour: String, _ anchor: String
  ) -> String {
    "<text x=\"\(x.rounded(to: 1))\" y=\"\(y.rounded(to: 1))\" font-size=\"\(size.rounded(to: 1))\" fill=\"\(colour)\" text-anchor=\"\(anchor)\">"
      + "\(text.printable().escapedForHTML)</text>"
  }

  private static func middle(of corners: [Point]) -> Point {
    corners.reduce(.zero, +) * (1 / Double(max(corners.count, 1)))
  }

  private static func box(of site: Site, floor: Int) -> (low: Point, high: Point) {
    let walls = site.obstacles.filter { $0.floor == floor }.flatMap { obstacle -> [Point] in
      switch obstacle.shape {
      case .wall(let from, let to): [from, to]
      case .pillar(let centre, _): [centre]
      }
    }
    let rooms = site.rooms.filter { $0.floor == floor }.flatMap(\.corners)
    let beacons = site.anchors.filter { $0.floor == floor }.map(\.position)
    let nodes = site.path?.nodes.filter { $0.floor == floor }.map(\.position) ?? []
    return (rooms + walls + beacons + nodes).box
  }
}
