import Captures
import Sites
import World

/// The ground truth that the marks of a log give: positions as a walk, test points as presses.
///
/// Between two marks the walker is taken to go straight at even speed, as between the rows of a table of ground truth.
struct MarkedTruth {
  private(set) var walk: Walk?
  private(set) var presses: [Press]?
  /// Sentences on what is used, and on what cannot be.
  private(set) var notes: [String] = []

  /// - Parameters:
  ///   - marks: in order of time.
  ///   - origin: where the site's [0, 0] lies; nil where that is unknown, so that positions on Earth cannot be used.
  init(_ marks: [LogMark], on site: Site, origin: GeographicOrigin?, file: String) {
    var (knots, pressed, unknown, unplaced) = ([Walk.Knot](), [Press](), 0, 0)
    let projection = origin.map { LocalProjection(origin: $0) }
    for mark in marks {
      switch mark.place {
      case .geographic(let longitude, let latitude, let floor):
        guard let projection else {
          unplaced += 1
          continue
        }
        let level = site.hasFloors ? floor : site.floors[0].level
        let place = projection.point(longitude: longitude, latitude: latitude)
        let knot = Walk.Knot(
          time: mark.time, position: place.at(height: site.elevation(ofFloor: level)), floor: level)
        if knots.last.map({ $0.time < knot.time }) ?? true { knots.append(knot) }
      case .point(let id):
        guard let index = site.testPoints.firstIndex(where: { $0.id == id }) else {
          unknown += 1
          continue
        }
        pressed.append(Press(time: mark.time, testPoint: index))
      }
    }
    if !knots.isEmpty { walk = Walk(knots: knots) }
    if !pressed.isEmpty { presses = pressed }
    if unplaced > 0 {
      notes.append(
        "\(file) has \(unplaced) positions of the walker by latitude and longitude, which need the key origin of the site"
      )
    }
    if unknown > 0 {
      notes.append(
        "\(unknown) of \(marks.count) marks of \(file) name no test point of the site and are left out")
    }
    let used = knots.count + pressed.count
    if used > 0 { notes.append("the ground truth is \(used) marks of \(file)") }
  }
}
