package import Laps
package import Placement
package import Scenarios

/// How walkers are guided with the beacons of a layout.
package struct GuidedLayouts: LayoutFigures {
  package let names: [String]
  private let figure: JudgedGuidance.Figure

  /// - Throws: as ``NavigationStudy`` does, such as for a scenario without a planned route.
  package init(_ scenario: Scenario, _ guidance: JudgedGuidance) throws {
    _ = try NavigationStudy(Study(scenario, dataRoot: ""))
    (names, figure) = (scenario.pipelines.map(\.name), guidance.figure)
  }

  /// 1 for each instruction, leaving or arrival that went wrong, else 0.
  package func values(of study: SimulatedStudy, lap: Int) throws -> [[Double]] {
    let study = Study.simulated(study)
    try study.prepare(width: 1)
    return try NavigationStudy(study).tallies(ofLap: lap).map { tally in
      let (wrong, all) = Self.counts(figure, tally)
      return (0..<all).map { $0 < wrong ? 1 : 0 }
    }
  }

  private static func counts(
    _ figure: JudgedGuidance.Figure, _ tally: NavigationTally
  ) -> (wrong: Int, all: Int) {
    switch figure {
    case .notInTime: (tally.needed - tally.inTime, tally.needed)
    case .wrongTurns: (tally.wrongTurns, tally.needed)
    case .unannounced: (tally.needed - tally.announced.count, tally.needed)
    case .leavingsMissed: (tally.leavings - tally.delays.count, tally.leavings)
    case .arrivalsMissed: (tally.arrivals - tally.announcements.count, tally.arrivals)
    }
  }
}
