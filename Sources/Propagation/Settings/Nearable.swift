import NumericalMethods
public import World

/// A sticker on a thing that also tells how warm it is, whether it moves, and which side is up.
///
/// It tells so with each advertisement, so the phone knows what it heard and no more. Temperatures are in steps of
/// 1/16 of a degree, as in the frames of Estimote's stickers (estimote-specs, `estimote-nearable.js`).
public struct Nearable: Hashable, Sendable {
  /// The beacon's name in the site.
  public var beacon: String
  /// Degrees Celsius at the beginning of a lap, and by which it gets warmer in an hour.
  public var temperature: Double
  public var warming: Double
  /// The side that is up at the beginning.
  public var orientation: SensorReport.Orientation
  /// In order of time and apart from each other.
  public var moves: [Move]

  /// The thing is taken up, carried or turned, and put down again.
  public struct Move: Hashable, Sendable {
    /// Seconds since the lap's stream began.
    public var from: Double
    public var until: Double
    /// The side that is up from the middle of the move on.
    public var orientation: SensorReport.Orientation

    public init(from: Double, until: Double, orientation: SensorReport.Orientation) {
      self.from = from
      self.until = until
      self.orientation = orientation
    }
  }

  public init(
    beacon: String, temperature: Double = 20, warming: Double = 0,
    orientation: SensorReport.Orientation = .horizontal, moves: [Move] = []
  ) {
    self.beacon = beacon
    self.temperature = temperature
    self.warming = warming
    self.orientation = orientation
    self.moves = moves
  }

  /// - Throws: a number that no sticker can send.
  public func validate() throws(SettingFault) {
    try check("nearables.temperature", temperature, in: -100...100, "between -100 and 100 °C")
    try check("nearables.warming", warming, in: -1000...1000, "between -1000 and 1000 °C an hour")
    var last = 0.0
    for move in moves {
      try check("nearables.moves.from", move.from, in: last...864_000, "between \(last) and 864000 s")
      try check(
        "nearables.moves.until", move.until, in: move.from...864_000, "between \(move.from) and 864000 s")
      last = move.until
    }
  }

  /// What it says at a moment, as the report of one advertisement.
  func report(at microseconds: Int64, anchor: Int) -> SensorReport {
    let time = Double(microseconds) / 1e6
    let warmth = min(max(temperature + warming * time / 3600, -128), 127.9375)
    return SensorReport(
      microseconds: microseconds, anchor: anchor,
      temperature: Elementary.nearestInteger(warmth * 16) / 16,
      isMoving: moves.contains { $0.from <= time && time < $0.until },
      orientation: moves.last { ($0.from + $0.until) / 2 <= time }?.orientation ?? orientation)
  }
}

extension AdvertisementStream {
  /// What the stickers said in the advertisements that were heard, in their order.
  public func reports(of nearables: [Nearable], directory: StreamDirectory) -> [SensorReport] {
    var byAnchor = [Nearable?](repeating: nil, count: directory.anchors.count)
    for nearable in nearables {
      if let anchor = directory.anchors.firstIndex(where: { $0.id == nearable.beacon }) {
        byAnchor[anchor] = nearable
      }
    }
    return zip(microseconds, anchors).compactMap { time, anchor in
      byAnchor[Int(anchor)]?.report(at: time, anchor: Int(anchor))
    }
  }
}
