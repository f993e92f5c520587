import Documents
package import Evaluation
import NumericalMethods
package import Rendering
package import Results
import Sites
import World

/// Which score best predicts the judged figures, over layouts with the same number of beacons.
///
/// Layouts are each objective's greedy one, the evenly spaced one and the lattice at the nearest candidates, and both of these with a quarter,
/// a half, three quarters and all of the beacons moved to candidates drawn at random.
package struct ObjectiveStudy: SteppedStudy, Sendable {
  private let study: PlacementStudy
  private var beacons: Int { study.settings.beacons }

  /// The number of layouts with moved beacons, for each share of moved ones.
  static let draws = 6
  private static let shares = [0.25, 0.5, 0.75, 1]

  /// - Throws: for a study of applications or guidance.
  package init(_ study: PlacementStudy) throws {
    guard study.use == nil else {
      throw try study.document["judge"]["by"].problem(
        expected: "no such key for a comparison of objectives, which are of positions", found: "it")
    }
    self.study = study
  }

  /// What searches minimise.
  private var objectives: [PlacementObjective] {
    [.strongest(wrongRooms: 0)] + (study.base.site.rooms.isEmpty ? [] : [.strongest(wrongRooms: 10)])
      + [.meanBound]
  }

  /// Simulated walks, those of the objectives and those of the judge.
  package var steps: StudySteps {
    StudySteps(
      (objectives.count - 1) * study.settings.search.walks
        + (objectives.count + 2 + Self.draws * Self.shares.count) * study.settings.judge.walks, "walks")
  }

  /// Finds a layout by each objective, judges all layouts, and compares their order by each score with that by the judge.
  package func run(width: Int, progress: (Int) -> Void) async throws -> ObjectiveResult {
    var done = 0
    let tables = PlacementTables(study, study.candidates)
    let scores = try await scores(tables, &done, width: width, progress: progress)
    let searched = scores.map { greedy($0) }
    let rules = rules
    let layouts = searched + rules.map(\.layout) + moved(from: rules.map(\.layout))
    let judge = LayoutJudge(walks: study.walks, figure: .error)
    let moments = try await judge.moments(
      of: try layouts.map { try study.layout("layout", $0) }, on: 0..<study.settings.judge.walks, width: width
    ) { [done] in progress(done + $0) }
    let judged = judge.judged(moments, chosen: 0, excluded: [String?](repeating: nil, count: moments.count))
    let own = objectives.indices.map { number in
      ObjectiveResult.Row(
        name: objectives[number].words, judged: judged[number],
        values: layouts.map { scores[number].value(of: $0) }, among: judged)
    }
    let others = Self.others(tables).map { name, value in
      ObjectiveResult.Row(name: name, values: layouts.map(value), among: judged)
    }
    return ObjectiveResult(
      study: study.settings.name, seed: study.settings.seed, beacons: beacons, layouts: layouts.count,
      walks: study.settings.judge.walks,
      rows: own + others
        + rules.indices.map {
          ObjectiveResult.Row(name: rules[$0].name, judged: judged[objectives.count + $0])
        })
  }

  /// One for each objective.
  ///
  /// - Parameter done: how many walks have been simulated.
  private func scores(
    _ tables: PlacementTables, _ done: inout Int, width: Int, progress: (Int) -> Void
  ) async throws -> [any LayoutScore] {
    var scores: [any LayoutScore] = []
    for objective in objectives {
      let before = done
      let walks = try await study.strongestWalks(for: objective, study.candidates, width: width) {
        progress(before + $0)
      }
      if walks != nil { done += study.settings.search.walks }
      scores.append(study.score(tables, walks: walks))
    }
    return scores
  }

  /// Scores that no search minimises.
  private static func others(
    _ tables: PlacementTables
  ) -> [(name: String, value: ([Int]) -> Double)] {
    let (bounds, dilution) = (BoundScore(tables.bounds), BoundScore(tables.dilution))
    return [
      ("p95Bound", { Quantiles.of(bounds.bounds(of: $0), at: [0.95])?[0] ?? 0 }),
      ("worstBound", { bounds.bounds(of: $0).max() ?? 0 }),
      ("bound above 5 m", { layout in Double(bounds.bounds(of: layout).count { $0 > 5 }) }),
      ("gdop", { dilution.value(of: $0) }),
    ]
  }

  private func greedy<Score: LayoutScore>(_ score: Score) -> [Int] {
    GreedySearch.run(
      PlacementProblem(
        score, fixed: study.kept, places: study.candidates.map(\.place), budget: beacons)
    ).layout
  }

  /// Rules with each beacon at the nearest candidate that is left.
  private var rules: [(name: String, layout: [Int])] {
    let ground = PlacementSite(site: study.base.site)
    let count = beacons - study.kept.count
    return [
      ("evenly spaced", ground.evenlyAlongPath(count: count)), ("lattice", ground.lattice(count: count)),
    ].map { ($0, atCandidates($1)) }
  }

  private func atCandidates(_ spots: [PlacementSite.Spot]) -> [Int] {
    spots.reduce(into: study.kept) { layout, spot in
      let left = free(beside: layout).filter { study.candidates[$0].floor == spot.floor }
      let nearest = left.min {
        study.candidates[$0].position.horizontalDistance(to: spot.place)
          < study.candidates[$1].position.horizontalDistance(to: spot.place)
      }
      if let nearest { layout.append(nearest) }
    }
  }

  private func free(beside layout: [Int]) -> [Int] {
    let taken = Set(layout.map { study.candidates[$0].place })
    return study.candidates.indices.filter { !taken.contains(study.candidates[$0].place) }
  }

  private func moved(from rules: [[Int]]) -> [[Int]] {
    var random = RandomStream(Seed(study.settings.seed).derived("placement").derived("objectives"))
    return Self.shares.flatMap { share in
      (0..<Self.draws).map { draw in
        var layout = rules[draw % rules.count].filter { !study.kept.contains($0) }
        let most = beacons - study.kept.count
        for _ in 0..<Int((share * Double(layout.count)).rounded()) {
          layout.remove(at: random.uniform(below: layout.count))
        }
        while layout.count < most {
          let free = free(beside: study.kept + layout)
          guard !free.isEmpty else { break }
          layout.append(free[random.uniform(below: free.count)])
        }
        return study.kept + layout
      }
    }
  }
}

extension PlacementObjective {
  /// The objective's name as in a study's file.
  fileprivate var words: String {
    switch self {
    case .meanBound: "meanBound"
    case .strongest(0): "strongest"
    case .strongest(let metres): "strongest, wrongRooms \(metres.rounded(to: 2)) m"
    }
  }
}

/// How well scores predict the judged figures.
package struct ObjectiveResult: StudyOutcome, Sendable {
  /// A rank correlation.
  package struct Correlation: IntervalEstimate, Hashable, Sendable {
    /// -1 to 1.
    package let value: Double
    /// Nil where the value is 1 or -1.
    package let interval: ConfidenceInterval?

    /// Spearman's coefficient with its 95 % interval by Fisher's z.
    ///
    /// Source: Fieller, Hartley and Pearson 1957, "Tests for rank correlation coefficients", doi:10.1093/biomet/44.3-4.470: the
    /// variance of z is 1.06 / (n - 3).
    package init?(_ a: [Double], _ b: [Double]) {
      guard let value = RankCorrelation.spearman(a, b) else { return nil }
      self.value = value
      guard abs(value) < 1, a.count > 3 else {
        interval = nil
        return
      }
      let z = Elementary.log((1 + value) / (1 - value)) / 2
      let reach = 1.96 * (1.06 / Double(a.count - 3)).squareRoot()
      func coefficient(_ z: Double) -> Double { 1 - 2 / (Elementary.exp(2 * z) + 1) }
      interval = ConfidenceInterval(lower: coefficient(z - reach), upper: coefficient(z + reach))
    }
  }

  /// A score, of an objective with its greedy layout, or a rule.
  package struct Row: Sendable {
    /// Of the score or the rule.
    package let name: String
    /// Of its values and the judged mean errors; nil for a rule.
    package let error: Correlation?
    /// Of its values and the judged shares of wrong rooms; nil for a rule and without rooms.
    package let rooms: Correlation?
    /// What the judge found of the objective's greedy layout, or of the rule's; nil for a score that no search minimises.
    package let judged: JudgedLayout?

    init(name: String, judged: JudgedLayout? = nil, values: [Double] = [], among all: [JudgedLayout] = []) {
      (self.name, self.judged) = (name, judged)
      error = Correlation(values, all.compactMap { $0.byError.mean?.value })
      let wrong = all.compactMap { $0.byRooms?.wrongRooms?.value }
      rooms = wrong.count == values.count ? Correlation(values, wrong) : nil
    }
  }

  /// The study's name.
  package let study: String
  /// Of the search.
  package let seed: UInt64
  /// In each layout.
  package let beacons: Int
  /// How many were judged.
  package let layouts: Int
  /// On which each was judged.
  package let walks: Int
  /// The objectives, the other scores, then the rules.
  package let rows: [Row]
}

// docs/columns.md lists the keys.

extension ObjectiveResult: Described {
  /// The top of the JSON.
  package static let figures: [Figure<ObjectiveResult>] = [
    .init("study", \.study), .init("seed", \.seed), .init("beacons", \.beacons), .init("layouts", \.layouts),
    .init("walks", \.walks), .init("objectives", \.rows),
  ]
}

extension ObjectiveResult.Row: Described {
  /// The columns of the table of objectives.
  package static let figures: [Figure<ObjectiveResult.Row>] = [
    .init("name", "score") { $0.name },
    .init(
      "errorCorrelation", intervalKey: "errorCorrelationInterval95", "rank correlation with error",
      better: .larger, estimate: \.error),
    .init(
      "roomsCorrelation", intervalKey: "roomsCorrelationInterval95", "with wrong rooms", better: .larger,
      estimate: \.rooms),
    .init(
      "meanMetres", intervalKey: "meanInterval95", "its layout: mean error", unit: "m", better: .smaller,
      estimate: \.judged?.byError.mean),
    .init(
      "wrongRooms", intervalKey: "wrongRoomsInterval95", "its wrong rooms", form: .percent, better: .smaller,
      estimate: \.judged?.byRooms?.wrongRooms),
  ]
}
