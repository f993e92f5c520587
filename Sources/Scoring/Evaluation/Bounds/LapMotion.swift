import NumericalMethods
import World

/// The unknown numbers that determine the positions on a lap: the position along the route, the lap's speed, and the
/// deviation of the speed at knots within the lap. Between knots the deviation is its conditional mean; the rest is
/// taken as known.
///
/// A change of the first number by one metre moves all positions of the lap one metre ahead. The times of stops, and the speed of
/// each part relative to the mean speed, are taken as known. There is no prior information on the first number; the others have a
/// prior.
struct LapMotion {
  /// By number and bin: metres by which the position moves ahead for one unit of the number.
  private(set) var shifts: [[Double]]
  /// The prior information.
  private(set) var prior: InformationMatrix
  private let bins: WalkedBins
  private let knots: Knots?
  private let mean: Double?

  /// The largest number of knots.
  static let most = 40

  init(_ knowledge: SpeedKnowledge, bins: WalkedBins) {
    self.bins = bins
    guard case .normal(let mean, let deviation, let variation) = knowledge else {
      (knots, self.mean, prior) = (nil, nil, InformationMatrix(size: 1))
      shifts = [[Double](repeating: 1, count: bins.times.count)]
      return
    }
    self.mean = deviation > 0 ? mean : nil
    knots = variation.flatMap { $0.deviation > 0 ? Knots($0, bins: bins, mean: mean) : nil }
    let speeds = deviation > 0 ? 1 : 0
    prior = InformationMatrix(size: 1 + speeds + (knots?.count ?? 0))
    if deviation > 0 { prior[1, 1] = 1 / (deviation * deviation) }
    knots?.add(to: &prior, from: 1 + speeds)
    shifts = []
    let rows = bins.times.map(weights)
    shifts = (0..<prior.size).map { number in rows.map { $0[number] } }
  }

  /// Metres by which the position at a moment moves ahead for one unit of each number.
  func weights(at time: Double) -> [Double] {
    var weights = [1.0]
    if let mean { weights.append(bins.metresOnFoot(at: time) / mean) }
    return weights + (knots?.weights(at: time) ?? [])
  }

  /// Knots of the speed in equal steps from the stream's beginning to its end.
  private struct Knots {
    let count: Int
    private let step: Double
    private let variation: SpeedKnowledge.Variation
    private let bins: WalkedBins
    /// By bin, and once more at the end: metres by which the position at the bin's beginning moves ahead for one unit
    /// of each knot.
    private var carried: [[Double]]

    init(_ variation: SpeedKnowledge.Variation, bins: WalkedBins, mean: Double) {
      self.variation = variation
      self.bins = bins
      let end = Double(bins.times.count) * bins.length
      let steps = min((end / variation.correlationTime).rounded(.up), Double(LapMotion.most - 1))
      (count, step) = (Int(steps) + 1, end / steps)
      carried = []
      var sums = [Double](repeating: 0, count: count)
      for time in bins.times {
        carried.append(sums)
        let (from, to) = (time - bins.length / 2, time + bins.length / 2)
        let share = (bins.metresOnFoot(at: to) - bins.metresOnFoot(at: from)) / (mean * bins.length)
        let index = min(Int(time / step), count - 2)
        let (before, after) = bridge(at: time - Double(index) * step)
        sums[index] += before * share * bins.length
        sums[index + 1] += after * share * bins.length
      }
      carried.append(sums)
    }

    /// The weights of the two neighbouring knots in the conditional mean at a moment.
    private func bridge(at since: Double) -> (before: Double, after: Double) {
      let tau = variation.correlationTime
      func hyperbolic(_ x: Double) -> Double { (Elementary.exp(x) - Elementary.exp(-x)) / 2 }
      let whole = hyperbolic(step / tau)
      return (hyperbolic((step - since) / tau) / whole, hyperbolic(since / tau) / whole)
    }

    func weights(at time: Double) -> [Double] {
      let place = min(max(time / bins.length, 0), Double(bins.times.count))
      let index = min(Int(place), bins.times.count - 1)
      let fraction = place - Double(index)
      return zip(carried[index], carried[index + 1]).map { $0 + ($1 - $0) * fraction }
    }

    /// The inverse of the covariance `σ² exp(-|i - j| h / τ)`, which has three diagonals.
    func add(to prior: inout InformationMatrix, from first: Int) {
      let kept = Elementary.exp(-step / variation.correlationTime)
      let unit = 1 / ((1 - kept * kept) * variation.deviation * variation.deviation)
      for knot in 0..<count {
        let isEnd = knot == 0 || knot == count - 1
        prior[first + knot, first + knot] = (isEnd ? 1 : 1 + kept * kept) * unit
        guard knot + 1 < count else { continue }
        prior[first + knot, first + knot + 1] = -kept * unit
        prior[first + knot + 1, first + knot] = -kept * unit
      }
    }
  }
}

/// The prior information on the walking speed.
public enum SpeedKnowledge: Hashable, Sendable {
  /// The speed is known exactly, which can only lower a bound.
  case known
  /// The mean speed of the lap is normal, and it varies within the lap as an Ornstein-Uhlenbeck process.
  case normal(mean: Double, deviation: Double, variation: Variation?)

  /// A deviation in metres per second, and the seconds over which the correlation falls to 1 / e.
  public struct Variation: Hashable, Sendable {
    /// σ, in metres per second.
    public let deviation: Double
    /// τ: seconds over which the correlation falls to 1/e.
    public let correlationTime: Double

    public init(deviation: Double, correlationTime: Double) {
      (self.deviation, self.correlationTime) = (deviation, correlationTime)
    }
  }
}
