import Documents
import Filtering
import NumericalMethods
import TestSupport
import Testing
import World

@testable import Positioning

@Suite struct GridTrackerTests {
  /// A corridor of 20 m with a beacon 1 m beside each end and one in the middle, as high as the phone.
  private static let corridor = Sites.site(
    [0.0, 10, 20].map { Point(x: $0, y: 1, z: 1.2) },
    path: Sites.path([.zero, Point(x: 20, y: 0)], edges: [(0, 1)]))

  private static func tracker(_ change: (inout GridTracker.Settings) -> Void = { _ in }) throws -> Pipeline {
    try Pipeline(
      PipelineSettings(
        method: MethodChoice(GridTracker.Settings(change)), assumes: RangingSettings(exponent: 2)),
      site: corridor)
  }

  /// What is read at a place of the corridor without noise, by n 2 and -59 dBm.
  private static func levels(x: Double, body: Double = 0, heading: Double = 1) -> [Double] {
    corridor.anchors.map { anchor in
      let (dx, dy) = (anchor.position.x - x, anchor.position.y)
      let d = (dx * dx + dy * dy).squareRoot()
      return -59 - 20 * Elementary.log10(d) - body * (d - heading * dx) / (2 * d)
    }
  }

  private static func epochs(_ levels: [[Double]]) -> [Epoch] {
    levels.enumerated().map { index, levels in
      let levels = levels.map { Optional(DBm($0)) }
      return Epoch(
        time: Double(index + 1), levels: levels, readings: levels, ages: levels.map { _ in 0 },
        counts: levels.map { _ in 7 })
    }
  }

  private static func fixes(_ pipeline: Pipeline, _ epochs: [Epoch]) throws -> [Fix] {
    var session = pipeline.method.begin(LapPrior(of: pipeline.prior, number: 0))
    return try epochs.map { try session.fix(from: $0) }
  }

  /// The forward recursion as matrices say it, without a loop over what is probable only.
  ///
  /// - Returns: for each window, the posterior of each cell at its middle.
  private static func dense(_ tracker: GridTracker, _ epochs: [Epoch]) -> [[Double]] {
    let (motion, grid) = (tracker.motion, tracker.motion.grid)
    let (cells, speeds) = (grid.count, motion.speeds.count)
    func step(_ p: [[Double]], _ seconds: Double) -> [[Double]] {
      var moved = [[Double]](repeating: [Double](repeating: 0, count: speeds), count: cells)
      for cell in 0..<cells {
        for (speed, metres) in motion.speeds.map({ $0 * seconds }).enumerated() {
          for end in grid.targets(from: cell, metres: metres) {
            moved[end.cell][speed] += p[cell][speed] * end.weight
          }
        }
      }
      return moved
    }
    let length = grid.lengths.reduce(0, +)
    var p = grid.lengths.map { cell in motion.prior.map { $0 * cell / length } }
    return epochs.enumerated().map { index, epoch in
      if index > 0 {
        p = step(p, 1)
        let part = motion.change / 2
        p = p.map { row in
          row.indices.map { v in
            row[v] * (1 - 2 * part) + part * row[max(v - 1, 0)] + part * row[min(v + 1, speeds - 1)]
          }
        }
      }
      for cell in 0..<cells {
        var sum = 0.0
        for anchor in corridor.anchors.indices {
          let place = grid.positions[cell]
          let d = (place + Point(x: 0, y: 0, z: 1.2)).distance(to: corridor.anchors[anchor].position)
          let variance = 36 + 4.5 * 4.5 / 7 + 1.0 / 12
          let residual = (epoch.readings[anchor]?.value ?? 0) + 59 + 20 * Elementary.log10(d)
          sum += residual * residual / variance
        }
        let likelihood = Elementary.exp(-0.4 * sum)
        p[cell] = p[cell].map { $0 * likelihood }
      }
      let total = p.joined().reduce(0, +)
      p = p.map { $0.map { $0 / total } }
      return p.map { $0.reduce(0, +) }
    }
  }

  // Shadowing that is correlated over a millimetre makes the readings of two windows independent.
  @Test func `is the forward recursion of a hidden Markov model`() throws {
    let pipeline = try Self.tracker {
      ($0.cell, $0.calibration, $0.turn, $0.correlationDistance) = (1, .assumed, 0, 0.05)
    }
    let tracker = try #require(pipeline.method as? GridTracker)
    let epochs = Self.epochs([9, 10.4, 11.2, 12.9].map { Self.levels(x: $0).map { $0.rounded() } })
    var session = try #require(pipeline.method.begin(LapPrior(of: pipeline.prior, number: 0)) as? GridSession)
    for (epoch, expected) in zip(epochs, Self.dense(tracker, epochs)) {
      _ = try session.fix(from: epoch)
      var posterior = [Double](repeating: 0, count: expected.count)
      for (cell, probability) in zip(session.belief.active, session.belief.probabilities) {
        posterior[cell] = probability
      }
      for (own, dense) in zip(posterior, expected) { #expect(abs(own - dense) < 1e-11) }
    }
  }

  @Test(arguments: [1.0, -1]) func `follows a walker whose channel it does not know`(heading: Double) throws {
    let pipeline = try Self.tracker()
    // 1.25 m/s; the reading of a window is that at its middle. 5 dB more than assumed, and a body that takes 8 dB.
    let ends = (1...14).map { 10 + heading * (-9 + 1.25 * Double($0)) }
    let epochs = Self.epochs(
      ends.map { Self.levels(x: $0 - heading * 0.625, body: 8, heading: heading).map { $0 + 5 } })
    let fixes = try Self.fixes(pipeline, epochs)
    // Within three cells, once the direction and the channel are known.
    for (fix, x) in zip(fixes, ends).dropFirst(6) { #expect(abs(fix.position.x - x) < 0.75) }
    let last = try #require(fixes.last)
    #expect(last.uncertainty ?? 9 < 2 && last.floorProbabilities == [.init(floor: 0, probability: 1)])
  }

  @Test func `predicts the place of a later moment, and falls silent ten seconds after the last reading`()
    throws
  {
    let pipeline = try Self.tracker()
    var session = pipeline.method.begin(LapPrior(of: pipeline.prior, number: 0))
    let xs = (0..<8).map { 2 + 1.25 * Double($0) }
    var fix = Fix(position: .zero)
    for epoch in Self.epochs(xs.map { Self.levels(x: $0 - 0.625) }) { fix = try session.fix(from: epoch) }
    let later = try #require(try session.position(at: 8.8))
    #expect(abs(later.position.x - fix.position.x - 1) < 0.2)
    let silence = Epoch(silentAnchors: 3)
    func silent(_ time: Double) -> Epoch {
      var epoch = silence
      epoch.time = time
      return epoch
    }
    #expect(try session.fix(from: silent(9)).position.x > fix.position.x + 0.8)
    _ = try session.fix(from: silent(18))
    #expect(throws: NoFix.tooFewBeacons(heard: 0, needed: 1)) { try session.fix(from: silent(19)) }
  }
}
