import Documents
import Filtering
import Positioning
import Scenarios
import World

extension FingerprintScenario.Row {
  /// Reads one element of `rows`.
  ///
  /// - Parameter earlier: the rows before it.
  init(_ document: Document, after earlier: [FingerprintScenario.Row]) throws(FileProblem) {
    let map = try document["map"]
    name = try document.text("name")
    self.map = FingerprintScenario.MapRule(
      filters: try FilterChoice.all(in: map),
      stores: try map.choice("stores", of: FingerprintScenario.MapRule.Stores.self))
    listening = FingerprintScenario.Listening(
      filters: try FilterChoice.all(in: document),
      restart: try document.choice("restart", of: FingerprintScenario.Listening.Restart.self),
      maximumAge: try document.number("maximumAge"),
      fixes: try document.choice("fixes", of: FingerprintScenario.Listening.Fixes.self))
    match = try NearestFingerprints.Settings(try document["kNearest"])
    published = try document.optional("published").map { value throws(FileProblem) in
      try FingerprintScenario.Published(value, after: earlier)
    }
  }
}

extension FilterChoice {
  /// The filters under the key `filters`, in their order.
  fileprivate static func all(in document: Document) throws(FileProblem) -> [FilterChoice] {
    var filters: [FilterChoice] = []
    for filter in try document.elements("filters") { filters.append(try FilterChoice(filter)) }
    return filters
  }
}

extension NearestFingerprints.Settings {
  init(_ document: Document) throws(FileProblem) {
    let missing = try document["missing"]
    self.init(
      points: try document.integer("k"), weightExponent: try document.number("exponent"),
      metric: try document.choice("metric", of: Metric.self),
      vector: try document.choice("vector", of: Vector.self),
      missing: missing.content == .text("leftOut") ? .leftOut : .level(DBm(try missing.number)),
      major: try document.choice("major", of: Major.self),
      leastBeacons: try document.integer("leastBeacons"))
    if let fault { throw document.problem(with: fault) }
  }

  /// How a table names it.
  var summary: String {
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

extension FingerprintScenario.Published {
  fileprivate init(
    _ document: Document, after earlier: [FingerprintScenario.Row]
  ) throws(FileProblem) {
    var figures: [FingerprintStatistic: Double] = [:]
    for statistic in FingerprintStatistic.measured {
      figures[statistic] = try document.optional(statistic.rawValue)?.number
    }
    against = try document.optional("against").map { name throws(FileProblem) in try name.text }
    if let name = document.optional("against") {
      let text = try name.text
      guard let other = earlier.first(where: { $0.name == text })?.published else {
        throw name.problem(expected: "an earlier row for which something is published")
      }
      if let hitRate = figures[.hitRate], let others = other[.hitRate] {
        figures[.hitRateGain] = hitRate - others
      }
      if let mean = figures[.mean], let others = other[.mean] { figures[.meanGain] = others - mean }
    }
    self.figures = figures
    source = try document.text("source")
    var checked: [FingerprintStatistic] = []
    for entry in try document.elements("check") {
      let statistic = try entry.choice(of: FingerprintStatistic.self)
      guard figures[statistic] != nil else {
        throw entry.problem(expected: "one of the numbers that are published here")
      }
      checked.append(statistic)
    }
    self.checked = checked
  }
}
