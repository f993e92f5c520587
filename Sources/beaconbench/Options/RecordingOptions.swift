import ArgumentParser
import Captures

/// What the rows of a readings table are.
struct AveragedOption: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The time over which each row of a readings table is averaged. (default: single advertisements)",
      valueName: "seconds"),
    transform: OptionValue.number(0.001...3600, expected: "seconds from 0.001 to 3600"))
  var averaged: Double?
}

/// The clock of what was noted beside a recording.
struct ClockOffsetOption: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Added to every time of the ground truth, presses and tracks. (default: 0)", valueName: "seconds"),
    transform: OptionValue.number(-1e10...1e10, expected: "seconds from -10000000000 to 10000000000"))
  var clockOffset: Double?

  var seconds: Double { clockOffset ?? 0 }
}

/// The ground truth of what was recorded.
struct TruthOption: ParsableArguments {
  @Option(
    name: .customLong("truth"),
    help: ArgumentHelp(
      "The ground truth of the recording, a CSV file with time_s,x_m,y_m and, if known, z_m.",
      valueName: "file"), completion: .file(), transform: OptionValue.path)
  var path: String?
}

/// The presses beside what was recorded.
struct PressesOption: ParsableArguments {
  @Option(
    name: .customLong("presses"),
    help: ArgumentHelp("The presses at test points, a CSV file with time_s,point.", valueName: "file"),
    completion: .file(), transform: OptionValue.path)
  var path: String?
}

/// The site where something was recorded, for verbs without a scenario's.
struct SiteOption: ParsableArguments {
  @Option(
    name: .customLong("site"),
    help: ArgumentHelp("The site file of the recording: positions of the beacons.", valueName: "file"),
    completion: .file(), transform: OptionValue.input)
  var path: String?
}

/// The site where something was recorded, in place of a scenario's.
struct OtherSiteOption: ParsableArguments {
  @Option(
    name: .customLong("site"),
    help: ArgumentHelp(
      "The site file of the recording: positions of the beacons. (default: the scenario's)",
      valueName: "file"), completion: .file(), transform: OptionValue.input)
  var path: String?
}

/// Which lap of tables with several is used where the verb takes one.
struct OneLapOption: ParsableArguments {
  @Option(
    name: .customLong("lap"), parsing: .unconditional,
    help: "The lap to use, for tables with several. (default: the only lap)", transform: OptionValue.lap)
  var number: Int?
}

/// Which lap of tables with several is used where the verb takes all.
struct AnyLapOption: ParsableArguments {
  @Option(
    name: .customLong("lap"), parsing: .unconditional,
    help: "The lap to use, for tables with several. (default: all)", transform: OptionValue.lap)
  var number: Int?
}

/// What becomes of damage in a capture.
struct StrictOption: ParsableArguments {
  @Flag(
    name: .customLong("strict"),
    help: "Fail on a damaged capture instead of counting what cannot be read.")
  var isGiven = false

  var strictness: Strictness { isGiven ? .strict : .lenient }
}

/// Where the channel goes that was fitted to a recording.
struct FittedChannelOption: ParsableArguments {
  @Option(
    name: .customLong("channel"),
    help: ArgumentHelp("Write the fitted channel, for `run --channel`.", valueName: "file"),
    completion: .file(), transform: OptionValue.path)
  var path: String?
}
