/// The verbs of the program.
enum Verbs {
  /// In the order in which help lists them.
  static let top = [
    "run",
    "list",
    "copy",
    "replay",
    "score",
    "survey",
    "simulate",
    "air",
    "inspect",
    "encode",
    "calibrate",
    "twin",
    "reality",
    "sensitivity",
    "faults",
    "navigate",
    "methods",
    "power",
    "place",
    "context",
    "reproduce",
    "sweep",
    "site",
    "compare",
    "explain",
    "export",
    "plot",
    "report",
    "mcp",
    "serve",
  ]

  /// Below others.
  static let nested = [
    "reproduce motion",
    "reproduce fingerprint",
    "sweep run",
    "sweep status",
    "sweep merge",
    "sweep cancel",
    "site check",
    "site import",
    "site identifiers",
  ]

  /// With the program itself.
  static let all = [""] + top + nested
}
