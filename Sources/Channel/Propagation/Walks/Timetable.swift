import World

/// The distance walked as a function of time: built from the start on, then looked up by time or by distance.
struct Timetable {
  /// A time at constant speed; 0 for standing.
  struct Segment {
    var time: Double
    var distance: Double
    var speed: Double
    /// Degrees by which the walker turns on the spot until the next segment.
    var turn = 0.0
  }

  private(set) var segments: [Segment] = []
  /// The time and the distance at which the part built so far ends.
  private(set) var time: Double
  private(set) var distance = 0.0
  var pace: Pace
  /// Nil without random stops.
  var pauses: PauseClock?

  init(start: Double, pace: Pace, pauses: PauseClock?) {
    time = start
    self.pace = pace
    self.pauses = pauses
  }

  /// Walks up to a distance.
  ///
  /// - Parameter factor: the speed as a multiple of the walker's pace.
  mutating func walk(to end: Double, factor: Double = 1) {
    while distance < end {
      pace.pass(time)
      open(pace.speed * factor)
      let last = segments[segments.count - 1]
      // From the segment's beginning, so that many short pieces at one speed take as long as one long piece.
      let arrival = last.time + (end - last.distance) / last.speed
      let pause = pauses.map { time + max($0.due, 0) } ?? .infinity
      let next = min(arrival, pace.stepEnd, pause)
      pauses?.walked(next - time)
      if next >= arrival {
        (time, distance) = (arrival, end)
      } else {
        // Rounding must not lead beyond the end.
        (time, distance) = (next, min(last.distance + last.speed * (next - last.time), end))
      }
      if pause <= next, let seconds = pauses?.next() { stand(seconds) }
    }
  }

  /// Stands still.
  mutating func stand(_ seconds: Double, turn: Double = 0) {
    guard seconds > 0 else { return }
    segments.append(Segment(time: time, distance: distance, speed: 0, turn: turn))
    time += seconds
  }

  /// Moves up to a distance at a speed other than the walker's, as in a lift.
  mutating func ride(to end: Double, at speed: Double) {
    guard distance < end else { return }
    open(speed)
    time += (end - distance) / speed
    distance = end
  }

  /// Begins a segment, unless the last one has the same speed.
  private mutating func open(_ speed: Double) {
    if let last = segments.last, last.speed == speed { return }
    segments.append(Segment(time: time, distance: distance, speed: speed))
  }

  /// Stands at the end for the rest of the time.
  mutating func end() { segments.append(Segment(time: time, distance: distance, speed: 0)) }

  /// Inserts before the first segment a timetable that was built backwards in time from the same start, converted to forward time.
  mutating func precede(with reversed: Timetable, start: Double) {
    var before: [Segment] = []
    for (index, segment) in reversed.segments.enumerated() {
      let isLast = index + 1 == reversed.segments.count
      let end =
        isLast
        ? (reversed.time, reversed.distance)
        : (reversed.segments[index + 1].time, reversed.segments[index + 1].distance)
      before.append(Segment(time: start - end.0, distance: -end.1, speed: segment.speed))
    }
    segments = before.reversed() + segments
  }

  /// Where the speed changes.
  var changes: [(time: Double, distance: Double)] { segments.map { ($0.time, $0.distance) } }

  /// When the walker turns on the spot, and by how many degrees.
  var spins: [(span: ClosedRange<Double>, degrees: Double)] {
    segments.indices.filter { segments[$0].turn != 0 }.map { index in
      let end = index + 1 < segments.count ? segments[index + 1].time : time
      return (segments[index].time...end, segments[index].turn)
    }
  }

  /// Metres walked by a moment; extrapolated at the first segment's speed before it, and at the last one's after it.
  func distance(at time: Double) -> Double {
    let segment = segments[max(segments.partitioningIndex { $0.time > time } - 1, 0)]
    if segment.speed == 0 { return segment.distance }
    return segment.distance + segment.speed * (time - segment.time)
  }

  /// The first moment at which a number of metres have been walked.
  func time(at distance: Double) -> Double {
    let segment = segments[max(segments.partitioningIndex { $0.distance >= distance } - 1, 0)]
    if segment.speed == 0 { return segment.time }
    return segment.time + (distance - segment.distance) / segment.speed
  }
}
