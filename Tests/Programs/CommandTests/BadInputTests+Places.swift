import Foundation
import TestSupport

extension BadInputTests {
  static let inPlaces: [Case] = [
    Case(
      "a scenario without a name", "run ''",
      "<scenario>: expected a path, found nothing; see 'beaconbench run --help'"),
    Case("a folder for a site", "replay walk.csv --site .", ".: is a folder, not a file"),
    Case("a folder for a capture", "replay .", ".: is a folder, not a file"),
    Case(
      "a capture that is not there", "replay nowhere.btsnoop",
      "nowhere.btsnoop: no such file"),
    Case(
      "a capture to inspect that is not there", "inspect nowhere.btsnoop",
      "nowhere.btsnoop: no such file"),
    Case(
      "truth that is not there", "calibrate walk.csv --site site.yaml --truth nowhere.csv",
      "nowhere.csv: no such file"),
    Case(
      "a capture written into no folder", "simulate tiny.yaml --capture nowhere/lap.btsnoop",
      "nowhere/lap.btsnoop: cannot be written: there is no folder nowhere"),
    Case(
      "one file for two outputs", "simulate tiny.yaml --truth a.csv --presses ./a.csv",
      "./a.csv: is named for two outputs"),
    Case(
      "a second output that cannot be written", "simulate tiny.yaml --truth a.csv --presses nowhere/p.csv",
      "nowhere/p.csv: cannot be written: there is no folder nowhere"),
    Case(
      "readings of a capture that cannot be written", "inspect lap.btsnoop --readings /proc/r.csv",
      "/proc/r.csv: cannot be written: no such file or directory",
      prepare: lap),
    Case(
      "a capture of a beacon without measured power", "simulate tiny.yaml --capture lap.btsnoop",
      "beacon two: expected the key measuredPower in the site, in whole dBm from -128 to 127, found none",
      edits: [("site.yaml", "    minor: 2\n    measuredPower: -59\n", "    minor: 2\n")]),
    Case(
      "a results root that takes no folders", "run tiny.yaml --results /proc",
      "/proc/tiny/seed1-laps4: cannot be written: the folder /proc cannot be written to (no such file or directory)"
    ),
    Case(
      "a folder in the place of an output", "simulate tiny.yaml --truth .",
      ".: cannot be written: it is a folder"),
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
      "walk.csv/tiny/seed1-laps4: cannot be written: walk.csv is a file"),
    Case(
      "a results root below a file", "run tiny.yaml --results walk.csv/deeper",
      "walk.csv/deeper/tiny/seed1-laps4: cannot be written: walk.csv is a file"),
  ]
}
