import Documents
import SiteFiles

extension ScenarioSchema {
  /// How levels become a position: one case per positioner.
  static let method = Schema.named(
    "method",
    .union([
      Schema.Variant("roomCentre", "The middle of the site, whatever is heard: the baseline."),
      Schema.Variant("nearest", "The beacon that Algorithm 1 chooses, from the filtered levels."),
      Schema.Variant(
        "proximity",
        "The beacon that Algorithm 1 chooses, from the accuracy values that the phone smooths over "
          + "`phone.proximitySmoothing`."),
      Schema.Variant(
        "weightedCentroid", weightedCentroid, "The weighted mean of the nearest beacons' places."),
      Schema.Variant(
        "twoCircle", twoCircle,
        "Equations 5 to 7 of Mustafa & Sykes 2021."),
      Schema.Variant(
        "leastSquares", leastSquares,
        "The place whose distances to the beacons fit best: the least minimum that is found from several starts."
      ),
    ]), about: "A positioning method with its settings, or just its name when every setting has a default.")

  private static let weightedCentroid = Schema.object([
    .defaulted("k", .integer(.atLeast(1)), to: 4, "How many of the nearest beacons, by estimated distance."),
    .defaulted(
      "exponent", .number(.between(0, 10)), to: 1,
      "A beacon at estimated distance d weighs d to the minus this."),
  ])

  private static let twoCircle = Schema.object([
    .defaulted(
      "pair",
      .enumeration([
        Schema.Choice("strongest", "The two that are estimated nearest."),
        Schema.Choice(
          "pathNeighbours", "The nearest and the nearer of those next to it along the path."),
      ]), to: "strongest", "Which two beacons."),
    .defaulted(
      "rule",
      .enumeration([
        Schema.Choice("circlesMeet", "Where the circles meet."),
        Schema.Choice("radicalLineAlways", "Always."),
        Schema.Choice("withinSegment", "Where the solution lies between the two beacons."),
        Schema.Choice("exact", "Where all three equations hold exactly."),
      ]), to: "circlesMeet",
      "When the place at which the circles' radical line crosses the line of the pair counts as the solution."
    ),
    .defaulted(
      "radius",
      .enumeration([
        Schema.Choice("threeD", "The estimated distance as it is, though it was taken through the air."),
        Schema.Choice("heightCorrected", "Its part on the plan, for a phone at `assumes.carriedHeight`."),
      ]), to: "threeD", "What a circle on the plan has for its radius."),
    .defaulted(
      "smallestRadius", .number(.between(0, 100)), to: 0, unit: "m", "Smaller radii count as this."),
    .defaulted(
      "beaconsAt",
      .enumeration([
        Schema.Choice("place", "Where the site says."),
        Schema.Choice("path", "The nearest place on the path."),
      ]), to: "place", "Where the circles have their middle."),
    .defaulted(
      "fallback",
      .enumeration([
        Schema.Choice("pathPlace", "The nearest beacon's place on the path, or where there is none its own."),
        Schema.Choice("beacon", "Where the nearest beacon hangs; `snap` moves it on."),
        Schema.Choice("latest", "The latest solution; before there is one, as `pathPlace`."),
        Schema.Choice("none", "Nothing: there is no fix."),
      ]), to: "pathPlace", "What is answered where there is no solution."),
  ])

  private static let leastSquares = Schema.object([
    .defaulted(
      "k",
      .alternatives([
        .integer(.atLeast(3)), .enumeration([Schema.Choice("all", "All that are heard on the floor.")]),
      ]), to: 4, "How many of the nearest beacons, by estimated distance; or `all` that are heard."),
    .defaulted(
      "exponent", .number(.between(0, 10)), to: 0,
      "A beacon at estimated distance d weighs d to the minus this."),
    .defaulted(
      "distance",
      .enumeration([
        Schema.Choice("threeD", "Through the air, from a phone at `assumes.carriedHeight`."),
        Schema.Choice("plan", "On the plan, against the estimated distance as it is."),
        Schema.Choice("heightCorrected", "On the plan, against the part of the estimated distance on it."),
      ]), to: "threeD", "How the distance from a place to a beacon is measured."),
  ])
}
