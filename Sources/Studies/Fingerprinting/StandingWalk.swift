import World

/// Somebody who stands at one place after another for so many readings each, and is at the next one in no time.
struct StandingWalk {
  struct Place: Hashable, Sendable {
    let position: Point
    let floor: Int
  }

  let places: [Place]
  /// How many at each place.
  let readings: Int
  /// Seconds from one reading to the next.
  let interval: Double

  /// Seconds of the whole.
  var duration: Double { moment(places.count * readings) }

  /// The end of a reading's window, of which there are so many before it and with it.
  func moment(_ reading: Int) -> Double { (Double(reading) * interval).microseconds.seconds }

  /// The readings at one place.
  func indices(at place: Int) -> Range<Int> { place * readings..<(place + 1) * readings }

  /// The truth. At the very end of a place's last reading he still stands there, and a microsecond later at the
  /// next.
  var walk: Walk {
    var knots: [Walk.Knot] = []
    for (index, place) in places.enumerated() {
      let start = moment(index * readings) + (index == 0 ? 0 : 1e-6)
      knots.append(Walk.Knot(time: start, position: place.position, floor: place.floor))
      knots.append(
        Walk.Knot(time: moment((index + 1) * readings), position: place.position, floor: place.floor))
    }
    return Walk(knots: knots)
  }
}
