import Documents
import World

/// Recordings whose readings and ground truth are tables as `replay` reads them.
extension DatasetReader {
  /// The table of ground truth of a walk or a calibration set; nil in other layouts than `tables`.
  func truth(of entry: Document, _ layout: Document) throws(FileProblem) -> String? {
    let isTables = try layout.choice.name == "tables"
    guard let truth = entry.optional("truth") else {
      guard isTables else { return nil }
      throw entry.problem(expected: "the key truth, as the layout is tables", found: "none")
    }
    guard isTables else { throw truth.problem(expected: "no truth but with the layout tables", found: "one") }
    return try file(truth)
  }

  /// - Parameter entry: of a walk, which may name tables of presses and steps; nil for a calibration set.
  mutating func walk(
    named name: String, readings: String, truth: String, _ entry: Document? = nil
  ) throws(FileProblem) -> Dataset.RecordedWalk {
    var source = try ReadingsSource(contentsOf: readings, site: site, kind: kind, refusesGaps: true)
    var stream = AdvertisementStream(kind: kind)
    while try source.next(into: &stream) {}
    let walk = try TruthTable(contentsOf: truth, site: site).walk()
    var found = FaultTally()
    found.count(.fractionalLevels, stream.levels.count { $0.value != $0.value.rounded() })
    found.count(.notHeard, source.tally.levelUnavailable)
    found.countGaps(between: walk.knots)
    try report(found, part: name, file: readings)
    let end = max(source.end ?? 0, walk.span.upperBound.microseconds)
    return Dataset.RecordedWalk(
      name: name,
      source: RecordedReadings(stream, directory: source.directory, tally: source.tally, end: end),
      truth: walk,
      presses: try entry?.optional("presses").map { table throws(FileProblem) in
        try PressesTable(contentsOf: file(table), site: site).presses()
      } ?? [],
      steps: try entry?.optional("steps").map { table throws(FileProblem) in
        try StepsTable(contentsOf: file(table)).steps()
      })
  }

  mutating func calibration(named set: String, readings: String, truth: String) throws(FileProblem)
    -> [Dataset.CalibrationReading]
  {
    try walk(named: set, readings: readings, truth: truth).calibrationReadings
  }
}
