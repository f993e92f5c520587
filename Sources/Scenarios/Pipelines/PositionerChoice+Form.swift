import Documents
package import Positioning

extension PositionerChoice {
  /// How a scenario states a method.
  static let form = SettingForm<PositionerChoice>.union([
    SettingVariant(
      "roomCentre", is: .roomCentre, "The centre of the site, whatever is received: the baseline."),
    SettingVariant(
      "nearest", is: .nearestBeacon, "The beacon that Algorithm 1 chooses from the filtered readings."),
    SettingVariant(
      "proximity", is: .proximity,
      "The beacon that Algorithm 1 chooses from the accuracy values that the phone smooths over "
        + "`phone.proximitySmoothing`."),
    SettingVariant(
      "weightedCentroid", .settings, as: { .weightedCentroid($0) },
      from: { if case .weightedCentroid(let settings) = $0 { settings } else { nil } },
      "The weighted mean of the positions of the nearest beacons."),
    SettingVariant(
      "twoCircle", .settings, as: { .twoCircle($0) },
      from: { if case .twoCircle(let settings) = $0 { settings } else { nil } },
      "Equations 5 to 7 of Mustafa & Sykes 2021."),
    SettingVariant(
      "leastSquares", .settings, as: { .leastSquares($0) },
      from: { if case .leastSquares(let settings) = $0 { settings } else { nil } },
      "Multilateration: the position whose distances to the beacons fit best, as the lowest minimum found from several starts."
    ),
    SettingVariant(
      "nearestFingerprints", .settings, as: { .nearestFingerprints($0) },
      from: { if case .nearestFingerprints(let settings) = $0 { settings } else { nil } },
      "Fingerprinting: the surveyed points whose fingerprints are closest to the readings; `told` must then list `survey`."
    ),
  ]).named(
    "method",
    about: "A positioning method with its settings, or just its name when every setting has a default.")

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
    case .nearestFingerprints(let settings): "fingerprints \(settings.summary)"
    case .custom(let method): method.name
    }
  }
}

extension NearestFingerprints.Settings {
  /// How a table names it.
  package var summary: String {
    var words = [vector == .sorted ? "sorted levels" : "by beacon"]
    switch major {
    case .ignored: break
    case .gate: words.append("major gate")
    case .coordinate: words.append("major as coordinate")
    }
    if points > 1 { words.append("k \(points), 1/d^\(short(weightExponent))") }
    if metric == .manhattan { words.append("manhattan") }
    if missing == .leftOut { words.append("missing left out") }
    return words.joined(separator: ", ")
  }
}
