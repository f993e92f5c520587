import NumericalMethods

/// Whether some figures of two studies of the same laps differ, by exchanging the sides in some of the laps.
///
/// Without a difference the two sides of a lap could as well stand the other way round, so that the difference of a figure is one
/// draw from those of all exchanges, whatever their distribution: the p of a figure that got worse is the share of exchanges in which it
/// gets worse by at least as much. That is exact where Student's t is not, for few events, ties and skewed values. A difference that does
/// not exist, such as one of delays where one side has no event left, counts as large.
///
/// The p values of several figures are adjusted by the step-down procedure of the smallest p, for what got worse and for what got better
/// on their own. All figures have the same exchanges, so that correlated ones count as little more than one, and a figure that differs in
/// too few laps for a small p costs the others nothing.
///
/// Sources: Fisher 1935, "The design of experiments", section 21, for the exchanges; Westfall and Young 1993, "Resampling-based multiple
/// testing", section 2.6, in the form of Ge, Dudoit and Speed 2003, "Resampling-based multiple testing for microarray data analysis",
/// box 4, doi:10.1007/BF02595811; Phipson and Smyth 2010, doi:10.2202/1544-6115.1585, for counting what was observed among the exchanges.
package struct ExchangeTest: Hashable, Sendable {
  /// By figure twice the one-sided p on the side on which it lies, at most 1.
  package let p: [Double]
  /// The same such that where no figure differs, one or more below 0.05 are 2.5 % likely on the side of the worse, and as likely on the
  /// other.
  package let adjusted: [Double]

  /// - Parameter pairs: figures of both sides, all of the same laps.
  package init(_ pairs: [(a: LapFigure, b: LapFigure)]) {
    let exchanges = LapExchanges(of: pairs.first?.a.laps.count ?? 0)
    let worse = pairs.map { $0.a.worsenings(exchanges, $0.b) }
    let sides = [worse, worse.map { $0.map { $0 == .max ? .max : -$0 } }].map(OneSided.init)
    func twice(_ value: KeyPath<OneSided, [Double]>) -> [Double] {
      pairs.indices.map { index in min(2 * (sides.map { $0[keyPath: value][index] }.min() ?? 1), 1) }
    }
    (p, adjusted) = (twice(\.p), twice(\.adjusted))
  }
}

/// The p of some figures on one side.
private struct OneSided {
  let p: [Double]
  let adjusted: [Double]

  /// - Parameter values: by figure and exchange, the one at hand first.
  init(_ values: [[Int64]]) {
    let places = values.map(Self.places)
    let exchanges = values.first?.count ?? 1
    p = places.map { Double($0[0]) / Double(exchanges) }
    // From the largest p to the smallest: how often the smallest of those so far is as small as the one at hand.
    let order = places.indices.sorted { (places[$0][0], $0) < (places[$1][0], $1) }
    var smallest = [Int32](repeating: .max, count: exchanges)
    var adjusted = [Double](repeating: 1, count: values.count)
    for index in order.reversed() {
      for exchange in smallest.indices {
        smallest[exchange] = min(smallest[exchange], places[index][exchange])
      }
      adjusted[index] = Double(smallest.count { $0 <= places[index][0] }) / Double(exchanges)
    }
    var largest = 0.0
    for index in order {
      largest = max(largest, adjusted[index])
      adjusted[index] = largest
    }
    self.adjusted = adjusted
  }

  /// For each exchange, how many have at least its value.
  private static func places(of values: [Int64]) -> [Int32] {
    let ordered = values.indices.sorted { (values[$0], $0) < (values[$1], $1) }
    var places = [Int32](repeating: 0, count: values.count)
    var first = 0
    for (place, index) in ordered.enumerated() {
      if values[index] != values[ordered[first]] { first = place }
      places[index] = Int32(ordered.count - first)
    }
    return places
  }
}

/// In which laps the two sides are exchanged: none at first, then all combinations where those are few, or random ones.
struct LapExchanges: Sendable {
  /// As many as there are at random, with the one without any.
  private static let most = 10_000

  let count: Int
  private let laps: Int
  /// A bit for each lap, in as many words as it takes.
  private let words: [UInt64]
  private var width: Int { (laps + 63) / 64 }

  init(of laps: Int) {
    self.laps = laps
    if laps <= 13 {
      count = 1 << laps
      words = (0..<UInt64(count)).map(\.self)
    } else {
      count = Self.most
      let width = (laps + 63) / 64
      var random = RandomStream(Seed(1).derived("exchanges"))
      words = (0..<Self.most * width).map { $0 < width ? 0 : random.next() }
    }
  }

  /// Whether the sides of a lap are exchanged.
  func has(_ lap: Int, in exchange: Int) -> Bool {
    words[exchange * width + lap / 64] >> UInt64(lap % 64) & 1 == 1
  }
}

extension LapFigure {
  /// By exchange, by how much the other side is worse: whole numbers that are equal where differences are equal but for round-off, and the
  /// largest where a side is left without a value.
  fileprivate func worsenings(_ exchanges: LapExchanges, _ other: LapFigure) -> [Int64] {
    let sides = isOfSums ? sums(exchanges, other) : quantiles(exchanges, other)
    let worsenings = sides.map { side -> Double in
      guard let (a, b) = side else { return .infinity }
      return switch better {
      case .smaller, .neither: b - a
      case .larger: a - b
      case .near(let ideal): (b - a).magnitude * Self.farther(b - ideal, than: a - ideal)
      }
    }
    let largest = worsenings.lazy.filter(\.isFinite).map(\.magnitude).max() ?? 0
    let scale = largest > 0 ? 0x1p40 / largest : 0
    return worsenings.map { $0.isFinite ? Int64(($0 * scale).rounded()) : .max }
  }

  private var isOfSums: Bool { if case .quantile = statistic { false } else { true } }

  /// 1 if a value is farther from 0 than the other, -1 if it is nearer, and 0 if both are equally far but for round-off.
  private static func farther(_ b: Double, than a: Double) -> Double {
    let more = b.magnitude - a.magnitude
    return more.magnitude <= 1e-9 * max(a.magnitude, b.magnitude) ? 0 : more > 0 ? 1 : -1
  }

  private func quantiles(_ exchanges: LapExchanges, _ other: LapFigure) -> [(Double, Double)?] {
    let both = LapStatistic(LapFigure(name, unit: unit, better: better, statistic, laps: laps + other.laps))
    var own = [UInt8](repeating: 0, count: 2 * laps.count)
    return (0..<exchanges.count).map { exchange in
      for lap in laps.indices {
        own[lap] = exchanges.has(lap, in: exchange) ? 0 : 1
        own[laps.count + lap] = 1 - own[lap]
      }
      let theirs = own.map { 1 - $0 }
      guard let a = both.value(times: own[...]), let b = both.value(times: theirs[...]) else { return nil }
      return (a, b)
    }
  }

  private func sums(_ exchanges: LapExchanges, _ other: LapFigure) -> [(Double, Double)?] {
    let (own, theirs) = (laps.map { $0.reduce(.zero, +) }, other.laps.map { $0.reduce(.zero, +) })
    let whole = own.reduce(Part.zero, +) + theirs.reduce(Part.zero, +)
    return (0..<exchanges.count).map { exchange in
      var sum = Part.zero
      for lap in own.indices { sum += exchanges.has(lap, in: exchange) ? theirs[lap] : own[lap] }
      guard let a = statistic.value(of: sum), let b = statistic.value(of: whole - sum) else { return nil }
      return (a, b)
    }
  }
}
