public import World

/// A rule that a site cannot be scored by.
public enum ScoringError: InputProblem, Hashable, Sendable {
  case noPath(site: String)
  case pathInParts(site: String)

  public var description: String {
    switch self {
    case .noPath(let site):
      "score.measure: alongPath expects a site with a path, found none in site \(site)"
    case .pathInParts(let site):
      "score.measure: alongPath expects a path in one piece, found one in parts in site \(site)"
    }
  }
}
