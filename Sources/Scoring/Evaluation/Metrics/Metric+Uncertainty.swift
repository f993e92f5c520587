import World

/// How true what methods state about their own errors is. docs/metrics.md has the definitions and their sources.
extension Metric {
  /// Proper scores, which rank methods: the energy score of the covariance, Brier's score of probabilities.
  public static let energyScore = Metric(
    "energyScore",
    .ratio { $0.stated.map { SIMD2($0.energyScore, 1) } },
    for: [.uncertainty, .sweeps, .comparisons, .methods],
    heading: "energy score", "energy score", about: "The mean energy score of the stated covariance.",
    isOnRequest: true)

  /// The share of truths inside the smallest region of a stated probability.
  private static func inside(_ percent: Int, rank: Int = 0) -> Metric {
    let probability = Double(percent) / 100
    return Metric(
      "inside\(percent)", .ratio { $0.stated.map { SIMD2($0.isInside(probability) ? 1 : 0, 1) } },
      for: [.uncertainty, .sweeps, .comparisons, .methods], unit: .share, heading: "inside \(percent)",
      "share of true positions inside the \(percent) % region", rank: rank, better: .near(probability),
      isOnRequest: true)
  }

  /// In the order of tables.
  static let ofUncertainty: [Metric] = [
    inside(50), inside(68, rank: 1), inside(95),
    Metric(
      "nees",
      .positiveRatio(power: 1) { $0.stated.map { SIMD2($0.normalisedSquare, Double($0.degrees)) } },
      for: [.uncertainty, .sweeps, .comparisons, .methods], unit: .number, heading: "NEES",
      "normalised estimation error squared",
      about: "The normalised estimation error squared for each degree of freedom; 1 is right.",
      better: .near(1),
      isOnRequest: true),
    energyScore,
    Metric(
      "sharpness", .positiveRatio(power: 0.5) { $0.claim?.covariance.map { SIMD2($0.trace, 1) } },
      for: [.uncertainty, .sweeps, .methods], heading: "stated", "stated RMSE",
      about: "The root mean trace of the stated covariance: the RMSE that the method expects.",
      isOnRequest: true),
    Metric(
      "area95", .ratio { $0.claim?.covariance.map { SIMD2($0.area95, 1) } }, for: [.uncertainty],
      unit: .squareMetres, heading: "area 95 %", "mean area of the 95 % region", rank: 2, isOnRequest: true),
    Metric(
      "floorBrier", .ratio { $0.claim?.floor.map { SIMD2($0.brier, 1) } },
      for: [.uncertainty, .sweeps, .comparisons, .methods], unit: .number, heading: "Brier floors",
      "Brier score of floors", isOnRequest: true, applies: { $0.floors.count > 1 }),
    Metric(
      "roomBrier", .ratio { $0.claim?.room.map { SIMD2($0.brier, 1) } },
      for: [.uncertainty, .sweeps, .comparisons, .methods], unit: .number, heading: "Brier rooms",
      "Brier score of rooms", isOnRequest: true, applies: { !$0.rooms.isEmpty }),
  ]
}
