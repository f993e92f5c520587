/// Why a fit has no answer.
public enum FitError: Error, Hashable, Sendable {
  case tooFewPoints(given: Int, needed: Int)
  /// The points leave a parameter open, such as all of them at one abscissa.
  case undetermined
  case didNotConverge(iterations: Int)
  /// A value that went in, or that the model gave, is not a finite number.
  case notFinite
  /// The library refused, with its own status and words.
  case library(status: Int, message: String)
}

extension FitError: CustomStringConvertible {
  /// A clause that says what the fit lacks.
  public var description: String {
    switch self {
    case .tooFewPoints(let given, let needed): "the fit needs \(needed) points and has \(given)"
    case .undetermined: "the points leave a parameter of the fit open"
    case .didNotConverge(let iterations): "the fit did not converge in \(iterations) iterations"
    case .notFinite: "the fit met a value that is not a finite number"
    case .library(let status, let message): "the numerical library answered \(status): \(message)"
    }
  }
}
