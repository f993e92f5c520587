import Evaluation
package import Laps
import Positioning
package import Scenarios
import World

/// Judges layouts by the scenario's own pipelines, on walks that no search has seen.
struct LayoutJudge {
  let walks: PlacementWalks
  let figure: JudgedFigure
  /// Nil where the errors of positions are judged.
  let use: (any LayoutFigures)?
  /// Of the first walk; each further one has the next.
  let seed: UInt64

  /// - Parameter seed: nil for that of the study's key `judge`.
  init(walks: PlacementWalks, figure: JudgedFigure, use: (any LayoutFigures)? = nil, seed: UInt64? = nil) {
    (self.walks, self.figure, self.use) = (walks, figure, use)
    self.seed = seed ?? walks.settings.judge.seed
  }

  /// The pipelines, or the applications.
  var names: [String] { use?.names ?? walks.scenario.pipelines.map(\.name) }

  /// The moments of one layout, by pipeline.
  struct Moments: Sendable {
    let layout: PlacementLayout
    var byPipeline: [[JudgedMoment]]
    var missed: [Int]
    var middle: [JudgedMoment] = []
    /// By pipeline the errors of each walk; empty where no metric of layouts needs them.
    var errors: [[[PositionError]]] = []
  }

  /// Hears walks with each of some layouts.
  ///
  /// - Parameter numbers: of the walks.
  func moments(
    of layouts: [PlacementLayout], on numbers: Range<Int>, width: Int, progress: (Int) -> Void
  ) async throws -> [Moments] {
    let (count, seed, walks, use, names) = (numbers.count, seed, walks, use, names)
    // Walks of one layout run in parallel, so that each needs no more memory than a run.
    let parts = try await inParallel(count * layouts.count, width: width, progress: progress) { index in
      let (layout, walk) = (layouts[index / count], numbers.lowerBound + index % count)
      let study = try walks.study(of: layout, seed: seed &+ UInt64(walk))
      if let use {
        let values = try use.values(of: study, lap: walk)
        return Moments(
          layout: layout,
          byPipeline: values.map {
            $0.enumerated().map { JudgedMoment(lap: walk, number: $0, value: $1) }
          }, missed: values.map { _ in 0 })
      }
      let site = study.simulation.site
      let middle = site.middle
      let constant = (place: middle.position, room: site.room(at: middle.position, floor: middle.floor))
      return try study.heard(lap: walk).reduce(into: Moments(layout, names.count)) {
        $0.add(study.errors(of: $1), constant)
      }
    }
    return layouts.indices.map { number in
      parts[number * count..<(number + 1) * count].reduce(
        into: Moments(layouts[number], names.count)
      ) { $0.add($1) }
    }
  }

  /// The figures of layouts, with their differences from the chosen one.
  ///
  /// - Parameters:
  ///   - chosen: an index of the layouts.
  ///   - excluded: by layout, why it cannot be chosen; nil where it can.
  func judged(_ all: [Moments], chosen: Int, excluded: [String?]) -> [JudgedLayout] {
    let best = all.map { pipeline(of: $0, with: figure) }
    let byError = all.map { pipeline(of: $0, with: .error) }
    let byRooms = all.map { pipeline(of: $0, with: .wrongRooms) }
    return all.indices.map { number in
      func row(_ pipelines: [Int], standing: JudgedLayout.Standing? = nil) -> JudgedPipeline {
        figures(
          of: all[number], pipelines[number],
          against: number == chosen ? nil : all[chosen].byPipeline[pipelines[chosen]], standing)
      }
      return JudgedLayout(
        name: all[number].layout.name, beacons: all[number].layout.count,
        rows: names.indices.map { pipeline in row(all.map { _ in pipeline }) },
        best: row(
          best,
          standing: standing(
            all[number], best[number], isChosen: number == chosen, excluded[number],
            beside: all[chosen].byPipeline[best[chosen]])),
        byError: row(byError), byRooms: hasRooms ? row(byRooms) : nil)
    }
  }

  /// The pipeline of a layout with the best figure; the first of equal ones. Constant baselines are left out, since no
  /// layout changes them.
  func pipeline(of own: Moments, with figure: JudgedFigure) -> Int {
    let all = names.indices
    let heard = use == nil ? all.filter { walks.scenario.pipelines[$0].hasSignal } : []
    func value(_ pipeline: Int) -> Double { figure.over(own.byPipeline[pipeline])?.value ?? .infinity }
    return (heard.isEmpty ? Array(all) : heard).min { value($0) < value($1) } ?? 0
  }

  /// The moments of a layout with the pipeline that has the best judged figure.
  private func best(of own: Moments) -> [JudgedMoment] {
    own.byPipeline[pipeline(of: own, with: figure)]
  }

  /// The judged figure of a layout with its best pipeline; nil without any moment.
  func value(of own: Moments) -> Double? { figure.over(best(of: own))?.value }

  /// The figure of a layout with its best pipeline less that of another layout with its own best pipeline.
  func difference(_ own: Moments, from other: Moments) -> WeightedMeans? {
    difference(of: best(of: own), from: best(of: other))
  }

  /// By how much the judged figure of some moments exceeds that of others. Errors are paired moment by moment; the true events of a
  /// region follow the layout's beacons, so uses are paired lap by lap, as ``LapMean`` does.
  func difference(of moments: [JudgedMoment], from others: [JudgedMoment]) -> WeightedMeans? {
    guard !figure.isOfPositions else {
      return JudgedMoment.differences(of: moments, from: others).flatMap { figure.over($0) }
    }
    let laps = Set((moments + others).map(\.lap)).sorted()
    func totals(_ moments: [JudgedMoment]) -> [SIMD2<Double>] {
      let byLap = Dictionary(grouping: moments, by: \.lap)
      return laps.map { lap in
        (byLap[lap] ?? []).reduce(into: .zero) { $0 += SIMD2($1.metres, 1) }
      }
    }
    return LapMean(fromTotals: totals(others), to: totals(moments)).map {
      WeightedMeans($0.value, $0.interval)
    }
  }

  /// The figures of the constant baseline, which always answers the middle of the site, on the same walks.
  func constant(beside chosen: Moments) -> JudgedPipeline {
    figures(of: Moments(constant: chosen), 0, against: best(of: chosen), nil, constant: true)
  }

  private func standing(
    _ own: Moments, _ pipeline: Int, isChosen: Bool, _ excluded: String?, beside chosen: [JudgedMoment]
  ) -> JudgedLayout.Standing {
    if isChosen { return .chosen }
    if let excluded { return .excluded(excluded) }
    let difference = difference(of: own.byPipeline[pipeline], from: chosen)
    switch Conclusion(difference?.interval, tolerance: 0).direction {
    case .better: return .better
    case .worse: return .worse
    case .notShown, nil: return .tied
    }
  }

  private func figures(
    of own: Moments, _ pipeline: Int, against chosen: [JudgedMoment]?, _ standing: JudgedLayout.Standing?,
    constant: Bool = false
  ) -> JudgedPipeline {
    let moments = own.byPipeline[pipeline]
    let isOfPositions = figure.isOfPositions
    return JudgedPipeline(
      layout: constant ? "constant baseline" : own.layout.name, beacons: constant ? 0 : own.layout.count,
      pipeline: constant ? "middle of the site" : names[pipeline],
      standing: standing, figure: figure.value(over: moments),
      mean: isOfPositions ? JudgedFigure.error.value(over: moments) : nil,
      statistics: isOfPositions ? ErrorStatistics(of: moments.map(\.metres)) : nil,
      others: constant || own.errors.isEmpty
        ? [:] : Metric.others(for: .layouts) { own.errors[pipeline] },
      missed: own.missed[pipeline],
      wrongRooms: hasRooms ? JudgedFigure.wrongRooms.value(over: moments) : nil,
      more: chosen.flatMap { more(than: $0, moments) })
  }

  private func more(than chosen: [JudgedMoment], _ moments: [JudgedMoment]) -> JudgedPipeline.Differences? {
    guard figure.isOfPositions else {
      return .init(figure: difference(of: moments, from: chosen), mean: nil, wrongRooms: nil)
    }
    return JudgedMoment.differences(of: moments, from: chosen).map {
      .init(
        figure: figure.over($0), mean: JudgedFigure.error.over($0),
        wrongRooms: hasRooms ? JudgedFigure.wrongRooms.over($0) : nil)
    }
  }
}

extension LayoutJudge {
  private var hasRooms: Bool { figure.isOfPositions && walks.scenario.hasRooms }
}

extension LayoutJudge.Moments {
  fileprivate init(_ layout: PlacementLayout, _ pipelines: Int) {
    self.init(
      layout: layout, byPipeline: [[JudgedMoment]](repeating: [], count: pipelines),
      missed: [Int](repeating: 0, count: pipelines))
  }

  /// Those of the constant baseline.
  fileprivate init(constant own: LayoutJudge.Moments) {
    self.init(layout: own.layout, byPipeline: [own.middle], missed: [0])
  }

  fileprivate mutating func add(
    _ errors: [[PositionError]], _ middle: (place: Point, room: Int?)
  ) {
    if Metric.all(for: .layouts).contains(where: { !$0.isOfLengths }) { add(errors.map { [$0] }) }
    for (pipeline, errors) in errors.enumerated() {
      byPipeline[pipeline] += errors.compactMap { JudgedMoment($0, middle: middle) }
      missed[pipeline] += errors.count { $0.metres == nil }
    }
    self.middle += (errors.first ?? []).compactMap { JudgedMoment($0, middle: middle, isMissed: true) }
  }

  private mutating func add(_ more: [[[PositionError]]]) {
    errors = errors.isEmpty ? more : more.isEmpty ? errors : zip(errors, more).map { $0 + $1 }
  }

  fileprivate mutating func add(_ other: LayoutJudge.Moments) {
    add(other.errors)
    for pipeline in byPipeline.indices {
      byPipeline[pipeline] += other.byPipeline[pipeline]
      missed[pipeline] += other.missed[pipeline]
    }
    middle += other.middle
  }
}

extension Scenario {
  /// Whether its site has any.
  fileprivate var hasRooms: Bool { simulation?.site.rooms.isEmpty == false }
}

/// What walks with the beacons of a layout come to, in the figure by which layouts are judged. Applications and navigation, which this
/// module does not know, conform to it.
package protocol LayoutFigures: Sendable {
  /// The applications or pipelines; of each layout the best one counts.
  var names: [String] { get }

  /// By name the values of one walk: the smaller the better, and as many for every layout.
  func values(of study: SimulatedStudy, lap: Int) throws -> [[Double]]
}

/// Reads a study's scenario with what applications or navigation need.
package typealias LayoutFiguresOpening =
  @Sendable (_ use: JudgedUse, _ path: String) throws -> (scenario: Scenario, figures: any LayoutFigures)
