import SiteFiles

extension ScenarioSchema {
  /// How levels become a position: one case per positioner.
  static let method = Schema.union([
    Schema.Variant("roomCentre", "The middle of the site, whatever is heard: the baseline."),
    Schema.Variant("nearest", "The beacon that Algorithm 1 chooses, from the filtered levels."),
    Schema.Variant(
      "proximity",
      "The beacon that Algorithm 1 chooses, from the phone's smoothed accuracy values; takes no filters."),
    Schema.Variant(
      "weightedCentroid",
      .object([
        .defaulted("k", .integer(.between(1, 1000)), to: 3, "How many of the strongest beacons."),
        .defaulted(
          "exponent", .number(.between(0, 10)), to: 1,
          "A beacon at estimated distance d weighs d to the minus this."),
      ]), "The weighted mean of the nearest beacons' places."),
    Schema.Variant(
      "twoCircle",
      .object([
        .defaulted(
          "pair",
          .enumeration([
            Schema.Choice("strongest", "The two strongest beacons."),
            Schema.Choice(
              "pathNeighbours", "The strongest beacon and the stronger of its neighbours along the path."),
          ]), to: "strongest", "Which two beacons."),
        .defaulted(
          "rule",
          .enumeration([
            Schema.Choice("circlesMeet", "Only where the circles meet."),
            Schema.Choice("radicalLineAlways", "Wherever the radical line crosses the line of the pair."),
            Schema.Choice("withinSegment", "Only between the two beacons."),
            Schema.Choice("exact", "Only where the three equations hold exactly."),
          ]), to: "circlesMeet", "When equations 5 to 7 count as solved."),
        .defaulted("heightCorrected", .boolean, to: false, "Whether radii are distances on the plan."),
        .defaulted(
          "smallestRadius", .number(.between(0, 100)), to: 0, unit: "m", "Smaller radii count as this."),
        .defaulted(
          "beaconsAt", .enumeration(["place", "path"]), to: "place",
          "Whether circles are drawn about the beacon itself or its nearest place on the path."),
      ]), "Equations 5 to 7 of Mustafa & Sykes 2021, with the nearest beacon's place on the path as fallback."
    ),
    Schema.Variant(
      "leastSquares",
      .object([
        .defaulted("k", .integer(.between(3, 1000)), to: 4, "How many of the strongest beacons."),
        .defaulted(
          "exponent", .number(.between(0, 10)), to: 0,
          "An anchor at estimated distance d weighs d to the minus this."),
        .defaulted(
          "distance",
          .enumeration([
            Schema.Choice("threeD", "Through the air, from the height at which the phone is carried."),
            Schema.Choice("plan", "On the plan, against the estimated distance as it is."),
            Schema.Choice("heightCorrected", "On the plan, against the distance less the height."),
          ]), to: "threeD", "How the distance to an anchor is measured."),
      ]), "The place whose distances to the beacons fit best: Levenberg and Marquardt's method."),
  ])
}
