import ArgumentParser

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
