/// Which layouts are allowed, and how good each is.
public struct PlacementProblem<Score: LayoutScore>: Sendable {
  /// The score, with the search's present layout.
  private(set) var score: Score
  /// Nil where no number of beacons must be heard.
  package private(set) var heard: HeardCounts?
  /// Candidates that are in every layout, ascending.
  public let fixed: [Int]
  /// By candidate: those of one place exclude each other.
  public let places: [Int]
  /// How many beacons a layout may have, fixed ones included.
  public let budget: Int
  /// How many layouts have been rated.
  public internal(set) var evaluations = 0

  /// - Parameters:
  ///   - score: that of a layout, which is to be small.
  ///   - heard: what must be heard at each point; nil for nothing.
  ///   - fixed: candidates that are in every layout.
  ///   - places: by candidate; nil for a place each.
  ///   - budget: how many beacons a layout may have, fixed ones included.
  public init(
    _ score: Score, heard: HeardCounts? = nil, fixed: [Int] = [], places: [Int]? = nil, budget: Int
  ) {
    (self.score, self.heard, self.fixed, self.budget) = (score, heard, fixed.sorted(), budget)
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

  /// Whether a layout with a change is within the budget, at places of its own.
  ///
  /// - Parameter old: the beacon of the layout that is replaced; nil for none.
  func allows(_ new: Int, inPlaceOf old: Int? = nil) -> Bool {
    for other in layout where other != old && places[other] == places[new] { return false }
    return layout.count < budget + (old == nil ? 0 : 1)
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
