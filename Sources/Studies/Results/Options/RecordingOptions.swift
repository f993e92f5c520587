package import ArgumentParser
package import Captures

/// An option that several verbs share; each names its own property.
package struct SharedOption<Value>: Sendable {
  fileprivate let form: OptionForm<Value>
  fileprivate let about: String
  fileprivate let name: String
  fileprivate let valueName: String?

  fileprivate init(_ form: OptionForm<Value>, _ about: String, name: String, as valueName: String? = nil) {
    (self.form, self.about, self.name, self.valueName) = (form, about, name, valueName)
  }
}

extension Option {
  /// An option that several verbs have, which need not be given.
  package init<T>(_ shared: SharedOption<T>) where Value == T? {
    self.init(shared.form, shared.about, name: .customLong(shared.name), as: shared.valueName)
  }
}

/// A flag that several verbs share.
package struct SharedFlag: Sendable {
  fileprivate let name: NameSpecification
  fileprivate let about: ArgumentHelp

  /// No progress is shown.
  package static let quiet = SharedFlag(name: .customLong("quiet"), about: "Do not show progress.")
  /// Whatever programs a scenario names may be started.
  package static let allowPrograms = SharedFlag(
    name: .long,
    about: "Start the programs that the scenario names as methods. docs/security.md says what that permits.")
  /// Details and legends are printed.
  static let verbose = SharedFlag(
    name: .shortAndLong, about: "Print legends, settings and further tables too.")
}

extension Flag<Bool> {
  /// A flag that several verbs have.
  package init(wrappedValue: Bool, _ shared: SharedFlag) {
    self.init(wrappedValue: wrappedValue, name: shared.name, help: shared.about)
  }
}

extension SharedOption<String> {
  /// The ground truth of what was recorded.
  package static let truth = SharedOption(
    .input, "The ground truth of the recording, a CSV file with time_s,x_m,y_m and, if known, z_m.",
    name: "truth")
  /// The presses beside what was recorded.
  package static let presses = SharedOption(
    .input, "The presses at test points, a CSV file with time_s,point.", name: "presses")
  /// The site where something was recorded, for verbs without a scenario's.
  package static let site = SharedOption(
    .input, "The site file of the recording: positions of the beacons.", name: "site")
  /// The site where something was recorded, in place of a scenario's.
  package static let otherSite = SharedOption(
    .input, "The site file of the recording: positions of the beacons. (default: the scenario's)",
    name: "site")
  /// Which device is meant in a log of several receivers.
  package static let device = SharedOption(
    .read { $0 },
    "The device to use in a log of several receivers, as inspect lists it. (default: the only device)",
    name: "device", as: "name")
  /// Where the channel goes that was fitted to a recording.
  package static let fittedChannel = SharedOption(
    .file, "Write the fitted channel, for `run --channel`.", name: "channel")
}

extension SharedOption<Int> {
  /// How many laps run in parallel.
  package static let threads = SharedOption(
    .whole(1...1024),
    "The number of laps to run in parallel; results do not depend on it. (default: one per core)",
    name: "threads")
  /// Which lap of tables with several is used where the verb takes one.
  package static let oneLap = SharedOption(
    .lap, "The lap to use, for tables with several. (default: the only lap)", name: "lap")
  /// The same where the verb takes all.
  package static let anyLap = SharedOption(
    .lap, "The lap to use, for tables with several. (default: all)", name: "lap")
}

extension SharedOption<Double> {
  /// How much memory a study may need.
  package static let memory = SharedOption(
    .number(0.01...100_000, "a number"),
    "The memory limit in gigabytes; a study that would need more is refused before it begins. (default: 4)",
    name: "memory", as: "gigabytes")
  /// Seconds over which each row of a readings table is averaged.
  package static let averaged = SharedOption(
    .number(0.001...3600, "seconds"),
    "The time over which each row of a readings table is averaged. (default: single advertisements)",
    name: "averaged")
  /// The clock of what was noted beside a recording.
  package static let clockOffset = SharedOption(
    .number(-1e10...1e10, "seconds"),
    "Added to every time of the ground truth, presses and tracks. (default: 0)", name: "clock-offset")
}

extension SharedOption<UInt64> {
  /// The seed in place of the scenario's.
  package static let seed = SharedOption(
    .seed, "The seed of all random numbers. (default: the scenario's)", name: "seed")
}

extension SharedOption<[String]> {
  /// Which columns are printed.
  static let tableColumns = SharedOption(
    .names,
    "Print only these columns, of the first table that has them all, such as pipeline,mean. (default: all)",
    name: "columns", as: "titles")
  /// Which of a scenario's pipelines run.
  package static let pipelines = SharedOption(
    .names, "Run only these pipelines, such as 'Kalman,feedback', and the room centre. (default: all)",
    name: "pipelines")
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
