import TestSupport

@testable import Sweeping

/// A small scenario with a sweep of it.
enum SweepFiles {
  static let site = """
    name: small
    path:
      nodes: {a: [0, 0], b: [6, 0], c: [6, 4]}
      edges: [[a, b], [b, c], [c, a]]
    testPoints: [{id: 1, position: [3, 0]}, {id: 2, position: [6, 2]}, {id: 3, position: [3, 2]}]
    rooms:
      - {name: west, corners: [[-1, -1], [4, -1], [4, 5], [-1, 5]]}
      - {name: east, corners: [[4, -1], [7, -1], [7, 5], [4, 5]]}
    beacons:
      - {id: one, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 1, minor: 1, measuredPower: -59, position: [1, -1, 3]}
      - {id: two, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 1, minor: 2, measuredPower: -59, position: [5, -1, 3]}
      - {id: three, uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21, major: 1, minor: 3, measuredPower: -59, position: [7, 4, 3]}

    """

  static let scenario = """
    name: tiny
    site: site.yaml
    laps: {count: 5}
    walk: {walkIn: 3}
    channel: {pathLoss: {logDistance: {n: 1.8, c: -59}}, shadowing: {exponential: {deviation: 4}}}
    beacons: {interval: 0.2}
    assumes: {n: 1.8}
    score: {at: presses}
    pipelines:
      - name: Kalman
        filters: [{kalman: {q: 20, r: 5}}]
        method: twoCircle
      - {name: nearest, method: nearest}

    """

  static let parameters = """
      - {name: n, set: [channel.pathLoss.logDistance.n, assumes.n], values: [1.6, 2.0]}
      - {name: x, unit: m, set: ["site.beacons[0].position[0]"], linear: [0, 2], steps: 3}
    """

  /// A folder with all of it.
  static func folder(parameters: String = parameters, more: String = "") throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write(site, to: "site.yaml")
    try folder.write(scenario, to: "tiny.yaml")
    try folder.write(
      "name: small\nscenario: tiny.yaml\nseeds: 3-4\nblock: 2\n\(more)parameters:\n\(parameters)\n",
      to: "sweep.yaml")
    return folder
  }

  static func run(in folder: TemporaryFolder, program: String = "p") throws -> SweepRun {
    try SweepRun(Sweep(contentsOf: folder.path("sweep.yaml")), program: program, dataRoot: "")
  }
}
