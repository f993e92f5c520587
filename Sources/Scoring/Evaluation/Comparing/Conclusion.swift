/// What the interval of a difference shows, in two statements: whether B is better or worse at all, and whether by more
/// than the tolerance.
///
/// The first is the test for a difference, the second that for equivalence: a difference can be certain and too small to
/// matter, or large and uncertain. Source: Walker and Nowacki 2011, "Understanding equivalence and noninferiority testing",
/// Journal of General Internal Medicine 26, 192-196, figure 1.
public struct Conclusion: Hashable, Sendable {
  /// Whether there is a difference, however small.
  public enum Direction: String, Hashable, Sendable, CaseIterable {
    /// The whole interval lies on the side where B is worse.
    case worse
    case better
    /// The interval holds 0: no difference is shown.
    case notShown = "not shown"
  }

  /// Whether the difference exceeds the tolerance, which is what gates ask.
  public enum Verdict: String, Hashable, Sendable, CaseIterable {
    /// The whole interval lies above the tolerance.
    case worse
    /// The whole interval lies below minus the tolerance.
    case better
    /// The whole interval lies within the tolerance, ends included.
    case within
    /// None of these, or there is no interval.
    case open
  }

  /// Of sums: differences up to this, relative to the larger value or to 1, count as 0.
  public static let roundOff = 1e-12

  /// Nil where there is no interval.
  public let direction: Direction?
  /// Whether the difference matters.
  public let verdict: Verdict

  /// - Parameters:
  ///   - interval: of a difference that is above 0 where B is worse.
  ///   - tolerance: the largest difference that still counts as within, in the unit of the interval; 0 or more.
  ///   - resolution: differences up to this are round-off and count as 0.
  ///   - isShown: whether a test, such as one that is corrected for many comparisons, shows a difference at all; without one the
  ///     conclusion is never better or worse.
  public init(
    _ interval: ConfidenceInterval?, tolerance: Double, resolution: Double = roundOff, isShown: Bool = true
  ) {
    direction = interval.map {
      !isShown ? .notShown : $0.lower > resolution ? .worse : $0.upper < -resolution ? .better : .notShown
    }
    let edge = max(tolerance, resolution)
    verdict =
      switch interval {
      case let interval? where isShown && interval.lower > edge: .worse
      case let interval? where isShown && interval.upper < -edge: .better
      case let interval? where interval.lower >= -edge && interval.upper <= edge: .within
      default: .open
      }
  }

  /// As tables say it: `better, within`.
  public var words: String { said(within: "within", beyond: "beyond", open: "open") }

  /// The meaning of the words in a table.
  public static let legend =
    "Verdict: better or worse where the interval excludes 0, else not shown; within or beyond the tolerance where "
    + "all of it lies there, open where it reaches over the edge."

  /// As sentences say it: `better, within the tolerance`.
  public var sentence: String {
    said(
      within: "within the tolerance", beyond: "beyond the tolerance", open: "open at the tolerance")
  }

  private func said(within: String, beyond: String, open: String) -> String {
    let size =
      switch verdict {
      case .worse, .better: beyond
      case .within: within
      case .open: open
      }
    return "\((direction ?? .notShown).rawValue), \(size)"
  }
}
