import Foundation
import TestSupport

extension BadInputTests {
  /// The small scenario with white noise, said in its fourth line.
  static let white = SmallFiles.scenario.replacing(
    "laps: {count: 4}\n", with: "laps: {count: 4}\nnoise: white\n")

  private static let verbs = Verbs.top.joined(separator: ", ")

  static let inOptions: [Case] = [
    Case(
      "an unknown verb", "fly",
      "expected one of the commands \(verbs), found fly; see 'beaconbench --help'"
    ),
    Case(
      "an unknown option", "run tiny.yaml --lap 3",
      "beaconbench run has no option --lap (did you mean --laps?); see 'beaconbench run --help'"
    ),
    Case(
      "no scenario", "run",
      "<scenario> is required; see 'beaconbench run --help'"),
    Case(
      "two scenarios", "run tiny.yaml tiny.yaml",
      "unexpected argument tiny.yaml; see 'beaconbench run --help'"),
    Case(
      "an option without its value", "run tiny.yaml --seed",
      "--seed requires a value; see 'beaconbench run --help'"),
    Case(
      "a search in place of a sweep with targets", "reproduce motion --search",
      "beaconbench reproduce motion has no option --search; see 'beaconbench reproduce motion --help'"),
    Case(
      "data for a reproduction", "reproduce motion --data .",
      "beaconbench reproduce motion has no option --data; see 'beaconbench reproduce motion --help'"
    ),
    Case(
      "data for fingerprints", "reproduce fingerprint --data .",
      "beaconbench reproduce fingerprint has no option --data; see 'beaconbench reproduce fingerprint --help'"
    ),
    Case(
      "data for all reproductions", "reproduce --data .",
      "beaconbench reproduce has no option --data; see 'beaconbench reproduce --help'"
    ),
    Case(
      "a value that is out of range, on the command line",
      "run tiny.yaml --set channel.pathLoss.logDistance.n=-1",
      "--set channel.pathLoss.logDistance.n=-1: expected a number from 0.5 to 20, found -1"),
    Case(
      "a value of another kind that another option replaces", "run tiny.yaml --set laps.count=x --laps 2",
      "--set laps.count=x: expected a whole number from 1 to 1000000, found \"x\""),
    Case(
      "a key that does not exist, on the command line", "run tiny.yaml --set chanel.noise=1",
      "--set chanel.noise=1: expected one of the keys name, about, site, seed, laps, walk, walkers, channel, beacons, receiver, steps, survey, faults, phone, noise, identifiedBy, assumes, pipelines, score, references, found the unknown key \"chanel\" (did you mean channel?)"
    ),
    Case(
      "a key below one that does not exist", "run tiny.yaml --set channel.pathLos.logDistance.n=2",
      "--set channel.pathLos.logDistance.n=2: expected one of the keys pathLoss, shadowing, fading, body, crowd, channelOffsets, obstacles, found the unknown key \"pathLos\" (did you mean pathLoss?)"
    ),
    Case(
      "an element that is not there, on the command line", "run tiny.yaml --set pipelines[7].snap=true",
      "--set pipelines[7].snap=true: pipelines: expected at least 8 elements, found a list of 2"),
    Case(
      "a setting without a value", "run tiny.yaml --set laps.count",
      "--set: expected KEY=VALUE, such as laps.count=20, found laps.count"),
    Case(
      "a setting of no scenario", "replay r.csv --set seed=1",
      "--set requires --scenario; see 'beaconbench replay --help'"),
    Case(
      "a pipeline that does not exist", "run tiny.yaml --pipelines nearst",
      "--pipelines: expected pipelines of tiny.yaml (Kalman; nearest; room centre), found nearst (did you mean nearest?)"
    ),
    Case(
      "a beacon that does not exist", "run tiny.yaml --without thre",
      "--without: expected the id of a beacon of site.yaml, found thre (did you mean three?)"),
    Case(
      "a beacon left out of recorded walks", "run walks.yaml --without one",
      "walks.yaml:2: dataset: expected a simulated scenario for --without, found one of recorded walks"),
    Case(
      "a seed and seeds", "run tiny.yaml --seeds 1-3 --seed 2",
      "--seeds cannot be combined with --seed; see 'beaconbench run --help'"),
    Case(
      "JSON as a table", "run tiny.yaml --json --table csv",
      "--table cannot be combined with --json; see 'beaconbench run --help'"),
    Case(
      "a form of tables that does not exist", "compare A B --table html",
      "--table: expected text, markdown, csv or latex, found html; see 'beaconbench compare --help'"),
    Case(
      "zero laps", "run tiny.yaml --laps 0",
      "--laps: expected a whole number from 1 to 1000000, found 0; see 'beaconbench run --help'"),
    Case(
      "too many laps", "run tiny.yaml --laps 1000001",
      "--laps: expected a whole number from 1 to 1000000, found 1000001; see 'beaconbench run --help'"),
    Case(
      "laps that are no number", "run tiny.yaml --laps many",
      "--laps: expected a whole number from 1 to 1000000, found many; see 'beaconbench run --help'"),
    Case(
      "a seed above what files can hold", "run tiny.yaml --seed 9007199254740992",
      "--seed: expected a whole number from 0 to 9007199254740991, found 9007199254740992; see 'beaconbench run --help'"
    ),
    Case(
      "a seed above 64 bits", "run tiny.yaml --seed 18446744073709551616",
      "--seed: expected a whole number from 0 to 9007199254740991, found 18446744073709551616; see 'beaconbench run --help'"
    ),
    Case(
      "a negative seed", "run tiny.yaml --seed=-1",
      "--seed: expected a whole number from 0 to 9007199254740991, found -1; see 'beaconbench run --help'"),
    Case(
      "a misspelt verb", "simulat tiny.yaml --lapss 3",
      "expected one of the commands \(verbs), found simulat (did you mean simulate?); see 'beaconbench --help'"
    ),
    Case(
      "help for a verb that is none", "help rnu",
      "expected one of the commands \(verbs), found rnu (did you mean run?); see 'beaconbench --help'"
    ),
    Case(
      "an option before the verb", "--laps run",
      "beaconbench has no option --laps; see 'beaconbench --help'"),
    Case(
      "three scenarios", "run tiny.yaml a b",
      "unexpected argument a, b; see 'beaconbench run --help'"),
    Case(
      "a flag with a value", "run tiny.yaml --json=yes",
      "--json takes no value, found yes; see 'beaconbench run --help'"),
    Case(
      "metrics in JSON, which has them", "run tiny.yaml --metrics --json",
      "--metrics cannot be combined with --json, which has all metrics; see 'beaconbench run --help'"),
    Case(
      "cost in JSON, which has results only", "run tiny.yaml --cost --json",
      "--cost cannot be combined with --json, which has results only; see 'beaconbench run --help'"),
    Case(
      "an overview in JSON, which has results only", "run tiny.yaml --overview --json",
      "--overview cannot be combined with --json, which has results only; see 'beaconbench run --help'"),
    Case(
      "metrics of a replay without truth", "replay r.csv --site site.yaml --metrics",
      "--metrics requires --truth or --presses; see 'beaconbench replay --help'"),
    Case(
      "laps that are negative", "run tiny.yaml --laps -3",
      "--laps: expected a whole number from 1 to 1000000, found -3; see 'beaconbench run --help'"),
    Case(
      "an option for a value", "simulate tiny.yaml --lap --json",
      "--lap: expected a whole number from -9223372036854775808 to 9223372036854775807, found --json; see 'beaconbench simulate --help'"
    ),
    Case(
      "a lap of a table that is a word", "calibrate walk.csv --site site.yaml --truth t.csv --lap first",
      "--lap: expected a whole number from 0 to 1000000000, found first; see 'beaconbench calibrate --help'"),
    Case(
      "an exponent that is a word", "replay walk.csv --n two",
      "--n: expected a number above 0 and at most 10, found two; see 'beaconbench replay --help'"),
    Case(
      "an exponent that is 0", "replay walk.csv --n 0",
      "--n: expected a number above 0 and at most 10, found 0; see 'beaconbench replay --help'"),
    Case(
      "an unknown way to tell beacons apart", "inspect walk.csv --by name",
      "--by: expected identity, address or both, found name; see 'beaconbench inspect --help'"),
    Case(
      "a major of 17 bits", "encode --major 70000",
      "--major: expected a whole number from 0 to 65535, found 70000; see 'beaconbench encode --help'"),
    Case(
      "an unknown kind of place", "encode --building-number 1 --place-kind lift",
      "--place-kind: expected room, hallway, corner, stairs or door, found lift; see 'beaconbench encode --help'"
    ),
    Case(
      "a major without a minor", "encode --uuid 2D6C1A5E7B1F4C399E553A0B6F3D9C21 --major 1",
      "--major requires --minor; see 'beaconbench encode --help'"),
    Case(
      "neither a major nor a minor", "encode --uuid 2D6C1A5E7B1F4C399E553A0B6F3D9C21",
      "--major and --minor, or --building-number, --floor and --id are required; see 'beaconbench encode --help'"
    ),
    Case(
      "a floor of no building",
      "encode --uuid 2D6C1A5E7B1F4C399E553A0B6F3D9C21 --major 1 --minor 2 --floor 3",
      "--floor requires --building-number; see 'beaconbench encode --help'"),
    Case(
      "a UUID that is none", "encode --uuid 12 --major 1 --minor 2",
      "--uuid: expected 32 hexadecimal digits, found 12; see 'beaconbench encode --help'"),
    Case(
      "nothing to decode", "encode --decode",
      "--decode: expected octets or a command, found nothing; see 'beaconbench encode --help'"),
    Case(
      "nothing to decode but an option", "encode --decode --json",
      "--decode: expected octets or a command, found nothing; see 'beaconbench encode --help'"),
    Case(
      "something to make and to decode", "encode --major 1 --decode 02 01 06",
      "--decode can only be combined with --json, found --major; see 'beaconbench encode --help'"),
    Case(
      "an option behind what is decoded", "encode --decode 02 01 06 --only hex",
      "--decode can only be followed by --json, found --only; see 'beaconbench encode --help'"),
    Case(
      "a spacing of a capture with a clock", "replay lap.btsnoop --record-spacing 5",
      "--record-spacing: expected a text capture without times, found lap.btsnoop, which has a clock",
      prepare: lap),
    Case(
      "a spacing of a text with times", "replay hci.txt --record-spacing 5",
      "--record-spacing: expected a text capture without times, found hci.txt, which has a clock"
    ) { try $0.write("2026-05-19 10:00:00.123456 > 04 0E 04 01 0C 20 00\n", to: "hci.txt") },
    Case(
      "laps of a file that says none", "run tiny.yaml --laps 2",
      "tiny.yaml:3: laps.count: expected a whole number from 1 to 1000000, found 0",
      edits: [("tiny.yaml", "count: 4", "count: 0")]),
    Case(
      "a seed of a file that says a wrong one", "run tiny.yaml --seed 2",
      "tiny.yaml:2: seed: expected a whole number from 0 to 9007199254740991, found -4",
      edits: [("tiny.yaml", "name: tiny\n", "name: tiny\nseed: -4\n")]),
    Case(
      "no threads", "run tiny.yaml --threads 0",
      "--threads: expected a whole number from 1 to 1024, found 0; see 'beaconbench run --help'"),
    Case(
      "a name that leads elsewhere", "run tiny.yaml --name ../x",
      "--name: expected 1 to 200 characters, not beginning with a dot, without / or control characters, found ../x; see 'beaconbench run --help'"
    ),
    Case(
      "a lap past the last", "simulate tiny.yaml --lap 4",
      "--lap: expected 0 to 3 (laps.count of tiny.yaml is 4), found 4"),
    Case(
      "a lap before the first", "simulate tiny.yaml --lap -1",
      "--lap: expected 0 to 3 (laps.count of tiny.yaml is 4), found -1"),
    Case(
      "more laps than there are", "simulate tiny.yaml --laps 5 --into laps",
      "--laps: expected 1 to 4, as laps.count of tiny.yaml says, found 5"),
    Case(
      "no laps at all", "simulate tiny.yaml --laps 0 --into laps",
      "--laps: expected a whole number from 1 to 1000000, found 0; see 'beaconbench simulate --help'"),
    Case(
      "one lap and many", "simulate tiny.yaml --lap 1 --into laps",
      "--lap cannot be combined with --into, which writes the files of each lap; see 'beaconbench simulate --help'"
    ),
    Case(
      "a table of many laps", "simulate tiny.yaml --laps 2 --into laps --readings r.csv",
      "--readings cannot be combined with --into, which writes the files of each lap; see 'beaconbench simulate --help'"
    ),
    Case(
      "laps into nothing", "simulate tiny.yaml --laps 2",
      "--laps requires --into; see 'beaconbench simulate --help'"),
    Case(
      "laps into a folder with something in it", "simulate tiny.yaml --into .",
      ".: expected a new or empty folder, found one that holds .errors; --replace replaces earlier laps"),
    Case(
      "laps into a file", "simulate tiny.yaml --into site.yaml",
      "site.yaml: expected a new or empty folder, found a file"),
    Case(
      "a format for nothing", "simulate tiny.yaml --capture-format btsnoop",
      "--capture-format requires --capture; see 'beaconbench simulate --help'"
    ),
    Case(
      "an unknown format", "simulate tiny.yaml --capture x --capture-format pcap",
      "--capture-format: expected btsnoop, btsnoopMonitor, pcapng or pcapSniffer, found pcap (did you mean pcapng?); see 'beaconbench simulate --help'"
    ),
    Case(
      "truth without a site", "replay lap.btsnoop --truth truth.csv",
      "--truth, --presses, --steps and --fixes require --site or --scenario; see 'beaconbench replay --help'"
    ),
    Case(
      "a clock offset for nothing", "replay lap.btsnoop --clock-offset 3",
      "--clock-offset requires --truth or --presses; see 'beaconbench replay --help'"
    ),
    Case(
      "an exponent that is negative", "replay lap.btsnoop --n -2",
      "--n: expected a number above 0 and at most 10, found -2; see 'beaconbench replay --help'"
    ),
    Case(
      "a level that is NaN", "replay lap.btsnoop --c nan",
      "--c: expected dBm from -120 to 20, found nan; see 'beaconbench replay --help'"),
    Case(
      "averages in a capture", "replay lap.btsnoop --averaged 1",
      "lap.btsnoop: expected a readings table for --averaged, found another kind of file",
      prepare: lap),
    Case(
      "a lap of a capture", "replay lap.btsnoop --lap 2",
      "--lap: expected a table of readings, truth or presses, or --fixes or --ranges, found the capture lap.btsnoop",
      prepare: lap),
    Case(
      "strictness with a table", "replay r.csv --strict",
      "--strict: expected a capture, found the readings table r.csv"
    ) { try $0.write("time_s,beacon,rssi_dbm\n0,one,-60\n", to: "r.csv") },
    Case(
      "a twin of a twin", "run white.yaml --white-noise-twin",
      "white.yaml:4: noise: expected structured, since white noise is not available for the twin's original, found \"white\""
    ) { try $0.write(Self.white, to: "white.yaml") },
    Case(
      "a stream of a twin", "simulate white.yaml --capture t",
      "white.yaml:4: noise: expected structured, since white noise is not available for a stream of advertisements, found \"white\""
    ) { try $0.write(Self.white, to: "white.yaml") },
    Case(
      "a sensitivity study of a twin", "sensitivity white.yaml",
      "white.yaml:4: noise: expected structured, since white noise is not available for a sensitivity study, found \"white\""
    ) { try $0.write(Self.white, to: "white.yaml") },
    Case(
      "data for a sensitivity study of simulated laps", "sensitivity tiny.yaml --data .",
      "--data: expected a scenario of recorded walks, found the simulated tiny.yaml"),
    Case(
      "a replay with a twin", "replay r.csv --scenario white.yaml",
      "white.yaml:4: noise: expected structured, since white noise is not available for a replay, found \"white\""
    ) {
      try $0.write(Self.white, to: "white.yaml")
      try $0.write("time_s,beacon,rssi_dbm\n0,one,-60\n", to: "r.csv")
    },
    Case(
      "data for a simulated scenario", "run tiny.yaml --data .",
      "--data: expected a scenario of recorded walks, found the simulated tiny.yaml"),
    Case(
      "calibrating without truth", "calibrate walk.csv --site site.yaml",
      "--truth <file> is required; see 'beaconbench calibrate --help'"),
    Case(
      "a shift of nothing", "sensitivity tiny.yaml --c-offsets 3,0",
      "--c-offsets: expected up to 12 different decibels from -40 to 40, separated by commas, none of them 0, found 3,0; see 'beaconbench sensitivity --help'"
    ),
    Case(
      "an n that nobody can assume", "sensitivity tiny.yaml --n-offsets -2",
      "--n-offsets: expected offsets that leave every n above 0 and at most 10, found -2.0 for Kalman, which assumes 1.8"
    ),
    Case(
      "a twin of a simulation", "twin tiny.yaml",
      "tiny.yaml: expected a scenario of recorded walks, found the simulated scenario tiny"
    ),
    Case(
      "too few pipelines to rank", "twin walks.yaml",
      "walks.yaml: expected at least three pipelines to rank, found 2"),
    Case(
      "too few replicas", "twin walks.yaml --replicas 3",
      "--replicas: expected a whole number from 20 to 10000, found 3; see 'beaconbench twin --help'"),
    Case(
      "calibrating without places", "calibrate walk.csv",
      "--site <file> or --distance <metres> is required; see 'beaconbench calibrate --help'"),
    Case(
      "two distances for three recordings", "calibrate a b c --distance 1 --distance 2",
      "--distance: expected it once, or once for each of 3 recordings, found 2; see 'beaconbench calibrate --help'"
    ),
    Case(
      "a distance of nothing", "calibrate walk.csv --distance 0",
      "--distance: expected metres from 0.01 to 10000, found 0; see 'beaconbench calibrate --help'"),
    Case(
      "walks of a recording", "calibrate walk.csv --walks --distance 1",
      "--walks: expected a data set's declaration, found walk.csv; see 'beaconbench calibrate --help'"),
    Case(
      "a site for a data set", "calibrate dataset.yaml --site site.yaml",
      "--site cannot be combined with the data set dataset.yaml; see 'beaconbench calibrate --help'"),
    Case(
      "too few readings to calibrate by", "calibrate r.csv --distance 1",
      "r.csv: expected at least 10 readings from one distance to fit a channel, found 1"
    ) { try $0.write("time_s,beacon,rssi_dbm\n0,one,-60\n", to: "r.csv") },
    Case(
      "a channel for recorded walks", "run walks.yaml --channel c.yaml",
      "walks.yaml:2: dataset: expected a simulated scenario for --channel, found one of recorded walks"
    ) { try $0.write("channel: {pathLoss: {logDistance: {n: 2, c: -59}}}\n", to: "c.yaml") },
    Case(
      "a channel that no scenario may have", "run tiny.yaml --channel c.yaml",
      "c.yaml:1: channel.pathLoss.logDistance.n: expected a number from 0.5 to 20, found 0.2"
    ) { try $0.write("channel: {pathLoss: {logDistance: {n: 0.2, c: -59}}}\n", to: "c.yaml") },
    Case(
      "a place beside a major",
      "encode --uuid 2D6C1A5E7B1F4C399E553A0B6F3D9C21 --major 1 --minor 1 --building-number 3",
      "--building-number cannot be combined with --major; see 'beaconbench encode --help'"),
    Case(
      "one form, and JSON",
      "encode --uuid 2D6C1A5E7B1F4C399E553A0B6F3D9C21 --major 1 --minor 1 --only hex --json",
      "--only cannot be combined with --json; see 'beaconbench encode --help'"),
    Case(
      "a table of sensors without nearables", "simulate tiny.yaml --sensors s.csv",
      "--sensors: expected a scenario with nearables, beacons.nearables, found tiny.yaml without them"),
    Case(
      "a share in per cent", "compare A B --missed 5",
      "--missed: expected a share from 0 to 1 (5 % is 0.05), found 5; see 'beaconbench compare --help'"),
    Case(
      "seeds of recorded walks", "run walks.yaml --seeds 1-3 --data .",
      "--seeds: expected a simulated scenario, whose laps depend on the seed, found walks.yaml of recorded walks",
      edits: [("walks.yaml", "{n: calibration, c: calibration}", "{n: 2, c: -60}")]
    ) { try SmallFiles.declareDigest(in: $0) },
  ]
}
