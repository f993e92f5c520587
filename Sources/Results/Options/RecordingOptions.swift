package import ArgumentParser
package import Captures

/// What the rows of a readings table are.
package struct AveragedOption: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The time over which each row of a readings table is averaged. (default: single advertisements)",
      valueName: "seconds"),
    transform: OptionValue.number(0.001...3600, expected: "seconds from 0.001 to 3600"))
  package var averaged: Double?

  package init() {}
}

/// The clock of what was noted beside a recording.
package struct ClockOffsetOption: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Added to every time of the ground truth, presses and tracks. (default: 0)", valueName: "seconds"),
    transform: OptionValue.number(-1e10...1e10, expected: "seconds from -10000000000 to 10000000000"))
  package var clockOffset: Double?

  package init() {}

  package var seconds: Double { clockOffset ?? 0 }
}

/// The ground truth of what was recorded.
package struct TruthOption: ParsableArguments {
  @Option(
    name: .customLong("truth"),
    help: ArgumentHelp(
      "The ground truth of the recording, a CSV file with time_s,x_m,y_m and, if known, z_m.",
      valueName: "file"), completion: .file(), transform: OptionValue.path)
  package var path: String?

  package init() {}
}

/// The presses beside what was recorded.
package struct PressesOption: ParsableArguments {
  @Option(
    name: .customLong("presses"),
    help: ArgumentHelp("The presses at test points, a CSV file with time_s,point.", valueName: "file"),
    completion: .file(), transform: OptionValue.path)
  package var path: String?

  package init() {}
}

/// The site where something was recorded, for verbs without a scenario's.
package struct SiteOption: ParsableArguments {
  @Option(
    name: .customLong("site"),
    help: ArgumentHelp("The site file of the recording: positions of the beacons.", valueName: "file"),
    completion: .file(), transform: OptionValue.input)
  package var path: String?

  package init() {}
}

/// The site where something was recorded, in place of a scenario's.
package struct OtherSiteOption: ParsableArguments {
  @Option(
    name: .customLong("site"),
    help: ArgumentHelp(
      "The site file of the recording: positions of the beacons. (default: the scenario's)",
      valueName: "file"), completion: .file(), transform: OptionValue.input)
  package var path: String?

  package init() {}
}

/// Which lap of tables with several is used where the verb takes one.
package struct OneLapOption: ParsableArguments {
  @Option(
    name: .customLong("lap"), parsing: .unconditional,
    help: "The lap to use, for tables with several. (default: the only lap)", transform: OptionValue.lap)
  package var number: Int?

  package init() {}
}

/// Which lap of tables with several is used where the verb takes all.
package struct AnyLapOption: ParsableArguments {
  @Option(
    name: .customLong("lap"), parsing: .unconditional,
    help: "The lap to use, for tables with several. (default: all)", transform: OptionValue.lap)
  package var number: Int?

  package init() {}
}

/// What becomes of damage in a capture.
package struct StrictOption: ParsableArguments {
  @Flag(
    name: .customLong("strict"),
    help: "Fail on a damaged capture instead of counting what cannot be read.")
  package var isGiven = false

  package init() {}

  package var strictness: Strictness { isGiven ? .strict : .lenient }
}

/// Where the channel goes that was fitted to a recording.
package struct FittedChannelOption: ParsableArguments {
  @Option(
    name: .customLong("channel"),
    help: ArgumentHelp("Write the fitted channel, for `run --channel`.", valueName: "file"),
    completion: .file(), transform: OptionValue.path)
  package var path: String?

  package init() {}
}
