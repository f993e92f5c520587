import Foundation
import TestSupport

extension BadInputTests {
  static let inScenarios: [Case] = [
    scenario(
      "walk: {walkIn: 5}", to: "walkk: {walkIn: 5}",
      "tiny.yaml:4: walkk: expected one of the keys name, about, site, seed, laps, walk, walkers, channel, beacons, receiver, steps, survey, faults, phone, noise, identifiedBy, assumes, pipelines, score, references, found the unknown key \"walkk\" (did you mean walk?)"
    ),
    scenario(
      "assumes: {n: 1.8}", to: "receiver: {sensitivity: -80, saturation: -90}\nassumes: {n: 1.8}",
      "tiny.yaml:9: receiver.saturation: expected at least receiver.sensitivity, -80.0, found -90.0"),
    scenario(
      "{interval: 0.1}", to: "{interval: 0.1, changes: [{beacon: one, power: 9}, {beacon: one, power: -9}]}",
      "tiny.yaml:8: beacons.changes[1].beacon: expected each beacon once, found one a second time"),
    scenario(
      "assumes: {n: 1.8}", to: "faults: [{dead: {beacon: four}}]\nassumes: {n: 1.8}",
      "tiny.yaml:9: faults[0].dead.beacon: expected the id of a beacon, or the name of a pillar, of the site, found \"four\""
    ),
    scenario(
      "assumes: {n: 1.8}", to: "faults: [{exchanged: {beacons: [one, one]}}]\nassumes: {n: 1.8}",
      "tiny.yaml:9: faults[0].exchanged.beacons[1]: expected another beacon than the first, found \"one\""),
    scenario(
      "assumes: {n: 1.8}",
      to: "faults: [{misplaced: {beacon: one, position: [1, 1, 1], floor: 3}}]\nassumes: {n: 1.8}",
      "tiny.yaml:9: faults[0].misplaced.floor: expected a floor of the site, found 3"),
    scenario(
      "assumes: {n: 1.8}", to: "faults: [{missing: {share: 30}}]\nassumes: {n: 1.8}",
      "tiny.yaml:9: faults[0].missing.share: expected a number from 0 to 1, found 30 (30 % are 0.3)"),
    scenario(
      "{interval: 0.1}",
      to:
        "{interval: 0.1, moving: [{beacon: one, carried: {}}]}\nfaults: [{misplaced: {beacon: one, position: [1, 1, 1]}}]",
      "tiny.yaml:9: faults[0].misplaced.beacon: expected a beacon that stays in its place, found one, which moves"
    ),
    scenario(
      "{interval: 0.1}", to: "{interval: 0.1, nearables: [{beacon: two}, {beacon: two}]}",
      "tiny.yaml:8: beacons.nearables[1].beacon: expected each beacon once, found two a second time"),
    scenario(
      "{interval: 0.1}",
      to: "{interval: 0.1, nearables: [{beacon: two, moves: [{from: 5, until: 3, orientation: vertical}]}]}",
      "tiny.yaml:8: beacons.nearables[0].moves[0].until: expected at least `from`, 5.0, found 3.0"),
    scenario(
      "assumes: {n: 1.8}", to: "score: {within: [1, 3, 2]}\nassumes: {n: 1.8}",
      "tiny.yaml:9: score.within[2]: expected more than the one before it, found 2.0"),
    scenario(
      "assumes: {n: 1.8}", to: "score: {within: []}\nassumes: {n: 1.8}",
      "tiny.yaml:9: score.within: expected a list of at least 1, found an empty list"),
    scenario(
      "assumes: {n: 1.8}", to: "score: {stop: {seconds: 0}}\nassumes: {n: 1.8}",
      "tiny.yaml:9: score.stop.seconds: expected a number from 0.1 to 86400 s, found 0"),
    scenario(
      "logDistance: {n: 1.8", to: "logDistance: {n: -1.8",
      "tiny.yaml:6: channel.pathLoss.logDistance.n: expected a number from 0.5 to 20, found -1.8"),
    scenario(
      "assumes: {n: 1.8}", to: "assumes: {n: -1.8}",
      "tiny.yaml:9: assumes.n: expected a number above 0 and at most 10 or site, found -1.8"),
    scenario(
      "assumes: {n: 1.8}", to: "assumes: {n: .nan}",
      "tiny.yaml:9: assumes.n: expected a finite number, or a text in quotes, found .nan"),
    scenario(
      "assumes: {n: 1.8}", to: "assumes: {n: calibration}",
      "tiny.yaml:9: assumes.n: expected a number above 0 and at most 10 or site, found \"calibration\""),
    scenario(
      "assumes: {n: 1.8}", to: "assumes: {n: 1.8, c: site}",
      "tiny.yaml:9: assumes.c: expected a site with a calibratedLevel for every anchor, found small without one for one and 2 more of 3"
    ),
    scenario(
      "assumes: {n: 1.8}", to: "assumes: {n: site}",
      "tiny.yaml:9: assumes.n: expected a site with the key calibration.n, as calibrate --write-site writes it, found small without it"
    ),
    Case(
      "a level from a site of which one anchor has none", "run tiny.yaml",
      "tiny.yaml:16: pipelines[1].assumes.c: expected a site with a calibratedLevel for every anchor, found small without one for three",
      edits: [
        ("site.yaml", "    position: [1, -1, 3]\n", "    position: [1, -1, 3]\n    calibratedLevel: -60\n"),
        ("site.yaml", "    position: [5, -1, 3]\n", "    position: [5, -1, 3]\n    calibratedLevel: -60\n"),
        ("tiny.yaml", "    method: nearest\n", "    method: nearest\n    assumes: {n: 2, c: site}\n"),
      ]),
    Case(
      "a level from a site, without a site", "replay lap.btsnoop --scenario walks.yaml",
      "walks.yaml:3: assumes.c: expected a site with a calibratedLevel for every anchor, found no site",
      edits: [("walks.yaml", "{n: calibration, c: calibration}", "{n: 2, c: site}")],
      prepare: lap),
    scenario(
      "q: 20", to: "q: .inf",
      "tiny.yaml:12: pipelines[0].filters[0].kalman.q: expected a finite number, or a text in quotes, found .inf"
    ),
    scenario(
      "method: nearest", to: "method: nearset",
      "tiny.yaml:15: pipelines[1].method: expected one of roomCentre, nearest, proximity, weightedCentroid, twoCircle, leastSquares, nearestFingerprints, fingerprintLikelihood, gridBayes, auto, linearLeastSquares, maximumLikelihood, minMax, ringOverlap, lagCompensatedCentroid, kalmanTracker, particleFilter, deadReckoning, command, found \"nearset\" (did you mean nearest?)"
    ),
    scenario(
      "method: nearest", to: "method: {leastSquares: {k: 2}}",
      "tiny.yaml:15: pipelines[1].method.leastSquares.k: expected a whole number of at least 3 or all, found 2"
    ),
    scenario(
      "method: nearest", to: "given: [map]\n    method: nearest",
      "tiny.yaml:15: pipelines[1].given: expected [], since the method nearest with these settings uses nothing beyond the advertisements and the site, found [map]"
    ),
    scenario(
      "name: nearest", to: "name: Kalman",
      "tiny.yaml:14: pipelines[1].name: expected a unique name, found \"Kalman\""),
    scenario(
      "walkIn: 5", to: "slowest: 2",
      "tiny.yaml:4: walk.fastest: expected at least walk.slowest, 2.0, found 1.8"),
    scenario(
      "walkIn: 5", to: "route: [a, d]",
      "tiny.yaml:4: walk.route[1]: expected the name of a node of the site's path, found \"d\""),
    scenario(
      "walkIn: 5", to: "route: [a]",
      "tiny.yaml:4: walk.route: expected a list of at least 2, found a list of 1"),
    scenario(
      "interval: 0.1", to: "interval: 0.02\nreceiver: {sensitivity: -128}",
      "tiny.yaml:9: expected YAML, found a syntax error: did not find expected ',' or '}' (while parsing a flow mapping): a bracket is not closed, or a comma is missing"
    ),
    scenario(
      "name: tiny", to: "name: ../tiny",
      "tiny.yaml:1: name: expected a name of letters, digits, hyphens, points and underscores, found \"../tiny\""
    ),
    scenario(
      "name: tiny", to: "name: tiny\nname: twice",
      "tiny.yaml:1: name: expected each key once, found it again further down"),
    scenario(
      "name: tiny", to: "name: [tiny",
      "tiny.yaml:2: expected YAML, found a syntax error: did not find expected ',' or ']' (while parsing a flow sequence): a bracket is not closed, or a comma is missing"
    ),
    scenario(
      "site: site.yaml", to: "site: nowhere.yaml",
      "tiny.yaml:2: site: no such file: nowhere.yaml"
    ),
    scenario(
      "site: site.yaml", to: "site: .",
      "tiny.yaml:2: site: . is a folder, not a file"),
    scenario(
      "site: site.yaml", to: "site: walk.csv",
      "walk.csv:1: expected a site in YAML, a map of keys, found \"t,beacon,rssi,x,y 0,one,-60,0,0 1,two,-65,1,0 2,three,-70,2,\"…"
    ),
    scenario(
      "    filters: [{kalman: {q: 20, r: 5}}]", to: "    filters: [{savitzkyGolay: {window: 4, order: 4}}]",
      "tiny.yaml:12: pipelines[0].filters[0].savitzkyGolay.window: expected a value above the order and at most 101, found 4"
    ),
  ]

  static let inSites: [Case] = [
    site(
      "    position: [1, -1, 3]\n", to: "",
      "site.yaml:9: beacons[0]: expected the key position, found only id, uuid, major, minor, measuredPower"),
    site(
      "minor: 2", to: "minor: 1",
      "site.yaml:15: beacons[1]: expected an identity of its own, or the same pillar as one, found the identity of one, 2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21/4097/1"
    ),
    site(
      "{a: [0, 0], b: [6, 0], c: [6, 4]}", to: "{}",
      "site.yaml:3: path.nodes: expected a map of names of 2 to 10000, found an empty map"),
    site(
      "[[a, b], [b, c], [c, a]]", to: "[]",
      "site.yaml:4: path.edges: expected a list of 1 to 20000, found an empty list"),
    site(
      "[[a, b], [b, c], [c, a]]", to: "[[a, b], [b, d]]",
      "site.yaml:4: path.edges[1][1]: expected the name of a node, found \"d\""),
    site(
      "[1, -1, 3]", to: "[1, .nan, 3]",
      "site.yaml:14: beacons[0].position[1]: expected a finite number, or a text in quotes, found .nan"),
    site(
      "measuredPower", to: "measuredpower",
      "site.yaml:13: beacons[0].measuredpower: expected one of the keys id, uuid, major, minor, altBeacon, eddystone, address, measuredPower, calibratedLevel, position, floor, mobile, pillar, found the unknown key \"measuredpower\" (did you mean measuredPower?)"
    ),
  ]

  /// Readings of all beacons, and the truth about who heard them.
  private static func stood(_ folder: TemporaryFolder, _ truth: String) throws {
    let rows = (0..<120).map { "\(Double($0) / 3),\(["one", "two", "three"][$0 % 3]),\(-60 - $0 % 7)\n" }
    try folder.write("time_s,beacon,rssi_dbm\n" + rows.joined(), to: "r.csv")
    try folder.write("time_s,x_m,y_m,z_m\n" + truth, to: "t.csv")
  }

  static let inCaptures: [Case] = [
    Case(
      "a truncated capture, read strictly", "replay --strict cut.btsnoop --site site.yaml",
      "cut.btsnoop: byte 974: expected a btsnoop record of 69 bytes, found 26 and the end of the file"
    ) { folder in
      try await lap(folder)
      try folder.write(try folder.bytes("lap.btsnoop").prefix(1000), to: "cut.btsnoop")
    },
    Case(
      "a truncated capture with nothing to report", "replay cut.btsnoop --site site.yaml",
      "cut.btsnoop: byte 77: expected a btsnoop record of 69 bytes, found 33 and the end of the file"
    ) { folder in
      try await lap(folder)
      try folder.write(try folder.bytes("lap.btsnoop").prefix(110), to: "cut.btsnoop")
    },
    Case(
      "a capture cut in its first record to inspect", "inspect cut.btsnoop",
      "cut.btsnoop: byte 16: expected a btsnoop record header of 24 bytes, found 4 and the end of the file"
    ) { folder in
      try await lap(folder)
      try folder.write(try folder.bytes("lap.btsnoop").prefix(20), to: "cut.btsnoop")
    },
    Case(
      "a truncated capture to calibrate with, read strictly",
      "calibrate --strict cut.btsnoop --site site.yaml --truth truth.csv",
      "cut.btsnoop: byte 974: expected a btsnoop record of 69 bytes, found 26 and the end of the file"
    ) { folder in
      try await lap(folder)
      try folder.write("time_s,x_m,y_m\n0,0,0\n9,6,0\n", to: "truth.csv")
      try folder.write(try folder.bytes("lap.btsnoop").prefix(1000), to: "cut.btsnoop")
    },
    Case(
      "a truncated capture to inspect strictly", "inspect --strict cut.btsnoop",
      "cut.btsnoop: byte 974: expected a btsnoop record of 69 bytes, found 26 and the end of the file"
    ) { folder in
      try await lap(folder)
      try folder.write(try folder.bytes("lap.btsnoop").prefix(1000), to: "cut.btsnoop")
    },
    Case(
      "a capture that is none", "replay none",
      "none: byte 0: expected a btsnoop, pcap, pcapng or PacketLogger capture, the text of hcidump --raw or btmon, or a log of GetSensorData, SensorReadoutApp, ESPresense or room-assistant, Sensor Logger, the app of rriesebos, found bytes 6E 61 6D 65 3A 20 73 6D"
    ) { try $0.write(SmallFiles.site, to: "none") },
    Case(
      "an empty capture", "inspect empty",
      "empty: byte 0: expected a btsnoop, pcap, pcapng or PacketLogger capture, the text of hcidump --raw or btmon, or a log of GetSensorData, SensorReadoutApp, ESPresense or room-assistant, Sensor Logger, the app of rriesebos, found an empty file"
    ) { try $0.write("", to: "empty") },
    Case(
      "a site that knows none of the beacons", "replay lap.btsnoop --site other.yaml",
      "lap.btsnoop: expected beacons of the site small, found none of them in <count> advertisements"
    ) { folder in
      try await lap(folder)
      let uuid = "2D6C1A5E-7B1F-4C39-9E55-3A0B6F3D9C21"
      try folder.write(
        SmallFiles.site.replacing(uuid, with: "00000000-7B1F-4C39-9E55-3A0B6F3D9C21"), to: "other.yaml")
    },
    Case(
      "presses at an unknown point", "replay lap.btsnoop --site site.yaml --presses presses.csv",
      "presses.csv:2: column point: expected a test point of the site, 1 or 2, found \"9\""
    ) { folder in
      try await lap(folder)
      try folder.write("time_s,point\n5,9\n", to: "presses.csv")
    },
    Case(
      "truth that is NaN", "replay lap.btsnoop --site site.yaml --truth truth.csv",
      "truth.csv:2: column x_m: expected a number from -1000000 to 1000000 m, found \"nan\""
    ) { folder in
      try await lap(folder)
      try folder.write("time_s,x_m,y_m\n0,nan,0\n", to: "truth.csv")
    },
    Case(
      "a readings table with a misspelt column", "replay r.csv --site site.yaml",
      "r.csv:1: expected only the columns time_s, beacon, rssi_dbm, receiver, transmitter, channel, count, lap, found the unknown column \"rssi\""
    ) {
      try $0.write("time_s,beacon,rssi\n0,one,-60\n", to: "r.csv")
    },
    Case(
      "a readings table with NaN", "replay r.csv --site site.yaml",
      "r.csv:2: column rssi_dbm: expected a number from -127 to 20 dBm, found \"nan\""
    ) {
      try $0.write("time_s,beacon,rssi_dbm\n0,one,nan\n", to: "r.csv")
    },
    Case(
      "a readings table without rows", "replay r.csv --site site.yaml",
      "r.csv: expected at least one row with an RSSI, found none"
    ) { try $0.write("time_s,beacon,rssi_dbm\n", to: "r.csv") },
    Case(
      "a readings table without levels", "replay r.csv",
      "r.csv: expected at least one row with an RSSI, found 2 without one"
    ) { try $0.write("time_s,beacon,rssi_dbm\n0,one,\n1,one,\n", to: "r.csv") },
    Case(
      "truth of another time", "calibrate r.csv --site site.yaml --truth t.csv --write-site f.yaml",
      "r.csv: expected readings within the ground truth, from 100.0 to 107.5 s, found readings from 0.5 to 2.0 s only; times count from the first record (--clock-offset is added to every time)"
    ) {
      try $0.write("time_s,beacon,rssi_dbm\n0.5,one,-60\n2,two,-61\n", to: "r.csv")
      try $0.write("time_s,x_m,y_m\n100,0,0\n107.5,6,0\n", to: "t.csv")
    },
    Case(
      "truth in milliseconds", "calibrate r.csv --site site.yaml --truth t.csv",
      "r.csv: expected readings within the ground truth, from 500.0 to 2000.0 s, found readings from 0.5 to 2.0 s only; times count from the first record (times are in seconds, not in milliseconds)"
    ) {
      try $0.write("time_s,beacon,rssi_dbm\n0.5,one,-60\n2,two,-61\n", to: "r.csv")
      try $0.write("time_s,x_m,y_m\n500,0,0\n2000,6,0\n", to: "t.csv")
    },
    Case(
      "calibrating with who stood still",
      "calibrate r.csv --site site.yaml --truth t.csv --write-site f.yaml",
      "r.csv: expected distances to each beacon whose common logarithm has a standard deviation of at least 0.05 (12 %), found 0.0: n cannot be estimated when distances hardly vary"
    ) { try stood($0, "0,2,0,1.2\n40,2,0,1.2\n") },
    Case(
      "calibrating with who moved by the width of a hair",
      "calibrate r.csv --site site.yaml --truth t.csv --channel c.yaml",
      "r.csv: expected distances to each beacon whose common logarithm has a standard deviation of at least 0.05 (12 %), found 0.0: n cannot be estimated when distances hardly vary"
    ) { try stood($0, "0,2,0,1.2\n40,2,0,1.2000001\n") },
    Case(
      "a readings table of unknown beacons", "replay r.csv --site site.yaml",
      "r.csv: expected beacons of the site small, found none of them in <count> advertisements"
    ) {
      try $0.write("time_s,beacon,rssi_dbm\n0,four,-60\n", to: "r.csv")
    },
  ]

  static let inDatasets: [Case] = [
    Case(
      "a data set that is not there", "run walks.yaml --data nowhere",
      "--data: expected a folder, found nowhere; see 'beaconbench run --help'"
    ) { try FileManager.default.removeItem(atPath: $0.path("walk.csv")) },
    Case(
      "a file of a data set that is not there", "run walks.yaml --data .",
      "./walk.csv: no such file"
    ) { try FileManager.default.removeItem(atPath: $0.path("walk.csv")) },
    Case(
      "a data file with another digest", "run walks.yaml --data .",
      "./walk.csv: expected the SHA-256 digest 7d5b1c65b0d3b7c7a1d4f7e2c3b1a0998877665544332211ffeeddccbbaa9988, found ee1b373862835626dc78990acf7efdd9fe3c8c3d85b5ebb5c1a75ed9d9531a88"
    ),
    Case(
      "a data set's declaration that is not there", "run walks.yaml",
      "walks.yaml:2: dataset: no such file: dataset.yaml"
    ) {
      try FileManager.default.removeItem(atPath: $0.path("dataset.yaml"))
    },
    Case(
      "calibration without a calibration part", "run walks.yaml --data .",
      "pipeline nearest: expected numbers for n and c, found calibration, which needs a data set with a calibration part"
    ) { try SmallFiles.declareDigest(in: $0) },
    Case(
      "a column by a number beyond the header of a data set", "run walks.yaml --data .",
      "./walk.csv:1: expected the column 9, found only 5 columns"
    ) { folder in
      try SmallFiles.declareDigest(in: folder)
      let text = try folder.read("dataset.yaml")
      try folder.write(text.replacing("level: rssi", with: "level: 9"), to: "dataset.yaml")
    },
    Case(
      "a row of a data set whose time is days from the others", "run walks.yaml --data .",
      "./walk.csv:4: expected a time at most a day after the row before it, found one 1097280.0 s (12.7 days) after it; cut the file before this row, or correct the time"
    ) { folder in
      try folder.write(SmallFiles.walk.replacing("2,three", with: "1097281,three"), to: "walk.csv")
      try SmallFiles.declareDigest(in: folder)
    },
    Case(
      "more laps than fit into the memory", "run tiny.yaml --laps 1000000 --memory 0.5",
      "--memory: expected a study that takes at most 0.5 GB of memory, found 1000000 laps of 22 callbacks with 3 pipelines, about 1.5 GB"
    ),
    Case(
      "as many whose fixes are kept", "run tiny.yaml --laps 1000000 --memory 0.5 --keep-fixes",
      "--memory: expected a study that takes at most 0.5 GB of memory, found 1000000 laps of 22 callbacks with 3 pipelines, about 1.5 GB"
    ),
    Case(
      "no memory", "run tiny.yaml --memory 0",
      "--memory: expected a number from 0.01 to 100000, found 0; see 'beaconbench run --help'"),
    Case(
      "recorded walks to simulate", "simulate walks.yaml",
      "walks.yaml: dataset: expected a simulated scenario, found one of recorded walks"),
    Case(
      "recorded walks to replay with", "replay lap.btsnoop --scenario walks.yaml",
      "walks.yaml:3: assumes: expected numbers for n and c, here or by --n and --c, found calibration, which a replay has no data set for",
      prepare: lap),
    Case(
      "truth for a scenario without a site",
      "replay lap.btsnoop --scenario walks.yaml --n 2 --c -59 --presses presses.csv",
      "walks.yaml: expected a scenario with a site, or --site, for --truth, --presses or --fixes, found a scenario of recorded walks",
      prepare: lap),
  ]
}
