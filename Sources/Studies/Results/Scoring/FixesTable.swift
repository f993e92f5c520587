import Documents
package import Laps
import Positioning
import Sites
package import World

extension GivenFixes {
  private typealias Column = PipelineFix.Column

  /// Reads a table written by `run --keep-fixes` or `replay --fixes`, or by another program in the same form: pipeline,
  /// lap, time and position are required.
  ///
  /// - Parameter lap: the only one to take; nil for all.
  package init(contentsOf path: String, site: Site, lap only: Int? = nil) throws(FileProblem) {
    var rows = try TableReader(contentsOf: path, columns: PipelineFix.names, required: Column.required)
    var names: [String] = []
    var callbacks: [String: [Int: [Callback]]] = [:]
    var walker: Substring?
    while let row = try rows.next() {
      let name = String(try row.requiredText(Column.pipeline.rawValue))
      let lap = try row.requiredInteger(Column.lap.rawValue, in: .between(0, 1_000_000_000))
      let callback = try Self.callback(row, site: site)
      guard only.map({ $0 == lap }) ?? true else { continue }
      if let other = row.text(Column.walker.rawValue) {
        guard walker ?? other == other else {
          throw row.problem(Column.walker.rawValue, expected: "the fixes of one walker, \(walker ?? "")")
        }
        walker = other
      }
      if callbacks[name] == nil { names.append(name) }
      if let last = callbacks[name]?[lap]?.last, last.time >= callback.time {
        throw row.problem(
          Column.time.rawValue, expected: "rising times", found: "\(callback.time) after \(last.time)")
      }
      callbacks[name, default: [:]][lap, default: []].append(callback)
    }
    let laps = Set(callbacks.values.flatMap(\.keys)).sorted()
    guard !laps.isEmpty else {
      throw FileProblem(
        file: path, expected: only.map { "fixes of lap \($0)" } ?? "at least one fix", found: "none")
    }
    self.init(
      pipelines: names, laps: laps, callbacks: names.map { name in laps.map { callbacks[name]?[$0] ?? [] } })
  }

  private static func callback(_ row: TableRow, site: Site) throws(FileProblem) -> Callback {
    let time = try row.requiredNumber(Column.time.rawValue, in: .between(-1e12, 1e12))
    let status = row.text(Column.status.rawValue) ?? (row.text(Column.x.rawValue) == nil ? "failed" : "ok")
    guard status != "ok" else { return Callback(time: time, fix: .success(try fix(row, site: site))) }
    if let x = row.text(Column.x.rawValue) {
      throw row.problem(
        Column.x.rawValue, expected: "nothing, since the status is \(status)", found: "\(x)")
    }
    return Callback(time: time, fix: .failure(NoFix(status: String(status))))
  }

  private static func fix(_ row: TableRow, site: Site) throws(FileProblem) -> Fix {
    let range = NumberRange.between(-1e6, 1e6)
    let floor = try row.floor(Column.floor.rawValue, z: Column.z.rawValue, of: site)
    return Fix(
      position: Point(
        x: try row.requiredNumber(Column.x.rawValue, in: range),
        y: try row.requiredNumber(Column.y.rawValue, in: range),
        z: try row.number(Column.z.rawValue, in: range) ?? site.elevation(ofFloor: floor)),
      floor: floor,
      uncertainty: try row.number(Column.uncertainty.rawValue, in: .atLeast(0)),
      origin: row.text(Column.origin.rawValue).flatMap { Fix.Origin(rawValue: String($0)) } ?? .method,
      covariance: try covariance(row), floorProbabilities: try floors(row))
  }

  private static func covariance(_ row: TableRow) throws(FileProblem) -> PlanCovariance? {
    let xx = try row.number(Column.xx.rawValue, in: .atLeast(0))
    let xy = try row.number(Column.xy.rawValue)
    let yy = try row.number(Column.yy.rawValue, in: .atLeast(0))
    guard xx != nil || xy != nil || yy != nil else { return nil }
    guard let xx, let xy, let yy, case let covariance = PlanCovariance(xx: xx, xy: xy, yy: yy),
      covariance.isCovariance
    else {
      throw row.problem(
        Column.xy.rawValue, expected: "a covariance: xx, xy and yy, with xy² of at most xx yy",
        found: [xx, xy, yy].map { $0.map { "\($0)" } ?? "nothing" }.joined(separator: ", "))
    }
    return covariance
  }

  private static func floors(_ row: TableRow) throws(FileProblem) -> [FloorProbability]? {
    guard let text = row.text(Column.floors.rawValue) else { return nil }
    guard let probabilities = FloorProbability.read(text) else {
      throw row.problem(
        Column.floors.rawValue, expected: "probabilities of floors that add up to 1, such as 0=0.25 1=0.75",
        found: "\(text)")
    }
    return probabilities
  }
}

extension NoFix {
  /// The reason in a table of fixes: its description, or the words of another program.
  fileprivate init(status: String) {
    let numbers = status.split { !$0.isNumber }.compactMap { Int($0) }
    let known: [NoFix] = [
      .noCallback, .undetermined, .notFinite,
      .tooFewBeacons(heard: numbers.first ?? 0, needed: numbers.last ?? 0),
      .didNotConverge(iterations: numbers.first ?? 0),
    ]
    let failure = "\(NoFix.failed(""))"
    self =
      known.first { status == $0.description || status == $0.reason.rawValue }
      ?? .failed(status.hasPrefix(failure) ? String(status.dropFirst(failure.count)) : status)
  }
}
