import Documents
import World

/// One row of a data file: where the moving end was, and what which anchor heard.
struct DatasetRow {
  /// In the file, counted from 1.
  let line: Int
  /// In the unit of the file.
  let time: Double
  let position: Point
  let levels: [(anchor: Int, level: Double)]
}

/// How a comma-separated data file is laid out, in one of two shapes: `rows`, one level a row, whose anchor the
/// row names, or `grid`, with a column of levels for each anchor.
struct DatasetLayout {
  /// How many units of the file's times make a second.
  let unitsPerSecond: Double
  private let hasHeader: Bool
  /// Time, x, y, then z if the file has it, then the anchor's id in the shape `rows`, then the levels.
  private let picks: [TableReader.Pick]
  private let height: Double?
  /// The anchor of each column of levels; nil in the shape `rows`.
  private let anchors: [Int]?
  private let site: Site

  init(_ layout: Document, site: Site) throws(FileProblem) {
    let (shape, settings) = try layout.choice
    self.site = site
    hasHeader = try settings.flag("header")
    unitsPerSecond = try settings.choice("unit", of: TimeUnit.self).perSecond
    height = try settings.optional("height").map { value throws(FileProblem) in try value.number }
    var keys = [try settings["time"], try settings["x"], try settings["y"]]
    if let z = settings.optional("z") { keys.append(z) }
    if shape == "rows" {
      keys += [try settings["anchor"], try settings["level"]]
      anchors = nil
    } else {
      let members = try settings["levels"].members
      keys += members.map(\.value)
      anchors = try members.map { member throws(FileProblem) in
        if let index = site.anchors.firstIndex(where: { $0.id == member.key }) { return index }
        throw member.value.problem(
          expected: "an anchor of the site \(site.name)", found: jsonText(member.key))
      }
    }
    picks = try keys.map { key throws(FileProblem) in
      if case .integer(let number) = key.content { return .number(number) }
      return .name(try key.text)
    }
  }

  /// All rows, in the order of the file. Levels that are fractions or absent are counted as faults.
  func rows(of file: String, _ found: inout FaultTally) throws(FileProblem) -> [DatasetRow] {
    var table = try TableReader(contentsOf: file, hasHeader: hasHeader, picks: picks)
    var rows: [DatasetRow] = []
    while let row = try table.next() { rows.append(try read(row, &found)) }
    return rows
  }

  private func read(_ row: TableRow, _ found: inout FaultTally) throws(FileProblem) -> DatasetRow {
    let range = NumberRange.between(-1e6, 1e6)
    let time = try row.requiredNumber(0, in: .between(0, 1e19))
    let up = if let height { height } else { try row.requiredNumber(3, in: range) }
    let position = Point(
      x: try row.requiredNumber(1, in: range), y: try row.requiredNumber(2, in: range), z: up)
    var column = height == nil ? 4 : 3
    var levels: [(anchor: Int, level: Double)] = []
    let heard: [Int]
    if let anchors {
      heard = anchors
    } else {
      heard = [try anchor(of: row, in: column)]
      column += 1
    }
    for (index, anchor) in heard.enumerated() {
      guard let level = try row.number(column + index, in: ReadingsTable.levels) else {
        found.count(.notHeard)
        continue
      }
      if level != level.rounded() { found.count(.fractionalLevels) }
      levels.append((anchor, level))
    }
    return DatasetRow(line: row.line, time: time, position: position, levels: levels)
  }

  private func anchor(of row: TableRow, in column: Int) throws(FileProblem) -> Int {
    let id = try row.requiredText(column)
    if let index = site.anchors.firstIndex(where: { $0.id == id }) { return index }
    throw row.problem(column, expected: "an anchor of the site \(site.name)")
  }
}
