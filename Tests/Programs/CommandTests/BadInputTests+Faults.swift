import TestSupport

extension BadInputTests {
  private static let dead = "faults: [{dead: {beacon: one}}]\n"

  static let inFaults: [Case] = [
    Case(
      "a study of faults of a twin", "sensitivity white.yaml --faults",
      "white.yaml:4: noise: expected structured, since white noise is not available for a study of faults, found \"white\""
    ) { try $0.write(white.replacing("assumes", with: "\(dead)assumes"), to: "white.yaml") },
    Case(
      "a study of faults without faults", "sensitivity tiny.yaml --faults",
      "tiny.yaml:1: expected the key faults with at least one fault, found none"),
    Case(
      "faults of recorded walks", "sensitivity walks.yaml --faults",
      "walks.yaml:2: dataset: expected a simulated scenario, found recorded walks, whose faults are unknown"),
    Case(
      "faults beside wrong numbers", "sensitivity tiny.yaml --faults --c-offsets 3",
      "--c-offsets cannot be combined with --faults; see 'beaconbench sensitivity --help'"),
    Case(
      "faults with bounds", "run tiny.yaml --bounds",
      "--bounds: expected a scenario without faults, found faults, which no bound takes into account",
      edits: [("tiny.yaml", "assumes", "\(dead)assumes")]),
    Case(
      "faults with white noise", "run tiny.yaml --set noise=white",
      "tiny.yaml:9: faults: expected none with white noise, which follows the distances of the site, found some",
      edits: [("tiny.yaml", "assumes", "\(dead)assumes")]),
    Case(
      "a check without its walk", "site check site.yaml --capture r.csv",
      "--capture requires --truth; see 'beaconbench site check --help'"),
    Case(
      "a check of a recording without one", "site check site.yaml --lap 3",
      "--lap requires --capture; see 'beaconbench site check --help'"),
    Case(
      "a check with too little", "site check site.yaml --capture r.csv --truth t.csv",
      "r.csv: expected at least 50 readings at known positions to fit a channel, found 1"
    ) {
      try $0.write("time_s,beacon,rssi_dbm\n0,one,-60\n", to: "r.csv")
      try $0.write("time_s,x_m,y_m,z_m\n0,0,0,1\n9,1,0,1\n", to: "t.csv")
    },
    Case(
      "an error rate that is none", "site check site.yaml --capture r.csv --truth t.csv --error-rate 0",
      "--error-rate: expected a probability from 0.000000001 to 0.5, found 0; see 'beaconbench site check --help'"
    ),
  ]
}
