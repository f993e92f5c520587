import TestSupport

extension BadInputTests {
  private static let comparison = """
    name: c
    pipelines: [{name: nearest, method: nearest, snap: false}]
    datasets:
      - {name: one, dataset: dataset.yaml, assumes: {n: 2}}

    """

  private static func written(_ change: @escaping @Sendable (String) -> String = { $0 })
    -> @Sendable (TemporaryFolder) throws -> Void
  {
    { try $0.write(change(comparison), to: "c.yaml") }
  }

  static let inNavigation: [Case] = [
    Case(
      "no planned route", "navigate tiny.yaml",
      "tiny.yaml:1: expected the key walk.planned, or --planned, found neither"),
    Case(
      "a planned node that does not exist", "navigate tiny.yaml --planned a,z",
      "--planned: [1]: expected the name of a node of the site's path, found \"z\""),
    Case(
      "a planned route of one node", "navigate tiny.yaml --planned a",
      "--planned: expected two nodes or more, found 1"),
    Case(
      "a planned node twice in a row", "navigate tiny.yaml --planned a,a",
      "--planned: [1]: expected a node to which a way leads from a, found a"),
    Case(
      "a planned node that no way leads to", "navigate tiny.yaml --planned a,c",
      "--planned: [1]: expected a node to which a way leads from a, found c",
      edits: [
        ("site.yaml", "edges: [[a, b], [b, c], [c, a]]", "edges: [[a, b], [c, d]]"),
        ("site.yaml", "c: [6, 4]}", "c: [6, 4], d: [9, 4]}"),
        ("tiny.yaml", "walk: {walkIn: 5}", "walk: {walkIn: 5, route: [a, b]}"),
      ]),
    Case(
      "a planned node of a scenario that does not exist", "run tiny.yaml",
      "tiny.yaml:4: walk.planned[1]: expected the name of a node of the site's path, found \"z\"",
      edits: [("tiny.yaml", "walk: {walkIn: 5}", "walk: {walkIn: 5, planned: [a, z]}")]),
    Case(
      "a planned route on a site without a path", "navigate track.yaml --planned a,b",
      "--planned: expected a site with a path, found bare without one"
    ) {
      try $0.write(
        "name: bare\nfloors: [{level: 0, elevation: 0}]\nbeacons: [{id: one, position: [0, 0, 1]}]\n",
        to: "bare.yaml")
      try $0.write("time_s,x_m,y_m\n0,0,0\n9,1,0\n", to: "t.csv")
      try $0.write(
        """
        name: track
        site: bare.yaml
        laps: {count: 1}
        walk: {track: {truth: t.csv}}
        channel: {pathLoss: {logDistance: {n: 2, c: -59}}}
        assumes: {n: 2}
        pipelines: [{name: p, method: nearest, snap: false}]
        score: {at: callbacks}

        """, to: "track.yaml")
    },
  ]

  static let inMethods: [Case] = [
    Case(
      "a twin of a recording without its site", "twin r.csv",
      "r.csv: a recording requires --site and --truth; see 'beaconbench twin --help'"
    ) { try $0.write("time_s,beacon,rssi_dbm\n0,one,-60\n", to: "r.csv") },
    Case(
      "a twin of a recording without its ground truth", "twin tiny.yaml --site site.yaml",
      "--site requires --truth; see 'beaconbench twin --help'"),
    Case(
      "a twin of a recording outside its ground truth", "twin r.csv --site site.yaml --truth t.csv",
      "t.csv: expected ground truth within the recording r.csv, from 0 to 1.0 s after its first record, found it from 50.0 s to 59.0 s (--clock-offset is added to every time)"
    ) {
      try $0.write("time_s,beacon,rssi_dbm\n0,one,-60\n1,two,-70\n", to: "r.csv")
      try $0.write("time_s,x_m,y_m\n50,0,0\n59,1,0\n", to: "t.csv")
    },
    Case(
      "a twin of a recording that is too short", "twin r.csv --site site.yaml --truth t.csv",
      "r.csv: expected at least 10 readings from different distances to fit a channel, found 2"
    ) {
      try $0.write("time_s,beacon,rssi_dbm\n0,one,-60\n1,two,-70\n", to: "r.csv")
      try $0.write("time_s,x_m,y_m\n0,0,0\n9,1,0\n", to: "t.csv")
    },
    Case(
      "data sets of a scenario with one", "twin tiny.yaml --datasets one",
      "--datasets: expected a comparison of methods, with several data sets, found tiny.yaml"
    ),
    Case(
      "too few replicas of data sets", "twin c.yaml --replicas 19",
      "--replicas: expected a whole number from 20 to 10000, found 19; see 'beaconbench twin --help'",
      prepare: written()),
    Case(
      "the one channel of several data sets", "twin c.yaml --channel ch.yaml",
      "--channel: expected a scenario of one data set, found c.yaml with several", prepare: written()),
    Case(
      "a scenario given to methods", "methods tiny.yaml",
      "tiny.yaml: expected a comparison of methods, found a scenario: it is for run, simulate and replay --scenario"
    ),
    Case(
      "a comparison given to run", "run c.yaml",
      "c.yaml: expected a scenario, found a comparison of methods: it is for methods and twin",
      prepare: written()),
    Case(
      "a data set that a comparison does not have", "methods c.yaml --datasets two",
      "--datasets: expected data sets of c.yaml: one, found two", prepare: written()),
    Case(
      "a data set that is listed twice", "methods c.yaml",
      "c.yaml:5: datasets[1].name: expected a unique name, found \"one\"",
      prepare: written { $0 + "  - {name: one, dataset: dataset.yaml, assumes: {n: 2}}\n" }),
    Case(
      "an unknown key of a data set in a comparison", "methods c.yaml",
      "c.yaml:4: datasets[0].shop: expected one of the keys name, dataset, walks, phone, assumes, score, leaveOneOut, site, leavesOut, ifPresent, measure, found the unknown key \"shop\"",
      prepare: written { $0.replacing("name: one,", with: "name: one, shop: 1,") }),
    Case(
      "a data set without a file", "methods c.yaml",
      "c.yaml:4: datasets[0].dataset: no such file: none.yaml (did you mean site.yaml?)",
      prepare: written { $0.replacing("dataset: dataset.yaml", with: "dataset: none.yaml") }),
  ]
}
