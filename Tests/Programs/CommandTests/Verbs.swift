/// The verbs of the program.
enum Verbs {
  /// In the order in which help lists them.
  static let top = [
    "run",
    "replay",
    "score",
    "compare",
    "explain",
    "simulate",
    "inspect",
    "encode",
    "survey",
    "calibrate",
    "air",
    "twin",
    "sensitivity",
    "navigate",
    "methods",
    "choose",
    "power",
    "place",
    "context",
    "reproduce",
    "sweep",
    "site",
    "benchmark",
    "list",
    "copy",
    "data",
    "plot",
    "report",
    "export",
    "serve",
    "mcp",
  ]

  /// Below others.
  static let nested = [
    "reproduce motion",
    "reproduce recorded",
    "reproduce fingerprint",
    "benchmark submit",
    "benchmark verify",
    "benchmark page",
    "sweep run",
    "sweep status",
    "sweep merge",
    "sweep cancel",
    "site check",
    "site import",
    "site identifiers",
    "data fetch",
    "data check",
  ]

  /// With the program itself.
  static let all = [""] + top + nested
}
