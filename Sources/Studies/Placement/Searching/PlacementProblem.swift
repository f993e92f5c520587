/// Which layouts are allowed, and how good each is.
public struct PlacementProblem<Score: LayoutScore>: Sendable {
  /// The limit of a layout's beacons or cost, fixed beacons included.
  public enum Budget: Hashable, Sendable {
    case beacons(Int)
    case cost(Double)
  }

  /// The score, with the search's present layout.
  private(set) var score: Score
  /// Nil where no number of beacons must be heard.
  package private(set) var heard: HeardCounts?
  /// Candidates that are in every layout, ascending.
  public let fixed: [Int]
  /// By candidate, above 0.
  public let costs: [Double]
  /// By candidate: those of one place exclude each other.
  public let places: [Int]
  /// How many beacons, or which cost, a layout may have.
  public let budget: Budget
  /// How many layouts have been rated.
  public internal(set) var evaluations = 0

  /// - Parameters:
  ///   - score: that of a layout, which is to be small.
  ///   - heard: what must be heard at each point; nil for nothing.
  ///   - fixed: candidates that are in every layout.
  ///   - costs: by candidate, above 0; nil for 1 each.
  ///   - places: by candidate; nil for a place each.
  ///   - budget: how many beacons, or which cost, a layout may have.
  public init(
    _ score: Score, heard: HeardCounts? = nil, fixed: [Int] = [], costs: [Double]? = nil,
    places: [Int]? = nil,
    budget: Budget
  ) {
    (self.score, self.heard, self.fixed, self.budget) = (score, heard, fixed.sorted(), budget)
    self.costs = costs ?? [Double](repeating: 1, count: score.candidates)
    self.places = places ?? Array(0..<score.candidates)
    set(self.fixed)
  }
}

/// How good a layout is: first by the number of missing beacons, then by its value; the lower the better.
public struct Rating: Hashable, Comparable, Sendable {
  /// The beacons missing for the constraints, summed over all points.
  public let missing: Int
  /// The value of the objective.
  public let value: Double

  public init(missing: Int, value: Double) { (self.missing, self.value) = (missing, value) }

  /// Fewer missing beacons come before any value.
  public static func < (a: Rating, b: Rating) -> Bool { (a.missing, a.value) < (b.missing, b.value) }
}

extension PlacementProblem {
  /// The present layout, ascending.
  public var layout: [Int] { score.layout }

  /// Takes a layout in place of the present one.
  public mutating func set(_ layout: [Int]) {
    score.set(layout)
    heard?.set(layout)
  }

  /// Of the present layout.
  public var rating: Rating { Rating(missing: heard?.missing() ?? 0, value: score.value()) }

  mutating func rating(adding candidate: Int) -> Rating {
    evaluations += 1
    return Rating(missing: heard?.missing(adding: candidate) ?? 0, value: score.value(adding: candidate))
  }

  mutating func rating(replacing old: Int, by new: Int) -> Rating {
    evaluations += 1
    return Rating(
      missing: heard?.missing(adding: new, without: old) ?? 0, value: score.value(replacing: old, by: new))
  }

  /// The cost of a layout.
  public func cost(of layout: [Int]) -> Double { layout.reduce(0) { $0 + costs[$1] } }

  /// Whether a layout with a change is within the budget, at places of its own.
  ///
  /// - Parameter old: the beacon that is replaced; nil for none.
  func allows(_ new: Int, inPlaceOf old: Int? = nil) -> Bool {
    var (count, cost) = (1, costs[new])
    for candidate in layout where candidate != old {
      if places[candidate] == places[new] { return false }
      count += 1
      cost += costs[candidate]
    }
    switch budget {
    case .beacons(let most): return count <= most
    // Sums of costs such as 0.1 may be off by round-off.
    case .cost(let most): return cost <= most * (1 + 1e-9)
    }
  }
}

/// A layout that a search has found.
public struct FoundLayout: Hashable, Sendable {
  /// Candidates; of a greedy search in the order in which they were added, fixed ones first, else ascending.
  public let layout: [Int]
  /// Of a greedy search: after each beacon that was added.
  public let steps: [Rating]
  /// Of the whole layout.
  public let rating: Rating
  /// How many layouts were rated.
  public let evaluations: Int

  init<Score>(_ problem: PlacementProblem<Score>, order: [Int]? = nil, steps: [Rating] = []) {
    layout = order ?? problem.layout
    self.steps = steps
    rating = problem.rating
    evaluations = problem.evaluations
  }
}
