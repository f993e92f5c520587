import Evaluation
import Laps
import NumericalMethods
package import Results
package import Scenarios
import Sites
import World

/// Layouts of real beacons that are chosen by simulation, scored on recorded walks beside random layouts of as many beacons.
package struct MeasuredLayoutStudy: SteppedStudy, Sendable {
  /// One data set.
  private struct Part: Sendable {
    let data: MethodsPart
    /// With the pipelines that can run.
    let scenario: Scenario
    let lacks: [MethodsPart.Lack]
    let surveys: [LayoutForecast]
    let runs: [Run]
  }

  /// One number of beacons on a data set.
  private struct Run: Sendable {
    let beacons: Int
    /// By fold, chosen without its walks.
    let chosen: [[Int]]
    let random: [[Int]]
    let areAll: Bool
  }

  /// One layout, by fold, whose walks are to be scored.
  private struct Job: Sendable {
    let part: Int
    let layouts: [[Int]]
  }

  private let methods: MethodsScenario
  private let parts: [Part]
  private let jobs: [Job]

  /// Chooses the layouts, which takes little time.
  ///
  /// - Parameters:
  ///   - root: the folder in which data sets lie.
  ///   - counts: numbers of beacons; all of a data set's are no choice, and left out.
  ///   - subsets: how many random layouts of each number of beacons; all, where there are fewer.
  /// - Throws: `FileProblem` for a data set that does not suit, or has fewer beacons.
  package init(_ methods: MethodsScenario, root: String, counts: [Int], subsets: Int) throws {
    self.methods = methods
    let seed = Seed(methods.seed).derived("layouts")
    parts = try methods.parts.map { part in
      let data = try MethodsPart(part, root: root)
      try Self.check(data, counts)
      var (scenario, lacks) = try data.supported()
      // No layout changes a constant baseline.
      scenario.pipelines.removeAll { !$0.hasSignal }
      let own = seed.derived(data.column.name)
      let surveys = try data.folds.map { try LayoutForecast($0, seed: own.derived("survey")) }
      let anchors = data.dataset.site.site.anchors.count
      // With all of them there is no choice.
      let runs = counts.filter { $0 < anchors }.map { count in
        var random = RandomStream(own.derived("subsets", count))
        return Run(
          beacons: count, chosen: surveys.map { $0.choice(of: count) },
          random: RandomLayouts.subsets(of: anchors, size: count, count: subsets, using: &random),
          areAll: RandomLayouts.number(of: count, from: anchors) <= subsets)
      }
      return Part(data: data, scenario: scenario, lacks: lacks, surveys: surveys, runs: runs)
    }
    // Of each data set all beacons, then of each number the chosen layout and the random ones.
    jobs = parts.enumerated().flatMap { number, part in
      let all = Array(part.data.dataset.site.site.anchors.indices)
      let layouts = [part.data.folds.map { _ in all }]
      return
        (layouts
        + part.runs.flatMap { run in
          [run.chosen] + run.random.map { layout in part.data.folds.map { _ in layout } }
        })
        .map { Job(part: number, layouts: $0) }
    }
  }

  private static func check(_ data: MethodsPart, _ counts: [Int]) throws(FileProblem) {
    let name = data.column.name
    guard data.dataset.hasPlaces, data.column.measure.unit == .metres, !data.folds[0].calibration.isEmpty
    else {
      throw FileProblem(
        file: "--counts",
        expected: "data sets with positions of beacons, a survey and errors in metres (--datasets chooses)",
        found: name)
    }
    let anchors = data.dataset.site.site.anchors.count
    if let many = counts.first(where: { $0 > anchors }) {
      throw FileProblem(
        file: "--counts", expected: "at most \(anchors), the number of beacons of \(name)", found: "\(many)")
    }
  }

  /// Layouts of all data sets.
  package var steps: StudySteps { StudySteps(jobs.count, "layouts") }

  /// - Parameters:
  ///   - width: how many layouts at a time; results do not depend on it.
  ///   - progress: called with how many are done.
  package func run(width: Int, progress: (Int) -> Void) async throws -> MeasuredLayoutResult {
    var totals = try await inParallel(jobs.count, width: width, progress: progress) {
      try self.totals(of: jobs[$0])
    }[...]
    let found = parts.map { part in
      let all = totals.removeFirst()
      let runs = part.runs.map { run in
        let chosen = totals.removeFirst()
        let random = Array(totals.prefix(run.random.count))
        totals.removeFirst(run.random.count)
        return result(of: run, on: part, all: all, chosen: chosen, random: random)
      }
      return MeasuredLayoutResult.Part(
        name: part.data.column.name, beacons: part.data.dataset.site.site.anchors.count,
        walks: part.data.column.walks,
        places: part.surveys.map(\.places), runs: runs, lacks: part.lacks)
    }
    return MeasuredLayoutResult(name: methods.name, seed: methods.seed, parts: found)
  }

  private func result(
    of run: Run, on part: Part, all: [LayoutComparison.Totals], chosen: [LayoutComparison.Totals],
    random: [[LayoutComparison.Totals]]
  ) -> MeasuredLayoutResult.Run {
    let ids = part.data.dataset.site.site.anchors.map(\.id)
    func simulated(_ layouts: [[Int]]) -> Double {
      zip(part.surveys, layouts).reduce(0) { $0 + $1.0.error(of: $1.1) } / Double(part.surveys.count)
    }
    let errors = run.random.map { layout in simulated(part.surveys.map { _ in layout }) }
    let seed = Seed(methods.seed).derived("layouts").derived("resamples", run.beacons)
    return MeasuredLayoutResult.Run(
      beacons: run.beacons, chosen: run.chosen.map { $0.map { ids[$0] } }, random: run.random.count,
      areAll: run.areAll,
      simulatedChosen: simulated(run.chosen), simulatedRandom: errors.reduce(0, +) / Double(errors.count),
      rows: part.scenario.pipelines.enumerated().compactMap { index, pipeline in
        LayoutComparison(
          chosen: chosen[index], random: random.map { $0[index] }, simulated: errors, areAll: run.areAll,
          seed: seed
        ).map { .init(pipeline: pipeline.name, all: all[index].mean, comparison: $0) }
      })
  }

  /// The errors with one layout by pipeline. A missed fix counts as one in the middle of the site, as for `place`.
  private func totals(of job: Job) throws -> [LayoutComparison.Totals] {
    let part = parts[job.part]
    let middle = part.data.dataset.site.site.centre
    var totals = [LayoutComparison.Totals](repeating: [:], count: part.scenario.pipelines.count)
    var (site, kept) = (part.data.dataset.site, [Int]())
    for (number, (fold, layout)) in zip(part.data.folds, job.layouts).enumerated() {
      if kept != layout { (site, kept) = (try part.data.dataset.site.keeping(layout), layout) }
      let study = try RecordedStudy(part.scenario, fold.keeping(layout, on: site))
      for lap in 0..<study.laps {
        for heard in try study.heard(lap: lap) {
          for (pipeline, errors) in study.errors(of: heard).enumerated() {
            for error in errors {
              guard let metres = error.metres ?? error.place?.horizontalDistance(to: middle) else { continue }
              let stretch = Int(exactly: (error.time / MethodsStudy.stretch).rounded(.down)) ?? 0
              totals[pipeline][SIMD2(number + lap, stretch), default: .zero] += SIMD2(metres, 1)
            }
          }
        }
      }
    }
    return totals
  }
}

extension LayoutComparison.Totals {
  /// In metres; nil where nothing was scored.
  fileprivate var mean: Double? {
    let sum = sorted { ($0.key[0], $0.key[1]) < ($1.key[0], $1.key[1]) }.reduce(SIMD2<Double>.zero) {
      $0 + $1.value
    }
    return sum[1] > 0 ? sum[0] / sum[1] : nil
  }
}
