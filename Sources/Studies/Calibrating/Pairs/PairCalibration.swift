import Evaluation
import NumericalMethods
package import Rendering
import Results
import World

/// n and C from anchors that hear each other, and how far they carry: to an anchor that was left out, and to a person.
package struct PairCalibration: StudyOutcome, Sendable {
  /// Levels and distances by one path loss.
  package struct Row: Sendable {
    let title: String
    /// Nil where each anchor left out has its own line.
    let line: LevelLine?
    let errors: LineErrors
  }

  private let pairs: AnchorPairs
  private let line: LevelLine
  private let deviation: Double
  /// Each pair by the line of the pairs that share no anchor with the one left out; nil where these do not hold a line.
  private let leftOut: Row?
  /// On the walk; empty without one.
  private let walked: [Row]
  /// Means of a second on the walk.
  private let seconds: Int

  /// Fewer pairs give no numbers: with three, no line is left without an anchor.
  private static let fewest = 4

  /// - Parameter walk: the readings of a walk of known positions; nil for none.
  /// - Throws: ``CalibrationProblem`` when pairs or walk do not hold a line.
  package init(_ pairs: AnchorPairs, walk: ChannelReadings?) throws(CalibrationProblem) {
    guard pairs.pairs.count >= Self.fewest else {
      throw .tooFewReadings(
        source: pairs.source, found: pairs.pairs.count, needed: Self.fewest,
        from: "of different pairs of anchors")
    }
    self.pairs = pairs
    let points = pairs.pairs.map(\.point)
    do throws(FitError) {
      line = try LevelLine(points)
      let steps = points.map(line.residual)
      deviation = (steps.reduce(0) { $0 + $1 * $1 } / Double(points.count - 2)).squareRoot()
      leftOut = Self.leavingOut(pairs)
      let heard = walk?.meansOfSeconds ?? []
      seconds = heard.count
      walked = try heard.isEmpty ? [] : Self.rows(on: heard, line)
    } catch {
      throw .fit(source: pairs.source, problem: error, plain: nil)
    }
  }

  private static func leavingOut(_ pairs: AnchorPairs) -> Row? {
    var points: [(LevelPoint, LevelLine)] = []
    for anchor in Set(pairs.pairs.flatMap { [$0.receiver, $0.beacon] }).sorted() {
      func isOf(_ pair: AnchorPairs.Pair) -> Bool { pair.receiver == anchor || pair.beacon == anchor }
      let rest = pairs.pairs.filter { !isOf($0) }.map(\.point)
      guard rest.count > 2, let line = try? LevelLine(rest) else { continue }
      points += pairs.pairs.filter(isOf).map { ($0.point, line) }
    }
    guard !points.isEmpty else { return nil }
    return Row(title: "pairs, one anchor left out", line: nil, errors: LineErrors(points))
  }

  private static func rows(on walk: [LevelPoint], _ line: LevelLine) throws(FitError) -> [Row] {
    [
      ("walk, n and C of the pairs", line),
      ("walk, n of the pairs, C of the walk", LevelLine(n: line.n, walk)),
      ("walk, n 2, C of the walk", LevelLine(n: 2, walk)),
      ("walk, n and C of the walk", try LevelLine(walk)),
    ].map { title, line in
      Row(title: title, line: line, errors: LineErrors(walk.map { ($0, line) }))
    }
  }

  /// The fit, what it predicts, and what the prediction of anchors does not show.
  package var report: [ReportSection] {
    func number(_ value: Double, _ decimals: Int) -> String { FixedPoint.text(value, decimals: decimals) }
    let readings = pairs.pairs.reduce(0) { $0 + $1.readings }
    let head =
      "\(Counted.text(readings, "reading")) of \(Counted.text(pairs.pairs.count, "pair")) among \(pairs.anchors) anchors (a pair in "
      + "each direction; \(pairs.anchors * (pairs.anchors - 1)) possible)"
      + (pairs.leftOut > 0
        ? "; \(Counted.text(pairs.leftOut, "reading")) left out, not of two fixed anchors." : ".")
    let law =
      "Plain least squares over the means of the pairs: n \(number(line.n, 3)), C \(number(line.c, 2)) dBm, sigma "
      + "\(number(deviation, 2)) dB."
    var table = ReportTable(of: rows, Row.figures)
    table.notes.append(
      "RSSI: root mean square error, and its mean. Distance: median error of the distance that the RSSI stands for."
    )
    return [.paragraphs([head, law]), .table(table), .paragraph(verdict)]
  }

  private var rows: [Row] { [leftOut].compactMap(\.self) + walked }

  private var verdict: String {
    guard let person = walked.first?.errors, let n2 = walked.dropFirst(2).first?.errors else {
      return
        "Anchors hear each other without a body between, and are of one kind. How far n and C carry to a person, only a walk with "
        + "known positions shows: give its recording and --truth."
    }
    func level(_ errors: LineErrors) -> String { FixedPoint.text(errors.level, decimals: 1) + " dB" }
    return (leftOut.map { "For an anchor left out the pairs are off by \(level($0.errors)), for" } ?? "For")
      + " the person by \(level(person)), of which \(FixedPoint.text(person.offset, decimals: 1)) dB are an offset; n 2 with the "
      + "walk's own C is off by \(level(n2))."
  }
}

extension PairCalibration: Described {
  /// The fit and its errors.
  package static let figures: [Figure<PairCalibration>] = [
    .init("source", about: "The table of pairs.", \.pairs.source), .init("anchors", \.pairs.anchors),
    .init("pairs", about: "Those heard, each direction for itself.", \.pairs.pairs.count),
    .init("readings") { $0.pairs.pairs.reduce(0) { $0 + $1.readings } },
    .init("leftOut", about: "Readings that are not of two fixed anchors.", \.pairs.leftOut),
    .init("n", \.line.n), .init("c", about: "In dBm.", \.line.c),
    .init("sigma", about: "In dB.", \.deviation),
    .init("walkSeconds", about: "Means of one anchor in one second on the walk; 0 without one.", \.seconds),
    .init("errors", about: "Of anchors left out, and on the walk, below.", \.rows),
  ]
}

extension PairCalibration.Row: Described {
  /// The columns of the table.
  package static let figures: [Figure<PairCalibration.Row>] = [
    .init("title", "predicted", \.title),
    .init("n", "n", decimals: 2, \.line?.n), .init("c", "C", unit: "dBm", decimals: 1, \.line?.c),
    .init("levelDb", "RSSI", unit: "dB", decimals: 1, about: "The root mean square error.", \.errors.level),
    .init(
      "offsetDb", "mean", unit: "dB", decimals: 1, about: "The mean error: read less predicted.",
      \.errors.offset),
    .init(
      "distanceMetres", "distance", unit: "m", decimals: 1,
      about: "The median error of the distance that the RSSI stands for; null where n is not above 0.",
      \.errors.distance),
  ]
}

extension ChannelReadings {
  /// The mean level of each beacon in each second, losses of walls added, at the mean distance.
  fileprivate var meansOfSeconds: [LevelPoint] {
    heard.runs { $0.link == $1.link && $0.time.rounded(.down) == $1.time.rounded(.down) }.map { second in
      let count = Double(second.count)
      return LevelPoint(
        level: second.reduce(0) { $0 + $1.level.value + $1.walls.value } / count,
        metres: second.reduce(0) { $0 + $1.distance } / count)
    }
  }
}
