import Documents
import Filtering
import Positioning
import World

extension PositionerChoice {
  /// Reads the method of a pipeline.
  init(_ document: Document) throws(FileProblem) {
    let (name, settings) = try document.choice
    switch name {
    case "roomCentre": self = .roomCentre
    case "nearest": self = .nearestBeacon
    case "proximity": self = .proximity
    case "weightedCentroid":
      self = .weightedCentroid(
        WeightedCentroid.Settings(
          anchors: try settings.integer("k"), weightExponent: try settings.number("exponent")))
    case "twoCircle": self = .twoCircle(try TwoCircle.Settings(settings))
    case "leastSquares":
      self = .leastSquares(
        Trilateration.Settings(
          anchors: try settings["k"].content == .text("all") ? nil : settings.integer("k"),
          weightExponent: try settings.number("exponent"),
          distance: try settings.choice("distance", of: Trilateration.Settings.Distance.self)))
    default: throw document.problem(expected: "a method")
    }
    if let fault { throw settings.problem(with: fault) }
  }

  /// How a table names it.
  package var summary: String {
    switch self {
    case .roomCentre: "room centre"
    case .nearestBeacon: "nearest beacon"
    case .proximity: "proximity"
    case .weightedCentroid(let settings):
      "centroid of \(settings.anchors), 1/d^\(short(settings.weightExponent))"
    case .twoCircle(let settings):
      "two circles, \(settings.pair.rawValue), \(settings.rule.rawValue)"
        + (settings.fallback == .pathPlace ? "" : ", else \(settings.fallback.rawValue)")
    case .leastSquares(let settings):
      "least squares of \(settings.anchors.map { "\($0)" } ?? "all"), \(settings.distance.rawValue)"
    case .custom(let method): method.name
    }
  }
}

extension TwoCircle.Settings {
  init(_ document: Document) throws(FileProblem) {
    self.init(
      pair: try document.choice("pair", of: Pair.self),
      rule: try document.choice("rule", of: CirclePair.Rule.self),
      radius: try document.choice("radius", of: Radius.self),
      smallestRadius: try document.number("smallestRadius"),
      beacons: try document.text("beaconsAt") == "path" ? .onPath : .atBeacon,
      fallback: try document.choice("fallback", of: Fallback.self))
  }
}

extension FilterChoice {
  /// How a table names it.
  package var summary: String {
    switch self {
    case .kalman(let settings):
      "Kalman Q \(short(settings.processVariance)) R \(short(settings.readingVariance))"
    case .savitzkyGolay(let settings):
      "Savitzky-Golay \(settings.window)/\(settings.order) \(settings.point == .centred ? "centred" : "end point")"
    case .feedback(let settings): "feedback \(short(settings.alpha)) \(settings.form.rawValue)"
    case .movingAverage(let settings):
      switch settings.window {
      case .readings(let count): "moving average of \(count)"
      case .seconds(let seconds): "moving average over \(short(seconds)) s"
      }
    case .runningMean(let seconds): "running mean over \(short(seconds)) s"
    }
  }
}
