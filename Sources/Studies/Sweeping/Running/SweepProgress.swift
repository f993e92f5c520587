import Evaluation
package import Results

/// The state of a sweep while it runs.
package struct SweepProgress {
  private let run: SweepRun
  private let cellsOfBlocks: [[Int]]
  /// By cell: the number of missing blocks, and the sum and number of each pipeline's errors.
  private var missing: [Int]
  private var sums: [[SIMD2<Double>]]
  /// The cell and pipeline with the smallest mean error so far.
  private var best: (mean: Double, cell: Int, pipeline: Int)?

  /// Of a sweep of which nothing is done.
  package init(_ run: SweepRun) {
    self.run = run
    var cells = [[Int]](repeating: [], count: run.blocks.count)
    for (cell, blocks) in run.blocksOfCells.enumerated() { for block in blocks { cells[block].append(cell) } }
    cellsOfBlocks = cells
    missing = run.blocksOfCells.map(\.count)
    sums = run.blocksOfCells.map { _ in [SIMD2<Double>](repeating: .zero, count: run.pipelines.count) }
  }

  /// Counts a finished block.
  package mutating func add(_ block: LapBlock, at place: Int) {
    let totals = block.errors(pipelines: run.pipelines.count).map { laps in
      laps.joined().reduce(into: SIMD2<Double>.zero) { sum, error in
        if let metres = error.metres { sum += SIMD2(metres, 1) }
      }
    }
    for cell in cellsOfBlocks[place] {
      for (pipeline, total) in totals.enumerated() { sums[cell][pipeline] += total }
      missing[cell] -= 1
      if missing[cell] == 0 { compare(cell) }
    }
  }

  private mutating func compare(_ cell: Int) {
    for (pipeline, sum) in sums[cell].enumerated() where run.compared.contains(run.pipelines[pipeline]) {
      guard sum[1] > 0 else { continue }
      let mean = sum[0] / sum[1]
      if best.map({ (mean, cell) < ($0.mean, $0.cell) }) ?? true { best = (mean, cell, pipeline) }
    }
  }

  /// `best so far 1.87 m: feedback with n 1.8 and sigma 2`; empty before the first whole cell.
  package var text: String {
    guard let best else { return "" }
    let point = run.points[best.cell / run.sweep.seeds.count]
    let hundredths = Int((best.mean * 100).rounded())
    let metres = "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    return "best so far \(metres) m: \(run.pipelines[best.pipeline]) with \(point.text(run.sweep.parameters))"
  }
}
