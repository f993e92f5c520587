import Foundation
import TestSupport

extension BadInputTests {
  static let inOptions: [Case] = [
    Case(
      "an unknown verb", "fly", "Unexpected argument 'fly'. See 'beaconbench --help' for more information."),
    Case(
      "an unknown option", "run tiny.yaml --lap 3",
      "Unknown option '--lap'. Did you mean '--laps'? See 'beaconbench run --help' for more information."),
    Case(
      "a misspelt option", "run tiny.yaml --lapss 3",
      "Unknown option '--lapss'. Did you mean '--laps'? See 'beaconbench run --help' for more information."),
    Case(
      "no scenario", "run",
      "Missing expected argument '<scenario>'. See 'beaconbench run --help' for more information."),
    Case(
      "two scenarios", "run tiny.yaml tiny.yaml",
      "Unexpected argument 'tiny.yaml'. See 'beaconbench run --help' for more information."),
    Case(
      "an option without its value", "run tiny.yaml --seed",
      "Missing value for '--seed <seed>'. See 'beaconbench run --help' for more information."),
    Case(
      "zero laps", "run tiny.yaml --laps 0",
      "--laps: expected 1 to 1000000, found 0. See 'beaconbench run --help' for more information."),
    Case(
      "too many laps", "run tiny.yaml --laps 1000001",
      "--laps: expected 1 to 1000000, found 1000001. See 'beaconbench run --help' for more information."),
    Case(
      "laps that are no number", "run tiny.yaml --laps many",
      "The value 'many' is invalid for '--laps <laps>'. See 'beaconbench run --help' for more information."),
    Case(
      "a seed above what files can hold", "run tiny.yaml --seed 9007199254740992",
      "--seed: expected at most 9007199254740991, found 9007199254740992"),
    Case(
      "a seed above 64 bits", "run tiny.yaml --seed 18446744073709551616",
      "The value '18446744073709551616' is invalid for '--seed <seed>'. See 'beaconbench run --help' for more information."
    ),
    Case(
      "a negative seed", "run tiny.yaml --seed=-1",
      "The value '-1' is invalid for '--seed <seed>'. See 'beaconbench run --help' for more information."),
    Case(
      "no threads", "run tiny.yaml --threads 0",
      "--threads: expected 1 to 1024, found 0. See 'beaconbench run --help' for more information."),
    Case(
      "a name that leads elsewhere", "run tiny.yaml --name ../x",
      "--name: expected 1 to 200 letters without / that do not begin with a dot, found '../x'. See 'beaconbench run --help' for more information."
    ),
    Case(
      "a lap past the last", "simulate tiny.yaml --lap 4",
      "--lap: expected 0 to 3, as laps.count of tiny.yaml says, found 4"),
    Case(
      "a lap before the first", "simulate tiny.yaml --lap -1",
      "--lap: expected 0 to 3, as laps.count of tiny.yaml says, found -1"),
    Case(
      "a format for nothing", "simulate tiny.yaml --format btsnoop",
      "--format is for --capture, which is not given. See 'beaconbench simulate --help' for more information."
    ),
    Case(
      "an unknown format", "simulate tiny.yaml --capture x --format pcap",
      "The value 'pcap' is invalid for '--format <format>'. Please provide one of 'btsnoop', 'btsnoopMonitor', 'pcapng' or 'pcapSniffer'. See 'beaconbench simulate --help' for more information."
    ),
    Case(
      "truth without a site", "replay lap.btsnoop --truth truth.csv",
      "--truth, --presses and --fixes need a site: give --site or --scenario. See 'beaconbench replay --help' for more information."
    ),
    Case(
      "a clock offset for nothing", "replay lap.btsnoop --clock-offset 3",
      "--clock-offset is for --truth and --presses, and neither is given. See 'beaconbench replay --help' for more information."
    ),
    Case(
      "an exponent that is negative", "replay lap.btsnoop --n -2",
      "--n: expected a number above 0 and at most 10, found -2.0. See 'beaconbench replay --help' for more information."
    ),
    Case(
      "a level that is NaN", "replay lap.btsnoop --c nan",
      "--c: expected -120 to 20 dBm, found nan. See 'beaconbench replay --help' for more information."),
    Case(
      "averages in a capture", "replay lap.btsnoop --averaged 1",
      "lap.btsnoop: expected a readings table for --averaged, found another kind of file"
    ) {
      _ = try await Program.run(["simulate", "tiny.yaml", "--capture", "lap.btsnoop"], in: $0)
    },
    Case(
      "calibrating without truth", "calibrate walk.csv --site site.yaml",
      "Missing expected argument '--truth <file>'. See 'beaconbench calibrate --help' for more information."),
  ]

  static let inPlaces: [Case] = [
    Case(
      "a scenario that is not there", "run nowhere.yaml",
      "nowhere.yaml: expected a file, found none of this name"),
    Case("a scenario without a name", "run ''", "'': expected a file, found none of this name"),
    Case("a folder for a scenario", "run .", ".: expected a file, found a folder"),
    Case("a folder for a site", "replay walk.csv --site .", ".: expected a file, found a folder"),
    Case("a folder for a capture", "replay .", ".: expected a capture file, found a folder"),
    Case(
      "a capture that is not there", "replay nowhere.btsnoop",
      "nowhere.btsnoop: expected a file, found none of this name"),
    Case(
      "a capture to inspect that is not there", "inspect nowhere.btsnoop",
      "nowhere.btsnoop: expected a file that can be read, found no such file or directory"),
    Case(
      "truth that is not there", "calibrate walk.csv --site site.yaml --truth nowhere.csv",
      "nowhere.csv: expected a file, found none of this name"),
    Case(
      "a capture written into no folder", "simulate tiny.yaml --capture nowhere/lap.btsnoop",
      "nowhere/lap.btsnoop: expected a file that can be written, found no folder nowhere"),
    Case(
      "a folder in the place of an output", "simulate tiny.yaml --truth .",
      ".: expected a file that can be written, found a folder"),
    Case(
      "a foreign results folder", "run tiny.yaml --name mine",
      "results/tiny/mine: expected a results folder or nothing, found a folder without provenance.json; name another with --name"
    ) {
      try $0.write("precious", to: "results/tiny/mine/thesis.tex")
    },
    Case(
      "a file for a results folder", "run tiny.yaml --name mine",
      "results/tiny/mine: expected a results folder or nothing, found a file; name another with --name"
    ) {
      try $0.write("precious", to: "results/tiny/mine")
    },
    Case(
      "a results root that is a file", "run tiny.yaml --results walk.csv",
      "walk.csv/tiny/seed1-laps4: expected a place for a results folder, found the file walk.csv"),
    Case(
      "a results root below a file", "run tiny.yaml --results walk.csv/deeper",
      "walk.csv/deeper/tiny/seed1-laps4: expected a place for a results folder, found the file walk.csv"),
  ]
}
