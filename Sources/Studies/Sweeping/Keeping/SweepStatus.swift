import Documents
package import Rendering

/// The progress of the shards of a sweep.
package struct SweepStatus: Sendable {
  /// How far one shard is.
  package struct Row: Hashable, Sendable {
    /// Such as `3/16`.
    package let shard: String
    /// How many of its blocks are in a journal.
    package let finished: Int
    /// How many blocks it has.
    package let blocks: Int
    /// The state of its job in Slurm; nil where Slurm reports none.
    package let state: String?
  }

  /// The sweep's name.
  package let sweep: String
  /// How many blocks are in a journal.
  package let finished: Int
  /// How many blocks the sweep has.
  package let blocks: Int
  /// By shard.
  package let rows: [Row]

  /// - Parameters:
  ///   - jobs: those that were submitted last.
  ///   - states: what the queue says of their shards.
  /// - Throws: `JournalProblem` for a journal of something else.
  package init(
    _ run: SweepRun, _ folder: SweepFolder, jobs: SlurmJobs?, states: (SlurmJobs) -> [Int: String]
  ) throws {
    let known = try folder.finished(of: run.identity, anyProgram: true)
    sweep = run.sweep.name
    (finished, blocks) = (run.done(of: nil, in: known), run.blocks.count)
    let queue = jobs.map(states) ?? [:]
    // Without jobs, the shards of which there are journals.
    let counts = folder.journals.compactMap { path in
      path.firstMatch(of: /\.shard-[0-9]+-of-([0-9]+)\.journal$/).flatMap { Int($0.1) }
    }
    let count = jobs?.shards ?? counts.max() ?? 0
    rows = (0..<count).map { index in
      let shard = SweepShard(index + 1, of: count)
      return Row(
        shard: shard.text, finished: run.done(of: shard, in: known), blocks: run.blocks(of: shard).count,
        state: queue[index + 1])
    }
  }

  /// The parts that are missing for a merge.
  package var missing: String {
    let open = rows.filter { $0.finished < $0.blocks }.map(\.shard)
    let shards =
      open.isEmpty ? "" : ": shard \(WordList.text(open)) \(open.count == 1 ? "is" : "are") not finished"
    return
      "\(sweep): \(finished) of \(blocks) blocks are finished\(shards); run the missing shards, or sweep run"
  }
}

extension SweepStatus: Described {
  /// The document of `sweep status --json`.
  package static let figures: [Figure<SweepStatus>] = [
    .init("sweep", \.sweep), .init("finished", \.finished), .init("blocks", \.blocks),
    .init("shards", \.rows),
  ]
}

extension SweepStatus.Row: Described {
  /// In JSON and in a table.
  package static let figures: [Figure<SweepStatus.Row>] = [
    .init("shard", "shard", \.shard), .init("finished", "finished", \.finished),
    .init("blocks", "of", \.blocks),
    .init("state", "job", \.state),
  ]
}

/// The time and storage that a sweep will take, estimated from a sample of it.
package struct SweepEstimate: Hashable, Sendable {
  /// The sweep's name.
  package let sweep: String
  /// How many points it has.
  package let points: Int
  /// Points times seeds.
  package let cells: Int
  /// How many blocks the sweep has.
  package let blocks: Int
  /// The laps of all blocks.
  package let laps: Int
  /// How many laps were timed.
  package let sampledLaps: Int
  /// Of one thread.
  package let secondsPerLap: Double
  /// Of the whole sweep.
  package let coreHours: Double
  /// The number of cores of this machine that would be used.
  package let threads: Int
  /// Of the whole sweep on this machine.
  package let hoursHere: Double
  /// The size of the journals and the results.
  package let megabytes: Double

  /// - Parameters:
  ///   - seconds: for which one thread worked on the sample.
  ///   - octets: of its lines in a journal.
  package init(_ run: SweepRun, sampledLaps: Int, seconds: Double, octets: Int, width: Int) {
    sweep = run.sweep.name
    (points, cells, blocks) = (run.points.count, run.cellCount, run.blocks.count)
    laps = run.blocks.reduce(0) { $0 + $1.laps.count }
    self.sampledLaps = sampledLaps
    secondsPerLap = seconds / Double(max(sampledLaps, 1))
    coreHours = secondsPerLap * Double(laps) / 3600
    threads = width
    hoursHere = coreHours / Double(min(width, blocks))
    let keys = run.blocks.reduce(0) { $0 + $1.key.utf8.count + 32 }
    let rows = cells * run.pipelines.count * run.metrics.count
    // A row takes about 110 octets as CSV and 90 in the database, and once more where seeds are averaged.
    let tables = Double(rows) * 200 * (1 + 1 / Double(run.sweep.seeds.count))
    megabytes = (Double(octets) / Double(max(sampledLaps, 1)) * Double(laps) + Double(keys) + tables) / 1e6
  }
}

extension SweepEstimate: Described {
  /// The document and the table of `sweep --estimate`.
  package static let figures: [Figure<SweepEstimate>] = [
    .init("sweep", "sweep", \.sweep), .init("points", "points", \.points), .init("cells", "cells", \.cells),
    .init("blocks", "blocks", \.blocks), .init("laps", "laps", \.laps), .init("sampledLaps", \.sampledLaps),
    .init("secondsPerLap", "s/lap", decimals: 4, \.secondsPerLap),
    .init("coreHours", "core-hours", decimals: 3, \.coreHours),
    .init("threads", "threads", \.threads), .init("hoursHere", "hours here", decimals: 3, \.hoursHere),
    .init("megabytes", "disk", unit: "MB", decimals: 1, \.megabytes),
  ]
}
