package import ArgumentParser
package import Captures

/// What the rows of a readings table are.
package struct AveragedOption: ParsableArguments {
  /// Seconds; nil for single advertisements.
  @Option(
    .number(0.001...3600, "seconds"),
    "The time over which each row of a readings table is averaged. (default: single advertisements)")
  package var averaged: Double?

  package init() {}
}

/// The clock of what was noted beside a recording.
package struct ClockOffsetOption: ParsableArguments {
  /// Seconds; nil where the option is absent.
  @Option(
    .number(-1e10...1e10, "seconds"),
    "Added to every time of the ground truth, presses and tracks. (default: 0)")
  package var clockOffset: Double?

  package init() {}

  /// What is added to every time.
  package var seconds: Double { clockOffset ?? 0 }
}

/// The clock of what was noted beside a recording, where it may be found by the recording.
package struct FittedClockOffsetOption: ParsableArguments {
  /// How the clock is set.
  package enum Choice: Hashable, Sendable {
    case seconds(Double)
    case auto
  }

  /// Nil where the option is absent.
  @Option(
    .dashed(FittedClockOffsetOption.read),
    """
    Added to every time of the ground truth and presses: seconds, or auto for the offset that fits the recording best. \
    (default: 0)
    """, as: "seconds")
  package var clockOffset: Choice?

  package init() {}

  /// What is added to every time before anything is estimated.
  package var seconds: Double { if case .seconds(let seconds) = clockOffset { seconds } else { 0 } }

  /// Whether the offset is to be estimated.
  package var isEstimated: Bool { clockOffset == .auto }

  private static let read: @Sendable (String) throws -> Choice = { text in
    if text == "auto" { return .auto }
    guard let seconds = Double(text), abs(seconds) <= 1e10 else {
      throw ValidationError("expected seconds from -10000000000 to 10000000000, or auto")
    }
    return .seconds(seconds)
  }
}

/// The ground truth of what was recorded.
package struct TruthOption: ParsableArguments {
  /// Nil where the option is absent.
  @Option(
    .input, "The ground truth of the recording, a CSV file with time_s,x_m,y_m and, if known, z_m.",
    name: .customLong("truth"))
  package var path: String?

  package init() {}
}

/// The presses beside what was recorded.
package struct PressesOption: ParsableArguments {
  /// Nil where the option is absent.
  @Option(.input, "The presses at test points, a CSV file with time_s,point.", name: .customLong("presses"))
  package var path: String?

  package init() {}
}

/// The site where something was recorded, for verbs without a scenario's.
package struct SiteOption: ParsableArguments {
  /// Nil where the option is absent.
  @Option(.input, "The site file of the recording: positions of the beacons.", name: .customLong("site"))
  package var path: String?

  package init() {}
}

/// The site where something was recorded, in place of a scenario's.
package struct OtherSiteOption: ParsableArguments {
  /// Nil where the option is absent.
  @Option(
    .input, "The site file of the recording: positions of the beacons. (default: the scenario's)",
    name: .customLong("site"))
  package var path: String?

  package init() {}
}

/// Which lap of tables with several is used where the verb takes one.
package struct OneLapOption: ParsableArguments {
  /// Nil where the option is absent.
  @Option(.lap, "The lap to use, for tables with several. (default: the only lap)", name: .customLong("lap"))
  package var number: Int?

  package init() {}
}

/// Which lap of tables with several is used where the verb takes all.
package struct AnyLapOption: ParsableArguments {
  /// Nil where the option is absent.
  @Option(.lap, "The lap to use, for tables with several. (default: all)", name: .customLong("lap"))
  package var number: Int?

  package init() {}
}

/// Which device is meant in a log of several receivers.
package struct DeviceOption: ParsableArguments {
  /// Nil where the option is absent.
  @Option(
    .text, "The device to use in a log of several receivers, as inspect lists it. (default: the only device)",
    name: .customLong("device"), as: "name")
  package var name: String?

  package init() {}
}

/// What becomes of damage in a capture.
package struct StrictOption: ParsableArguments {
  /// Whether damage is an error.
  @Flag(
    name: .customLong("strict"),
    help: "Fail on a damaged capture instead of counting what cannot be read.")
  package var isGiven = false

  package init() {}

  /// What the reader does with damage.
  package var strictness: Strictness { isGiven ? .strict : .lenient }
}

/// Where the channel goes that was fitted to a recording.
package struct FittedChannelOption: ParsableArguments {
  /// Nil where the option is absent.
  @Option(.file, "Write the fitted channel, for `run --channel`.", name: .customLong("channel"))
  package var path: String?

  package init() {}
}
