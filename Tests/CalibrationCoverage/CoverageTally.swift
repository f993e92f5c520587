import Calibrating

/// How often intervals hold the truth.
struct CoverageTally: Sendable {
  private(set) var names: [String] = []
  private var held: [String: Int] = [:]
  private var stated: [String: Int] = [:]
  private var values: [String: Double] = [:]
  private var squares: [String: Double] = [:]
  private var errors: [String: Double] = [:]
  private var truths: [String: Double] = [:]
  private(set) var recordings = 0

  mutating func judge(_ fit: ChannelFit, _ truth: Truth) {
    recordings += 1
    for (name, law) in [("normal", fit.normal), ("robust", fit.robust), ("faded", fit.faded)] {
      judge("\(name) n", law?.exponent, truth.exponent)
      judge("\(name) C", law?.levels.first ?? nil, truth.level)
    }
    judge("sigma", fit.mostLikely.deviation, truth.deviation)
    judge("loss", fit.mostLikely.loss, truth.loss)
    for (name, law) in [("normal", fit.normalByBeacon), ("robust", fit.robustByBeacon)] {
      judge("\(name) n, C by beacon", law?.exponent, truth.exponent)
      judge("loss, C by beacon", law?.loss, truth.loss)
      guard truth.isLevelOfEachBeacon else { continue }
      for level in law?.levels ?? [] { judge("\(name) C of a beacon", level, truth.level) }
    }
    judge("shadowing", fit.correlation.shadowing, truth.shadowing)
    judge("decorrelation", fit.correlation.decorrelation, truth.decorrelation)
    judge("nugget", fit.correlation.nugget, truth.nugget)
    judge("K", fit.fadingK, truth.k)
    judge("channels", fit.channels?.deviation, truth.channels)
    // Of a channel's mean over beacons, whose offsets are drawn about 0.
    if truth.channels != nil { for mean in fit.channels?.means ?? [] { judge("mean of a channel", mean, 0) } }
  }

  private mutating func judge(_ name: String, _ estimate: ChannelEstimate?, _ truth: Double?) {
    guard let truth else { return }
    if truths[name] == nil { names.append(name) }
    truths[name] = truth
    guard let estimate, let lower = estimate.lower, let upper = estimate.upper else { return }
    stated[name, default: 0] += 1
    values[name, default: 0] += estimate.value
    squares[name, default: 0] += estimate.value * estimate.value
    errors[name, default: 0] += estimate.standardError ?? 0
    if lower...upper ~= truth { held[name, default: 0] += 1 }
  }

  /// A row for each number: truth, mean, standard deviation, mean standard error, intervals stated and the share that holds.
  func rows() -> [[String]] {
    names.map { name in
      let stated = stated[name] ?? 0
      guard stated > 0 else { return [name, short(truths[name] ?? 0, 3), "–", "–", "–", "0", "–"] }
      let count = Double(stated)
      let mean = (values[name] ?? 0) / count
      let variance = max((squares[name] ?? 0) / count - mean * mean, 0)
      return [
        name, short(truths[name] ?? 0, 3), short(mean, 3), short(variance.squareRoot(), 3),
        short((errors[name] ?? 0) / count, 3), "\(stated)", short(100 * Double(held[name] ?? 0) / count, 1),
      ]
    }
  }
}

func short(_ value: Double, _ decimals: Int) -> String {
  var factor = 1.0
  for _ in 0..<decimals { factor *= 10 }
  return "\((value * factor).rounded() / factor)"
}
