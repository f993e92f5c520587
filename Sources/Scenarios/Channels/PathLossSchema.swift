import Documents
import Radio
import SiteFiles
import World

extension ScenarioSchema {
  static let pathLoss = Schema.union([
    Schema.Variant(
      "logDistance", .object([exponent("n", "The path-loss exponent; 2 in free space."), levelAtOneMetre]),
      "RSSI = c - 10 n log10(d / 1 m): Mustafa & Sykes 2021, equation 1."),
    Schema.Variant(
      "breakpoint",
      .object([
        .required(
          "c", level, unit: "dBm",
          "The mean level at one metre by the first law, which is the level there unless `distance` is below 1 m."
        ),
        exponent("near", "The path-loss exponent up to the breakpoint."),
        exponent("far", "The one beyond it."),
        .required("distance", .number(.between(0.1, 10_000)), unit: "m", "Of the breakpoint."),
      ]), "Two log-distance laws that meet: Goldsmith 2005, section 2.5.4."),
    Schema.Variant(
      "indoorHotspot",
      .object([
        levelAtOneMetre,
        .defaulted(
          "sight",
          .enumeration([
            Schema.Choice("clear", "In line of sight."), Schema.Choice("blocked", "Without one."),
            Schema.Choice(
              "mixedOffice", "The mean of both by the chance of a line of sight in an office with rooms."),
            Schema.Choice("openOffice", "The mean of both by that chance in an open-plan office."),
          ]), to: "mixedOffice", "Whether one end sees the other."),
        .defaulted("frequency", .number(.between(0.5, 100)), to: 2.44, unit: "GHz", "Of the carrier."),
      ]), "3GPP TR 38.901, InH - Office: tables 7.4.1-1 and 7.4.2-1."),
    Schema.Variant(
      "siteGeneral",
      .object([
        levelAtOneMetre,
        .required(
          "environment",
          .enumeration([
            Schema.Choice("residential", "28 dB a decade."), Schema.Choice("office", "30 dB a decade."),
            Schema.Choice("commercial", "22 dB a decade."),
          ]), "The kind of building, which says too what its floors take."),
      ]), "ITU-R P.1238-7, equation 1."),
    Schema.Variant(
      "multiWall",
      .object([
        levelAtOneMetre,
        .defaulted("constant", .number(.between(-100, 100)), to: 0, unit: "dB", "Lost everywhere: L_C."),
        .defaulted(
          "floorLoss", .number(.between(0, 1000)), to: 18.3, unit: "dB", "What one floor takes: L_f."),
        .defaulted(
          "floorExponent", .number(.between(0, 1.5)), to: 0.46,
          "How much less each further floor takes: b in k^((k + 2) / (k + 1) - b) L_f."),
      ]),
      "Free space, the walls of the plan and the floors: COST 231, equation 4.7.2. `obstacles` must be true."),
  ])

  private static let levelAtOneMetre = Schema.Field.required(
    "c", level, unit: "dBm", "The mean level at one metre.")
  private static let level = Schema.number(.between(-120, 20))

  private static func exponent(_ key: String, _ meaning: String) -> Schema.Field {
    .required(key, .number(.between(0.5, 20)), meaning)
  }
}

extension PathLossLaw {
  /// Reads the `pathLoss` of a channel.
  init(_ document: Document) throws(FileProblem) {
    let (name, law) = try document.choice
    let level = DBm(try law.number("c"))
    switch name {
    case "breakpoint":
      self = .breakpoint(
        BreakpointLoss(
          levelAtOneMetre: level, near: try law.number("near"), far: try law.number("far"),
          distance: try law.number("distance")))
    case "indoorHotspot":
      self = .indoorHotspot(
        IndoorHotspot(
          levelAtOneMetre: level, sight: try IndoorHotspot.Sight(named: try law.text("sight")),
          frequency: try law.number("frequency")))
    case "siteGeneral":
      self = .siteGeneral(
        SiteGeneralLoss(
          levelAtOneMetre: level,
          environment: try law.choice("environment", of: SiteGeneralLoss.Environment.self)))
    case "multiWall":
      self = .multiWall(
        MultiWallLoss(
          levelAtOneMetre: level, constant: Decibels(try law.number("constant")),
          floorLoss: Decibels(try law.number("floorLoss")), floorExponent: try law.number("floorExponent")))
    default: self = .logDistance(LogDistance(exponent: try law.number("n"), levelAtOneMetre: level))
    }
  }
}

extension IndoorHotspot.Sight {
  fileprivate init(named name: String) throws(FileProblem) {
    switch name {
    case "clear": self = .clear
    case "blocked": self = .blocked
    case "openOffice": self = .mixed(.openOffice)
    default: self = .mixed(.mixedOffice)
    }
  }
}
