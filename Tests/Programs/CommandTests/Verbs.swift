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
    "air",
    "inspect",
    "encode",
    "survey",
    "calibrate",
    "twin",
    "sensitivity",
    "navigate",
    "methods",
    "power",
    "place",
    "context",
    "reproduce",
    "benchmark",
    "sweep",
    "site",
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
