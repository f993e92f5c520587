import Documents
import World

/// One row of a data file: where the moving end was, and what which anchor heard.
struct DatasetRow {
  /// In the file, counted from 1.
  let line: Int
  /// In the unit of the file.
  let time: Double
  /// Nil where marks in a file of their own state it.
  let position: Point?
  /// The direction that the surveyor faced, as the file calls it; nil where it does not say.
  let facing: String?
  let levels: [(anchor: Int, level: Double)]
}

/// How a comma-separated data file is laid out, in one of three shapes: `rows`, one level a row, whose anchor the
/// row names; `marks`, the same without positions; or `grid`, with a column of levels for each anchor.
struct DatasetLayout {
  private enum Field: String, CaseIterable {
    case x, y, z, facing, anchor, carried
  }

  /// How many units of the file's times make a second.
  let unitsPerSecond: Double
  /// Whether the unit is stated and not assumed.
  let hasUnit: Bool
  private let hasHeader: Bool
  /// The time, then the fields that there are, then the levels.
  private let picks: [TableReader.Pick]
  /// Of each field in ``picks``.
  private let columns: [Field: Int]
  private let firstLevel: Int
  private let height: Double?
  /// The id of the carried thing, where the file has links of others too.
  private let carried: String?
  /// The level that stands for a beacon that was not heard.
  private let notHeard: Double?
  private let skipsOtherAnchors: Bool
  /// The anchor of each column of levels; nil in the shapes with one level a row.
  private let anchors: [Int]?
  private let site: Site

  init(_ layout: Document, site: Site) throws(FileProblem) {
    let (shape, settings) = try layout.choice
    self.site = site
    hasHeader = try settings.flag("header")
    let unit = try settings.optional("unit").map { value throws(FileProblem) in
      try value.choice(of: TimeUnit.self)
    }
    (hasUnit, unitsPerSecond) = (unit != nil, (unit ?? .seconds).perSecond)
    height = try settings.optional("height").map { value throws(FileProblem) in try value.number }
    notHeard = try settings.optional("notHeard").map { value throws(FileProblem) in try value.number }
    skipsOtherAnchors = shape == "marks"
    carried = try settings.optional("carried").map { link throws(FileProblem) in try link.text("id") }
    var (keys, columns) = ([try settings["time"]], [Field: Int]())
    for field in Field.allCases {
      guard let value = settings.optional(field.rawValue) else { continue }
      columns[field] = keys.count
      keys.append(field == .carried ? try value["column"] : value)
    }
    (self.columns, firstLevel) = (columns, keys.count)
    if shape == "grid" {
      let members = try settings["levels"].members
      keys += members.map(\.value)
      anchors = try members.map { member throws(FileProblem) in
        if let index = site.anchors.firstIndex(where: { $0.id == member.key }) { return index }
        throw member.value.problem(
          expected: "an anchor of the site \(site.name)", found: jsonText(member.key))
      }
    } else {
      keys.append(try settings["level"])
      anchors = nil
    }
    picks = try keys.map { key throws(FileProblem) in try TableReader.Pick(key) }
  }

  /// All rows, in the order of the file. What is odd is counted: levels that are fractions or absent, and rows of other links,
  /// which have no levels.
  func rows(of file: String, _ found: inout FaultTally) throws(FileProblem) -> [DatasetRow] {
    var table = try TableReader(contentsOf: file, hasHeader: hasHeader, picks: picks)
    var rows: [DatasetRow] = []
    while let row = try table.next() { rows.append(try read(row, &found)) }
    return rows
  }

  private func read(_ row: TableRow, _ found: inout FaultTally) throws(FileProblem) -> DatasetRow {
    DatasetRow(
      line: row.line, time: try row.requiredNumber(0, in: .between(0, 1e19)), position: try position(of: row),
      facing: columns[.facing].flatMap { row.text($0).map { String($0) } },
      levels: try levels(of: row, &found))
  }

  private func position(of row: TableRow) throws(FileProblem) -> Point? {
    guard let x = columns[.x], let y = columns[.y] else { return nil }
    let range = NumberRange.between(-1e6, 1e6)
    let up =
      if let height { height } else { try row.requiredNumber(columns[.z] ?? y, in: range) }
    return Point(x: try row.requiredNumber(x, in: range), y: try row.requiredNumber(y, in: range), z: up)
  }

  private func levels(
    of row: TableRow, _ found: inout FaultTally
  ) throws(FileProblem) -> [(anchor: Int, level: Double)] {
    let heard: [Int]
    if let anchors {
      heard = anchors
    } else if let anchor = try anchor(of: row) {
      heard = [anchor]
    } else {
      found.count(.otherLinks)
      return []
    }
    var levels: [(anchor: Int, level: Double)] = []
    for (index, anchor) in heard.enumerated() {
      let column = firstLevel + index
      let isSilent = try notHeard.map { none throws(FileProblem) in try row.number(column) == none } ?? false
      guard !isSilent, let level = try row.number(column, in: ReadingsTable.levels) else {
        found.count(.notHeard)
        continue
      }
      if level != level.rounded() { found.count(.fractionalLevels) }
      levels.append((anchor, level))
    }
    return levels
  }

  /// Nil for a link of something else than the carried thing, or to something else than an anchor.
  private func anchor(of row: TableRow) throws(FileProblem) -> Int? {
    if let carried, let column = columns[.carried], try row.requiredText(column) != carried { return nil }
    let column = columns[.anchor] ?? firstLevel
    let id = try row.requiredText(column)
    if let index = site.anchors.firstIndex(where: { $0.id == id }) { return index }
    guard !skipsOtherAnchors else { return nil }
    throw row.problem(column, expected: "an anchor of the site \(site.name)")
  }
}

extension TableReader.Pick {
  /// A column as a declaration names it.
  fileprivate init(_ key: Document) throws(FileProblem) {
    if case .integer(let number) = key.content { self = .number(number) } else { self = .name(try key.text) }
  }
}

/// The layout of a file of ground truth beside the readings: each row names a time and a place.
struct MarksLayout {
  struct Mark {
    /// In the unit of the file.
    let time: Double
    /// In the unit of the file; nil for until the next mark.
    let until: Double?
    let position: Point
    let facing: String?
  }

  private enum Field: String, CaseIterable {
    case time, place, until, facing, walker
  }

  private let hasHeader: Bool
  private let picks: [TableReader.Pick]
  private let columns: [Field: Int]
  private let walker: String?
  private let places: [String: Point]
  private let placesName: String

  /// - Parameter table: finds the file of an entry with a path and a digest.
  init(
    _ settings: Document, site: Site, table: (Document) throws(FileProblem) -> String
  ) throws(FileProblem) {
    let (marks, height) = (try settings["marks"], try settings["height"].number)
    hasHeader = try settings.flag("header")
    walker = try marks.optional("walker").map { walker throws(FileProblem) in try walker.text("id") }
    var (picks, columns) = ([TableReader.Pick](), [Field: Int]())
    for field in Field.allCases {
      guard let value = marks.optional(field.rawValue) else { continue }
      columns[field] = picks.count
      picks.append(try TableReader.Pick(field == .walker ? try value["column"] : value))
    }
    (self.picks, self.columns) = (picks, columns)
    guard let declared = settings.optional("places") else {
      placesName = "the site \(site.name)"
      places = Dictionary(
        uniqueKeysWithValues: site.testPoints.map {
          ("\($0.id)", $0.position.at(height: $0.position.z + height))
        })
      return
    }
    let file = try table(declared)
    (placesName, places) = (file, try Self.places(declared, of: file, height: height))
  }

  private static func places(
    _ settings: Document, of file: String, height: Double
  ) throws(FileProblem) -> [String: Point] {
    let picks = try ["place", "x", "y"].map { key throws(FileProblem) in try TableReader.Pick(settings[key]) }
    let metres = try settings.number("metres")
    var table = try TableReader(
      contentsOf: file, hasHeader: settings.flag("header"),
      separator: settings.text("separator") == "semicolon" ? ";" : ",", picks: picks)
    var places: [String: Point] = [:]
    while let row = try table.next() {
      let (id, range) = (String(try row.requiredText(0)), NumberRange.between(-1e9, 1e9))
      guard places[id] == nil else {
        throw row.problem(0, expected: "each place once", found: "\(jsonText(id)) again")
      }
      places[id] = Point(
        x: try row.requiredNumber(1, in: range) * metres, y: try row.requiredNumber(2, in: range) * metres,
        z: height)
    }
    return places
  }

  /// The marks of the walker, whose times must rise.
  func marks(of file: String) throws(FileProblem) -> [Mark] {
    var table = try TableReader(contentsOf: file, hasHeader: hasHeader, picks: picks)
    var marks: [Mark] = []
    while let row = try table.next() {
      if let column = columns[.walker], try row.requiredText(column) != walker ?? "" { continue }
      let mark = try mark(row)
      if let last = marks.last, mark.time <= last.until ?? last.time {
        throw row.problem(0, expected: "a time after that of the row before", found: "\(mark.time)")
      }
      marks.append(mark)
    }
    guard !marks.isEmpty else { throw FileProblem(file: file, expected: "at least one mark", found: "none") }
    return marks
  }

  private func mark(_ row: TableRow) throws(FileProblem) -> Mark {
    let time = try row.requiredNumber(0, in: .between(0, 1e19))
    let until = try columns[.until].map { column throws(FileProblem) in
      try row.requiredNumber(column, in: .between(time, 1e19))
    }
    let id = String(try row.requiredText(1))
    guard let position = places[id] else {
      throw row.problem(1, expected: "a place of \(placesName)")
    }
    return Mark(
      time: time, until: until, position: position,
      facing: columns[.facing].flatMap { row.text($0).map { String($0) } })
  }
}
