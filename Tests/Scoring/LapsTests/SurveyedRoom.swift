import Captures
import Foundation
import Laps
import Positioning
import Scenarios
import TestSupport
import Testing
import World

/// The study of a simulated scenario.
func study(_ scenario: Scenario) throws -> SimulatedStudy {
  try SimulatedStudy(scenario, #require(scenario.simulation))
}

/// The path-loss law at (x, y) of the site `room`, 1 m up as the beacons are.
func roomLevel(_ x: Double, _ y: Double, _ anchor: Int) -> Double {
  let beacon = [(0.0, 0.0), (9, 0), (4, 6)][anchor]
  let squares = (x - beacon.0) * (x - beacon.0) + (y - beacon.1) * (y - beacon.1)
  return -59 - 10 * log10(squares)
}

extension TemporaryFolder {
  /// A folder with the site `room`, with three test points, a path of 9 m and three beacons.
  static func room(points: String = "[1, 0] [5, 0] [8, 3]") throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let points = points.replacing("] [", with: "]; [").split(separator: "; ").enumerated().map {
      "{id: \($0 + 1), position: \($1)}"
    }
    try folder.write(
      """
      name: room
      testPoints: [\(points.joined(separator: ", "))]
      path: {nodes: {w: [0, 1], e: [9, 1]}, edges: [[w, e]]}
      beacons:
        - {id: a, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 1, minor: 1, measuredPower: -59, position: [0, 0, 1]}
        - {id: b, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 1, minor: 2, measuredPower: -59, position: [9, 0, 1]}
        - {id: c, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 1, minor: 3, measuredPower: -59, position: [4, 6, 1]}
      """, to: "site.yaml")
    return folder
  }

  /// Writes a lap as a capture, and returns its path.
  func capture(_ lap: SimulatedLap, as format: CaptureFormat = .btsnoop) throws -> String {
    var writer = CaptureWriter(format: format)
    try writer.append(lap.stream, directory: lap.directory)
    writer.finish(at: lap.end)
    try Data(writer.bytes).write(to: URL(filePath: path("lap")))
    return path("lap")
  }

  /// A recording of a lap, replayed through the pipelines of its scenario.
  func replay(
    _ path: String, of scenario: Scenario, truth: Replay.Truth = Replay.Truth(walk: nil, presses: nil)
  ) throws -> Replay {
    let site = try #require(scenario.simulation).site
    return try Replay(
      RecordedInput(contentsOf: path, site: site), listening: Listening(scenario, on: site), site: site,
      truth: truth)
  }
}

extension SimulatedStudy {
  /// What the pipelines answer to a lap.
  func callbacks(of lap: SimulatedLap) throws -> [[Callback]] {
    try pipelines.run(on: lap.stream, directory: lap.directory, until: lap.end).callbacks
  }
}
