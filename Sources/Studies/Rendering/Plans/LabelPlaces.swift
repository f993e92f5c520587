package import World

/// Where the names of marks stand on a plan, so that none covers another name or mark if there is room.
package struct LabelPlaces {
  /// A side of its mark, at a distance in points: x to the right, y down.
  package struct Place: Hashable, Sendable {
    /// Points from the middle of the mark.
    package let x, y: Double
    /// Which end of the text is at that place.
    package let align: Align
  }

  /// As Vega-Lite names it.
  package enum Align: String, Sendable { case left, center, right }

  /// Over the mark, in the middle.
  package static let above = Place(x: 0, y: -6, align: .center)
  /// Beside the mark, to its right.
  package static let right = Place(x: 5, y: 0, align: .left)
  /// Below the mark and to its right.
  package static let belowRight = Place(x: 5, y: 7, align: .left)
  /// On the place itself, for what has no mark.
  package static let centre = Place(x: 0, y: 0, align: .center)
  /// In the order in which they are tried after the usual one.
  private static let all = [
    above, Place(x: 0, y: 7, align: .center), right,
    Place(x: -5, y: 0, align: .right), Place(x: 5, y: -6, align: .left), Place(x: -5, y: -6, align: .right),
    belowRight, Place(x: -5, y: 7, align: .right), Place(x: 0, y: -11, align: .center),
    Place(x: 0, y: 12, align: .center),
  ]

  private struct Box {
    let left, top, right, bottom: Double

    func overlaps(_ other: Box) -> Bool {
      left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }
  }

  private var taken: [Box]
  /// How much farther from its mark a text stands than beside a small one.
  private let factor: Double

  /// - Parameters:
  ///   - marks: all marks, in points from the plan's corner, y down.
  ///   - radius: of a mark, in points.
  package init(besides marks: [Point], radius: Double = 3) {
    taken = marks.map {
      Box(left: $0.x - radius, top: $0.y - radius, right: $0.x + radius, bottom: $0.y + radius)
    }
    factor = radius / 3
  }

  /// The first place with room, and the usual one if there is none.
  ///
  /// - Parameters:
  ///   - mark: in points from the plan's corner, y down.
  ///   - size: of the font, in points.
  package mutating func place(_ name: String, at mark: Point, size: Double, usual: Place) -> Place {
    let others = Self.all.filter { $0 != usual }.map {
      Place(x: $0.x * factor, y: $0.y * factor, align: $0.align)
    }
    let boxes = ([usual] + others).map { place in
      (place: place, box: Self.box(of: name, at: mark, size: size, place))
    }
    let free = boxes.first { candidate in !taken.contains { $0.overlaps(candidate.box) } } ?? boxes[0]
    taken.append(free.box)
    return free.place
  }

  /// Of digits and lower-case letters, which are about half as wide as they are high.
  private static func box(of name: String, at mark: Point, size: Double, _ place: Place) -> Box {
    let (width, half) = (0.56 * size * Double(name.count), 0.4 * size)
    let left =
      switch place.align {
      case .left: mark.x + place.x
      case .center: mark.x + place.x - width / 2
      case .right: mark.x + place.x - width
      }
    let middle = mark.y + place.y
    return Box(left: left, top: middle - half, right: left + width, bottom: middle + half)
  }
}
