/// A small floor and what goes with it, so that the program answers in a fraction of a second.
package enum SmallFiles {
  package static let site = """
    name: small
    path:
      nodes: {a: [0, 0], b: [6, 0], c: [6, 4]}
      edges: [[a, b], [b, c], [c, a]]
    testPoints:
      - {id: 1, position: [3, 0]}
      - {id: 2, position: [6, 2]}
    beacons:
      - id: one
        uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21
        major: 4097
        minor: 1
        measuredPower: -59
        position: [1, -1, 3]
      - id: two
        uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21
        major: 4097
        minor: 2
        measuredPower: -59
        position: [5, -1, 3]
      - id: three
        uuid: 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21
        major: 4097
        minor: 3
        measuredPower: -59
        position: [7, 4, 3]

    """

  package static let scenario = """
    name: tiny
    site: site.yaml
    laps: {count: 4}
    walk: {walkIn: 5}
    channel:
      pathLoss: {logDistance: {n: 1.8, c: -59}}
      shadowing: {exponential: {deviation: 4}}
    beacons: {interval: 0.1}
    assumes: {n: 1.8}
    pipelines:
      - name: Kalman
        filters: [{kalman: {q: 20, r: 5}}]
        method: twoCircle
      - name: nearest
        method: nearest

    """

  package static let recorded = """
    name: walks
    dataset: dataset.yaml
    assumes: {n: calibration, c: calibration}
    pipelines:
      - {name: nearest, method: nearest, snap: false}

    """

  /// Its digest is not that of the walk, which is left to a test to mend.
  package static let dataset = """
    name: lent
    about: Two seconds.
    source: Nobody.
    licence: None.
    site: site.yaml
    layout: {rows: {time: t, anchor: beacon, level: rssi, x: x, y: y, height: 1.2}}
    walks:
      - name: first
        path: walk.csv
        sha256: 7d5b1c65b0d3b7c7a1d4f7e2c3b1a0998877665544332211ffeeddccbbaa9988

    """

  package static let walk = "t,beacon,rssi,x,y\n0,one,-60,0,0\n1,two,-65,1,0\n2,three,-70,2,0\n"

  /// A folder with all of it.
  package static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, text) in [
      ("site.yaml", site), ("tiny.yaml", scenario), ("walks.yaml", recorded), ("dataset.yaml", dataset),
      ("walk.csv", walk),
    ] {
      try folder.write(text, to: name)
    }
    return folder
  }

  /// Declares the digest that the walk in a folder has.
  package static func declareDigest(in folder: TemporaryFolder) throws {
    let digest = try run(["sha256sum", folder.path("walk.csv")]).output.prefix(64)
    try folder.write(dataset.replacing(/sha256: .*/, with: "sha256: \(digest)"), to: "dataset.yaml")
  }

  /// Two rooms of 6 m by 4 m below a corridor of 12 m by 2.4 m, in metres.
  package static let plan = """
    {"type": "FeatureCollection", "features": [
    {"type": "Feature", "properties": {"name": "Ward 1"}, "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [6, 0], [6, 4], [0, 4], [0, 0]]]}},
    {"type": "Feature", "properties": {"name": "Ward 2"}, "geometry": {"type": "Polygon", "coordinates": [[[6, 0], [12, 0], [12, 4], [6, 4], [6, 0]]]}},
    {"type": "Feature", "properties": {"name": "Corridor"}, "geometry": {"type": "Polygon", "coordinates": [[[0, 4], [12, 4], [12, 6.4], [0, 6.4], [0, 4]]]}}]}
    """

  /// A study of `reproduce motion`, in a folder with all of it.
  package static func reproduction(published: Double, matches: Bool) throws -> TemporaryFolder {
    let folder = try folder()
    try folder.write(
      scenario + "    published: {mean: \(published), source: \"a paper\"}\n", to: "published.yaml"
    )
    try folder.write(
      """
      name: small
      about: a small one
      seed: 3
      laps: 12
      presets: [{name: one, scenario: published.yaml, matches: \(matches)}]
      buildings: {preset: one, count: 2, firstSeed: 5}
      figure:
        name: figure
        scenario: published.yaml
        laps: 2
        experiments: 3
        statements: [{mean: {pipeline: nearest, metres: 1, tolerance: 50}}, {best: {pipelines: [Kalman]}}]
        settings: [{name: as it is}]
      changes:
        scenario: published.yaml
        laps: 8
        source: nobody
        means: {nearest: 1}
        rows: [{name: nothing, set: {}, within: {nearest: 0}}]

      """, to: "small.yaml")
    return folder
  }
}
