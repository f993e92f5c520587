package import Evaluation
package import Rendering
import World

/// The figure that decides between judged layouts; it follows from the objective, and smaller is better.
package enum JudgedFigure: Hashable, Sendable {
  /// The mean error in metres.
  case error
  /// The share of fixes in a wrong room, each room counting equally.
  case wrongRooms
  /// The mean error plus `wrongRooms` metres times the share of fixes in a wrong room.
  case cost(wrongRooms: Double)
  /// A figure of applications or of guidance, in words.
  case use(String, Unit)

  /// What the value of a use is.
  package enum Unit: Hashable, Sendable { case share, seconds }

  /// Whether it is made of errors of positions.
  package var isOfPositions: Bool { if case .use = self { false } else { true } }

  /// The weight of a metre of mean error.
  var metres: Double { self == .wrongRooms ? 0 : 1 }

  /// The weight of the share of wrong rooms.
  var rooms: Double {
    switch self {
    case .error, .use: 0
    case .wrongRooms: 1
    case .cost(let metres): metres
    }
  }

  /// In tables and in JSON.
  package var name: String {
    switch self {
    case .error: "mean error"
    case .wrongRooms: "wrong rooms"
    case .cost: "cost"
    case .use(let name, _): name
    }
  }

  /// By its name in `placement.json`; a cost has any weight.
  init(named name: String) {
    self =
      switch name {
      case Self.error.name: .error
      case Self.cost(wrongRooms: 0).name: .cost(wrongRooms: 0)
      default: .use(name, name.hasPrefix("seconds until") ? .seconds : .share)
      }
  }

  /// What its value cannot lie outside; an event may be noticed before it happens.
  var range: ClosedRange<Double> {
    switch self {
    case .wrongRooms, .use(_, .share): 0...1
    case .error, .cost: 0 ... .infinity
    case .use(_, .seconds): -.infinity ... .infinity
    }
  }

  /// Of a table.
  package var form: ReportTable.Column.Form { unit == "%" ? .percent : .plain }
  /// Of the figure as it is printed.
  package var unit: String {
    switch self {
    case .wrongRooms, .use(_, .share): "%"
    case .use(_, .seconds): "s"
    case .error, .cost: "m"
    }
  }
}

extension JudgedUse {
  /// The figure that decides.
  package var figure: JudgedFigure {
    switch self {
    case .context(let events):
      switch events.figure {
      case .missed: .use("missed \(events.event ?? "events")", .share)
      case .delay: .use("seconds until \(events.event ?? "an event") is noticed", .seconds)
      case .wrong: .use("wrong seconds", .share)
      }
    case .navigate(let guidance): .use(guidance.figure.meaning, .share)
    }
  }
}

extension PlacementSettings {
  /// By which layouts are judged.
  package var judgedFigure: JudgedFigure { judge.by?.figure ?? objective.judgedFigure }
}

extension PlacementObjective {
  /// The figure by which layouts found with this objective are judged.
  package var judgedFigure: JudgedFigure {
    switch self {
    case .meanBound: .error
    case .strongest(let wrongRooms): wrongRooms > 0 ? .cost(wrongRooms: wrongRooms) : .error
    }
  }
}

/// One moment of a walk as the judge counts it.
///
/// Without a fix it counts as one at the middle of the site, the answer of the constant baseline: otherwise a layout that is
/// silent where positions are hard would be the best.
struct JudgedMoment: Sendable {
  let lap: Int
  let time: Double
  let place: Point
  let floor: Int
  /// Nil where the walker is in no room.
  let room: Int?
  /// The error in metres; for a use its value.
  private(set) var metres: Double
  /// 1 for a fix in another room than the walker's, else 0.
  private(set) var isWrong: Double
  /// Nil for an error without a known place.
  init?(_ error: PositionError, middle: (place: Point, room: Int?), isMissed: Bool = false) {
    guard let place = error.place else { return nil }
    let offset = isMissed ? nil : error.offset
    let room = offset == nil ? middle.room : offset?.room
    (lap, time, self.place, floor, self.room) = (error.lap, error.time, place, error.floor ?? 0, error.room)
    metres = offset?.metres ?? place.horizontalDistance(to: middle.place)
    isWrong = room == error.room ? 0 : 1
  }

  /// A value of a use, by its number on the lap.
  init(lap: Int, number: Int, value: Double) {
    (self.lap, time, place, floor, room) = (lap, Double(number), .zero, 0, nil)
    (metres, isWrong) = (value, 0)
  }

  private func isAt(_ other: JudgedMoment) -> Bool {
    lap == other.lap && time == other.time && place == other.place
  }

  /// The differences of moments from the same moments of others; positive where these are worse. Nil where the walks
  /// differ.
  static func differences(of moments: [JudgedMoment], from others: [JudgedMoment]) -> [JudgedMoment]? {
    guard moments.count == others.count, zip(moments, others).allSatisfy({ $0.isAt($1) }) else { return nil }
    return zip(moments, others).map { moment, other in
      var difference = moment
      difference.metres -= other.metres
      difference.isWrong -= other.isWrong
      return difference
    }
  }
}

extension JudgedFigure {
  /// The figure over moments, within its range.
  func value(over moments: [JudgedMoment]) -> WeightedMeans? {
    over(moments).map { WeightedMeans($0.value, $0.interval?.limited(to: range)) }
  }

  /// The figure over moments, or over their differences; nil without any, and for rooms where the walker was in none.
  func over(_ moments: [JudgedMoment]) -> WeightedMeans? {
    let byRoom = Dictionary(grouping: moments.filter { $0.room != nil }, by: \.room).values
    let inOrder = byRoom.sorted { ($0[0].room ?? 0) < ($1[0].room ?? 0) }
    let rooms =
      self.rooms == 0
      ? []
      : inOrder.map { room in
        WeightedMeans.Group(
          weight: self.rooms / Double(inOrder.count), values: room.map { ($0.lap, $0.isWrong) })
      }
    let errors =
      metres == 0 ? [] : [WeightedMeans.Group(weight: metres, values: moments.map { ($0.lap, $0.metres) })]
    return WeightedMeans(errors + rooms)
  }
}

/// A sum of means over groups of values, each mean with a weight, and its 95 % interval over laps.
///
/// A mean error is one group with weight 1; a share of rooms in which each room counts equally has one group for each room.
/// The values of one lap are correlated, so laps are the observations. Each lap stands for the sum plus the lap's influence on
/// it, the jackknife's pseudo-value to first order; for one group the interval is that of `LapMean`, and for rooms that of
/// `RoomComparison`. Source: Davison and Hinkley 1997, "Bootstrap methods and their application", section 2.7.
package struct WeightedMeans: IntervalEstimate, Hashable, Sendable {
  /// Values whose mean counts with one weight.
  package struct Group: Sendable {
    let weight: Double
    let values: [(lap: Int, value: Double)]

    /// - Parameter values: in the unit of the figure, each with its lap.
    package init(weight: Double, values: [(lap: Int, value: Double)]) {
      (self.weight, self.values) = (weight, values)
    }
  }

  /// The weighted sum of the means.
  package let value: Double
  /// Nil with fewer than two laps.
  package let interval: ConfidenceInterval?

  init(_ value: Double, _ interval: ConfidenceInterval?) { (self.value, self.interval) = (value, interval) }

  /// Groups without values are left out; nil when none has any.
  package init?(_ groups: [Group]) {
    let groups = groups.filter { !$0.values.isEmpty }
    guard !groups.isEmpty else { return nil }
    let laps = Set(groups.flatMap { $0.values.map(\.lap) }).sorted()
    let places = Dictionary(uniqueKeysWithValues: zip(laps, laps.indices))
    var influences = [Double](repeating: 0, count: laps.count)
    var sum = 0.0
    for group in groups {
      let mean = group.values.reduce(0) { $0 + $1.value } / Double(group.values.count)
      let weight = group.weight / Double(group.values.count)
      sum += group.weight * mean
      for (lap, value) in group.values {
        if let place = places[lap] { influences[place] += weight * (value - mean) }
      }
    }
    value = sum
    let pseudoValues = influences.map { [sum + Double(laps.count) * $0] }
    interval = LapMean(of: ErrorsByLap(byLap: pseudoValues))?.interval
  }
}
