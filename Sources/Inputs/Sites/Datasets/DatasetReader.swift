import Documents
import Foundation
import World

/// Reads the files of a dataset and keeps count of what is odd about them.
struct DatasetReader {
  /// The declaration, for errors.
  let declaration: String
  let site: Site
  let root: String
  private let name: String
  let kind: AdvertisementStream.Kind
  let declared: [DatasetFault]
  private(set) var faults: [FaultCount] = []
  private let remembered: [String]

  init(_ document: Document, declaration: String, site: Site, root: String) throws(FileProblem) {
    self.declaration = declaration
    self.site = site
    self.root = root
    remembered = Self.remembered(beside: declaration)
    name = try document.text("name")
    let seconds = try document.optional("averaged").map { value throws(FileProblem) in try value.number }
    let areScans = try document.optional("scans").map { value throws(FileProblem) in try value.flag } ?? false
    if areScans, seconds != nil {
      throw try document["scans"].problem(expected: "false beside averaged", found: "true")
    }
    kind = areScans ? .scans : seconds.map { .averages(seconds: $0) } ?? .advertisements
    declared = try document.elements("faults").map { value throws(FileProblem) in
      try value.choice(of: DatasetFault.self)
    }
  }

  mutating func walk(_ entry: Document, layout: Document) throws(FileProblem) -> Dataset.RecordedWalk {
    let file = try file(entry)
    let name = try entry.text("name")
    let truth = try truth(of: entry, layout)
    if let truth, try layout.choice.name == "tables" {
      return try walk(named: name, readings: file, truth: truth, entry)
    }
    let marks = try truth.map { truth throws(FileProblem) in try readMarks(of: truth, layout) }
    for key in ["presses", "steps"] {
      if let table = entry.optional(key) {
        throw table.problem(expected: "no \(key) but with the layout tables", found: "some")
      }
    }
    let layout = try DatasetLayout(layout, site: site)
    var found = FaultTally()
    let rows = sorted(try layout.rows(of: file, &found), &found)
    guard let first = rows.first else {
      throw FileProblem(file: file, expected: "at least one row", found: "none")
    }
    try checkUnit(of: rows, layout, file: file)
    let span = ((rows.last ?? first).time - first.time) / layout.unitsPerSecond
    guard span < 1e9 else {
      throw FileProblem(file: file, expected: "less than 1000000000 s from first to last", found: "\(span) s")
    }
    try checkGaps(between: rows, unitsPerSecond: layout.unitsPerSecond, file: file)
    let (source, knots) = recorded(
      rows, from: first.time, layout, backwardSteps: found.counts[.outOfOrder, default: 0])
    found.countGaps(
      between: marks == nil ? knots.map(\.time) : rows.map { ($0.time - first.time) / layout.unitsPerSecond })
    try report(found, part: name, file: file)
    let walk = marks.map { self.walk(through: $0, from: first.time, until: source.end, layout) }
    return Dataset.RecordedWalk(name: name, source: source, truth: walk ?? self.walk(through: knots))
  }

  /// In straight lines, or from scan to scan in steps.
  private func walk(through knots: [Walk.Knot]) -> Walk {
    guard kind == .scans else { return Walk(knots: knots) }
    return knots.reduce(into: WalkMarks()) { $0.add($1, staying: .next) }.walk()
  }

  private func readMarks(of file: String, _ layout: Document) throws(FileProblem) -> [MarksLayout.Mark] {
    let layout = try MarksLayout(layout.choice.settings, site: site) { entry throws(FileProblem) in
      try self.file(entry)
    }
    return try layout.marks(of: file)
  }

  private func walk(
    through marks: [MarksLayout.Mark], from start: Double, until end: Int64?, _ layout: DatasetLayout
  ) -> Walk {
    func seconds(_ time: Double) -> Double {
      ((time - start) / layout.unitsPerSecond).microseconds.seconds
    }
    var walk = WalkMarks()
    for mark in marks {
      walk.add(
        Walk.Knot(time: seconds(mark.time), position: mark.position, floor: floor(at: mark.position)),
        staying: mark.until.map { .until(seconds($0)) } ?? .next)
    }
    return walk.walk(until: end?.seconds)
  }

  /// The readings and the positions of rows, whose times are in the units of the layout.
  private func recorded(
    _ rows: [DatasetRow], from start: Double, _ layout: DatasetLayout, backwardSteps: Int
  ) -> (RecordedReadings, [Walk.Knot]) {
    var stream = AdvertisementStream(kind: kind)
    var directory = StreamDirectory(of: site)
    var knots: [Walk.Knot] = []
    var end: Int64 = 0
    for row in rows {
      // Subtracted before it is scaled: nanoseconds since 1970 are known to 256 ns only, their difference is exact.
      let microseconds = Int64(
        ((row.time - start) / layout.unitsPerSecond * 1e6).rounded(.toNearestOrEven))
      let time = Double(microseconds) / 1e6
      end = max(end, microseconds)
      if let position = row.position, knots.last.map({ $0.time < time }) ?? true {
        knots.append(Walk.Knot(time: time, position: position, floor: floor(at: position)))
      }
      for (anchor, level) in row.levels {
        let transmitter = directory.index(of: .init(anchor: anchor, address: nil, measuredPower: nil))
        stream.append(
          Advertisement(
            microseconds: microseconds, anchor: anchor, transmitter: transmitter, level: DBm(level)))
      }
    }
    var tally = StreamTally()
    tally.delivered = stream.count
    tally.backwardSteps = backwardSteps
    return (RecordedReadings(stream, directory: directory, tally: tally, end: end), knots)
  }

  mutating func calibration(_ entry: Document, layout: Document) throws(FileProblem) -> [Dataset
    .CalibrationReading]
  {
    let file = try file(entry)
    let set = try entry.text("name")
    let truth = try truth(of: entry, layout)
    if let truth, try layout.choice.name == "tables" {
      return try calibration(named: set, readings: file, truth: truth)
    }
    let (shape, settings) = try layout.choice
    if shape == "histograms" { return try survey(settings, file: file, set: set) }
    var found = FaultTally()
    var readings: [Dataset.CalibrationReading] = []
    let marks = try truth.map { truth throws(FileProblem) in try readMarks(of: truth, layout) }
    for row in try DatasetLayout(layout, site: site).rows(of: file, &found) where !row.levels.isEmpty {
      let mark = marks.flatMap { Self.mark(at: row.time, among: $0) }
      guard let position = row.position ?? mark?.position else {
        found.count(.unplaced, row.levels.count)
        continue
      }
      for (anchor, level) in row.levels {
        readings.append(
          .init(
            set: set, anchor: anchor, position: position, floor: floor(at: position), level: DBm(level),
            facing: row.facing ?? mark?.facing, row: row.line))
      }
    }
    try report(found, part: set, file: file)
    return readings
  }

  /// The mark that stands at a time; nil before the first, and after the end of the last one before it.
  private static func mark(at time: Double, among marks: [MarksLayout.Mark]) -> MarksLayout.Mark? {
    let next = marks.partitioningIndex { $0.time > time }
    guard next > 0, case let mark = marks[next - 1], mark.until.map({ time <= $0 }) ?? true else {
      return nil
    }
    return mark
  }

  private func survey(_ settings: Document, file: String, set: String) throws(FileProblem) -> [Dataset
    .CalibrationReading]
  {
    let survey = try HistogramSurvey(
      contentsOf: file, beacon: settings.text("beacon"), usesMiddle: settings.text("level") == "middle")
    return try survey.means.map { mean throws(FileProblem) in
      guard let anchor = site.anchors.firstIndex(where: { $0.id == mean.receiver.key }) else {
        throw mean.receiver.value.problem(
          expected: "an anchor of the site \(site.name)", found: jsonText(mean.receiver.key))
      }
      return Dataset.CalibrationReading(
        set: set, anchor: anchor, position: mean.position, floor: floor(at: mean.position), level: mean.level)
    }
  }

  /// The level of the floor of a place in a layout that has no column of floors.
  private func floor(at place: Point) -> Int { site.floors.level(at: place.z) ?? 0 }

  /// The folder below which a data file is, up to its last slash: that of data sets, that of the declaration, or where
  /// earlier results found the files; nil if it is nowhere.
  func folder(of path: String) -> String? {
    guard !path.hasPrefix("/") else { return Entry(following: path) == nil ? nil : "" }
    let beside = declaration.lastIndex(of: "/").map { String(declaration[...$0]) } ?? ""
    let folders = [root.isEmpty ? "" : "\(root)/", beside] + remembered.map { "\($0)/" }
    return folders.first { Entry(following: $0 + path) != nil }
  }

  /// Where a run that saved this declaration in its results folder found the files.
  private static func remembered(beside declaration: String) -> [String] {
    let provenance = resolvedPath(Dataset.provenanceName, namedIn: declaration)
    guard Entry(following: provenance) != nil, let document = try? Document(contentsOf: provenance),
      case .array(let folders)? = document.optional(Dataset.foldersKey)?.content
    else { return [] }
    return folders.compactMap { try? $0.text }
  }

  func file(_ entry: Document) throws(FileProblem) -> String {
    let path = try entry.text("path")
    let isAbsolute = path.hasPrefix("/")
    let file =
      folder(of: path).map { "\($0)\(path)" } ?? (isAbsolute || root.isEmpty ? path : "\(root)/\(path)")
    let folder = (file as NSString).deletingLastPathComponent
    if !isAbsolute, !folder.isEmpty, Entry(following: folder) == nil {
      let hasRoot = Entry(following: root) != nil
      throw FileProblem(
        file: file,
        expected:
          "a file of the data set \(name), beside its declaration or below the folder that --data or BEACONBENCH_DATASETS names",
        found: "no folder \(hasRoot ? folder : root)")
    }
    try FileDigest.check(file, is: try entry.text("sha256"))
    return file
  }

  /// Refuses times that can be no seconds where no unit is stated.
  private func checkUnit(of rows: [DatasetRow], _ layout: DatasetLayout, file: String) throws(FileProblem) {
    guard !layout.hasUnit, let first = rows.first else { return }
    let advice = "state the unit in the layout, such as unit: milliseconds"
    if first.time > 1000 * UnixTime.least {
      throw FileProblem(
        file: file, line: first.line, expected: "a time in seconds",
        found: "\(Int64(first.time)), which is in \(UnixTime.unit(of: first.time)) since 1970: \(advice)")
    }
    var watch = MillisecondWatch()
    for row in rows { watch.add(row.time, isWhole: row.time == row.time.rounded()) }
    if let problem = watch.problem(file, advice) { throw problem }
  }

  private func checkGaps(
    between rows: [DatasetRow], unitsPerSecond: Double, file: String
  ) throws(FileProblem) {
    for (before, row) in zip(rows, rows.dropFirst()) {
      // The difference is taken first: times since 1970 are too large for the fractions of their seconds.
      if let problem = RecordingGap.problem(
        from: 0, to: (row.time - before.time) / unitsPerSecond,
        { FileProblem(file: file, line: row.line, expected: $0, found: $1) })
      {
        throw problem
      }
    }
  }

  private func sorted(_ rows: [DatasetRow], _ found: inout FaultTally) -> [DatasetRow] {
    let backward = zip(rows, rows.dropFirst()).count { $1.time < $0.time }
    found.count(.outOfOrder, backward)
    guard backward > 0 else { return rows }
    return rows.enumerated().sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(
      \.element)
  }

  mutating func report(_ found: FaultTally, part: String, file: String) throws(FileProblem) {
    for fault in DatasetFault.allCases {
      let count = found.counts[fault, default: 0]
      guard count == 0 || declared.contains(fault) else {
        throw FileProblem(
          file: declaration, place: .key("faults"), expected: "\(fault.rawValue) among the declared faults",
          found: "it undeclared, \(count) times in \(file)")
      }
      if declared.contains(fault) { faults.append(FaultCount(fault: fault, part: part, count: count)) }
    }
  }
}

/// Recordings whose readings and ground truth are tables as `replay` reads them.
extension DatasetReader {
  /// The table of ground truth of a walk or a calibration set, or its file of marks; nil in other layouts than `tables` and `marks`.
  func truth(of entry: Document, _ layout: Document) throws(FileProblem) -> String? {
    let name = try layout.choice.name
    let needsTruth = ["tables", "marks"].contains(name)
    guard let truth = entry.optional("truth") else {
      guard needsTruth else { return nil }
      throw entry.problem(expected: "the key truth, as the layout is \(name)", found: "none")
    }
    guard needsTruth else {
      throw truth.problem(expected: "no truth but with the layouts tables and marks", found: "one")
    }
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
    found.countGaps(between: walk.knots.map(\.time))
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
