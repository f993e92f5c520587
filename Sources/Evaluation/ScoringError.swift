/// A rule that a site cannot be scored by.
public enum ScoringError: Error, Hashable, Sendable {
  case noPath(site: String)
  case pathInParts(site: String)
}

extension ScoringError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .noPath(let site):
      "score.measure alongPath needs a site with a path, and site \(site) has none"
    case .pathInParts(let site):
      "score.measure alongPath needs a path in one piece, and that of site \(site) falls into parts"
    }
  }
}
