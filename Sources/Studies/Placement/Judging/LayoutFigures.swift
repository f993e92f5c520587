package import Laps
package import Scenarios

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
