package import Evaluation
package import Rendering
package import World

/// Figures of what was received on the walks of a recording or of a replica, before any pipeline.
///
/// A residual is the mean RSSI of an anchor within one second, less that of the fitted path loss, less the mean of these
/// differences over all walks. Ours: predictive checks, as in Rubin 1984, doi:10.1214/aos/1176346785.
package struct SignalFigures: Sendable {
  /// By case; nil where the walks do not tell it.
  package private(set) var values: [SignalFigure: Double] = [:]

  /// One anchor in one second of a walk.
  private struct Reading {
    let walk: Int
    let second: Int
    let anchor: Int
    let level: Double
    let distance: Double
    var residual: Double
  }

  /// - Parameters:
  ///   - streams: what was received on each walk.
  ///   - ends: the microseconds up to which each is looked at; nil for all of it.
  ///   - walks: where the moving end was on each.
  ///   - deviation: of the fitted channel, in dB.
  ///   - expected: the level in dBm that the fitted path loss and the walls give for an anchor at a place and the level of its
  ///     floor; nil for an anchor that is to be left out.
  package init(
    _ streams: [AdvertisementStream], until ends: [Int64]? = nil, walks: [Walk], anchors: [Anchor],
    deviation: Double,
    expected: (_ anchor: Int, _ place: Point, _ floor: Int) -> Double?
  ) {
    var readings: [Reading] = []
    var seconds = 0.0
    for (number, (stream, walk)) in zip(streams, walks).enumerated() {
      seconds += walk.span.upperBound - walk.span.lowerBound
      let end = ends?[number] ?? .max
      let known = stream.filter { $0.microseconds <= end && walk.isKnown(at: $0.time) }
      let cells = Dictionary(grouping: known) { SIMD2(Int($0.time), $0.anchor) }
      for (cell, heard) in cells.sorted(by: { ($0.key[0], $0.key[1]) < ($1.key[0], $1.key[1]) }) {
        let count = Double(heard.count)
        let level = heard.reduce(0) { $0 + $1.level.value } / count
        let time = heard.reduce(0) { $0 + $1.time } / count
        let place = walk.position(at: time)
        let distance = anchors[cell[1]].position.distance(to: place)
        guard distance > 0, let expected = expected(cell[1], place, walk.floor(at: time)) else { continue }
        readings.append(
          Reading(
            walk: number, second: cell[0], anchor: cell[1], level: level, distance: distance,
            residual: level - expected))
      }
    }
    for group in Dictionary(grouping: readings.indices, by: { readings[$0].anchor }).values {
      let mean = group.reduce(0) { $0 + readings[$1].residual } / Double(group.count)
      for index in group { readings[index].residual -= mean }
    }
    let variance = Self.mean(readings.map { $0.residual * $0.residual })
    guard let variance, variance > 0, seconds > 0 else { return }
    values[.heard] = Double(readings.count) / seconds
    values[.deviation] = variance.squareRoot()
    values[.deep] = Self.mean(readings.map { $0.residual < -2 * deviation ? 1 : 0 })
    let moments = readings.runs { $0.walk == $1.walk && $0.second == $1.second }
    values[.nearest] = Self.mean(moments.filter { $0.count > 1 }.compactMap(Self.isNearestStrongest))
    values[.together] = Self.mean(moments.flatMap(Self.products)).map { $0 / variance }
    values[.lasting] = Self.mean(Self.products(ofNeighbours: readings)).map { $0 / variance }
    let means = readings.runs { $0.walk == $1.walk }.compactMap { Self.mean($0.map(\.residual)) }
    values[.walks] = means.count > 1 ? Self.mean(means.map { $0 * $0 })?.squareRoot() : nil
  }

  /// 1 where the strongest of the anchors heard is the nearest of them, otherwise 0.
  private static func isNearestStrongest(_ moment: ArraySlice<Reading>) -> Double? {
    guard let strongest = moment.max(by: { $0.level < $1.level }) else { return nil }
    return moment.allSatisfy { $0.distance >= strongest.distance } ? 1 : 0
  }

  /// Those of the residuals of each two anchors in one second.
  private static func products(of moment: ArraySlice<Reading>) -> [Double] {
    moment.indices.flatMap { first in
      (first + 1..<moment.endIndex).map { moment[first].residual * moment[$0].residual }
    }
  }

  /// Those of the residuals of one anchor in two seconds one after the other.
  private static func products(ofNeighbours readings: [Reading]) -> [Double] {
    let order = readings.indices.sorted {
      let (a, b) = (readings[$0], readings[$1])
      return (a.walk, a.anchor, a.second) < (b.walk, b.anchor, b.second)
    }
    return zip(order, order.dropFirst()).compactMap { first, next in
      let (a, b) = (readings[first], readings[next])
      guard a.walk == b.walk, a.anchor == b.anchor, b.second == a.second + 1 else { return nil }
      return a.residual * b.residual
    }
  }

  private static func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }
}

/// One figure of what was received.
package enum SignalFigure: String, Hashable, Sendable, CaseIterable {
  case heard, nearest, deviation, deep, lasting, together, walks

  /// In tables.
  var title: String {
    switch self {
    case .heard: "anchors heard in one second"
    case .nearest: "share of seconds in which the nearest anchor heard is the strongest"
    case .deviation: "standard deviation of the residuals, dB"
    case .deep: "share of residuals below -2 fitted standard deviations"
    case .lasting: "correlation of the residuals of one anchor, one second apart"
    case .together: "correlation of the residuals of two anchors in the same second"
    case .walks: "standard deviation of the walks' mean residuals, dB"
    }
  }

  /// What it says of the recording where it is above all but 2.5 % of the replicas, and where it is below.
  var finding: (above: String, below: String) {
    switch self {
    case .heard:
      ("more anchors are heard at a time than in the replicas", "fewer anchors are heard at a time")
    case .nearest:
      (
        "the strongest anchor is more often the nearest one",
        "the strongest anchor is less often the nearest one"
      )
    case .deviation:
      ("the RSSI deviates more from the path loss", "the RSSI deviates less from the path loss")
    case .deep:
      ("deep fades of a second or more are more frequent", "deep fades of a second or more are rarer")
    case .lasting:
      (
        "deviations last longer than the fitted correlation distance explains",
        "deviations pass sooner than the fitted correlation distance explains"
      )
    case .together:
      (
        "the anchors' deviations rise and fall together, as a body or a turn of the device makes them do; the links of a replica "
          + "are independent",
        "one anchor's gain is another's loss, as with a body on one side; the links of a replica are independent"
      )
    case .walks:
      (
        "the mean level differs from walk to walk, as with another device or another way of holding it",
        "the mean level is the same on all walks"
      )
    }
  }
}

/// A figure of the signal on the recording and on its replicas.
package struct SignalAgreement: Hashable, Sendable {
  /// Which.
  package let figure: SignalFigure
  /// On the recording.
  package let recorded: Double
  /// The median over the replicas.
  package let replica: Double
  /// The central 95 % of the replicas.
  package let replicaInterval: ConfidenceInterval

  /// Whether the recorded figure lies outside the central 95 % of the replicas.
  package var differs: Bool { recorded < replicaInterval.lower || recorded > replicaInterval.upper }

  /// One of each figure that both sides have.
  package static func all(_ recorded: SignalFigures, _ replicas: [SignalFigures]) -> [SignalAgreement] {
    SignalFigure.allCases.compactMap { figure in
      guard let value = recorded.values[figure],
        let bounds = Quantiles.of(replicas.compactMap { $0.values[figure] }, at: [0.025, 0.5, 0.975])
      else { return nil }
      return SignalAgreement(
        figure: figure, recorded: value, replica: bounds[1],
        replicaInterval: ConfidenceInterval(lower: bounds[0], upper: bounds[2]))
    }
  }

  /// What it says of the recording; nil where the replicas explain it.
  package var finding: String? {
    guard differs else { return nil }
    let (below, above) = (figure.finding.below, figure.finding.above)
    let numbers = [recorded, replicaInterval.lower, replicaInterval.upper].map {
      FixedPoint.text($0, decimals: 2)
    }
    return
      "\(recorded > replicaInterval.upper ? above : below) (\(numbers[0]); replicas \(numbers[1]) to \(numbers[2]))"
  }
}

extension SignalAgreement: Described {
  /// One figure on both sides.
  package static let figures: [Figure<SignalAgreement>] = [
    .init(
      "figure",
      about: """
        `heard`: the mean number of anchors heard in one second; `nearest`: the share of seconds in which \
        the strongest anchor is the nearest of those heard; and of the residuals, which are the mean RSSI of \
        an anchor in one second less that of the fitted path loss: their standard deviation (`deviation`), \
        the share below -2 fitted standard deviations (`deep`), the correlation of one anchor's one second \
        apart (`lasting`), that of two anchors' in the same second (`together`), and the standard deviation \
        of the walks' means (`walks`).
        """, \.figure.rawValue),
    .init(nil, "signal", \.figure.title),
    .init("recorded", "recorded", \.recorded),
    .init(
      "replica", intervalKey: "replicaInterval95", "replicas", unit: "[95 %]",
      about: "The median of the replicas, and their central 95 %.", { $0.replica },
      interval: \.replicaInterval),
    .init("differs", about: "Whether the recorded figure lies outside these.", \.differs),
  ]
}
