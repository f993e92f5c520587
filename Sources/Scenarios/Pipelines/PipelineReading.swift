package import Documents
import Filtering
import Radio
package import World

// Turning the resolved keys of phone, filters and methods into settings. The schema has checked every range that
// one key has by itself; what two keys must be to each other is checked here.

extension PhoneSettings {
  package init(_ document: Document) throws(FileProblem) {
    let average = try document["average"]
    let zones = try document["zones"]
    let (immediate, near) = (try zones.number("immediate"), try zones.number("near"))
    guard immediate <= near else {
      throw try zones["near"].problem(expected: "at least zones.immediate, \(immediate)")
    }
    self.init(
      averageSeconds: try average.number("seconds"),
      averageOf: try average.choice("of", of: PhoneSettings.Mean.self),
      rounding: try average.choice("round", of: PhoneSettings.Rounding.self),
      pillar: try document.text("pillars") == "mean" ? .perMean : .perAdvertisement,
      proximitySmoothing: try document.number("proximitySmoothing"),
      zones: ZoneBoundaries(immediate: immediate, near: near),
      unknownZone: try document.text("unknown") == "literal" ? .literal : .excluded,
      callbackJitter: try document.optional("callbackJitter")?.number ?? 0)
    if let settings = document.optional("background") {
      background = Background(
        awake: try settings.number("awake"), asleep: try settings.number("asleep"))
    }
    if let fault { throw document.problem(with: fault) }
  }
}

extension FilterChoice {
  package init(_ document: Document) throws(FileProblem) {
    let (name, settings) = try document.choice
    switch name {
    case "kalman": self = .kalman(try KalmanFilter.Settings(settings))
    case "savitzkyGolay":
      self = .savitzkyGolay(
        SavitzkyGolayFilter.Settings(
          window: try settings.integer("window"), order: try settings.integer("order"),
          point: try settings.text("at") == "centre" ? .centred : .endPoint))
    case "feedback":
      self = .feedback(
        FeedbackFilter.Settings(
          alpha: try settings.number("alpha"),
          form: try settings.choice("form", of: FeedbackFilter.Settings.Form.self)))
    case "movingAverage": self = .movingAverage(try MovingAverageFilter.Settings(settings))
    case "runningMean": self = .runningMean(seconds: try settings.number("seconds"))
    default: throw document.problem(expected: "a filter")
    }
    if let fault { throw settings.problem(with: fault) }
  }
}

extension KalmanFilter.Settings {
  package init(_ document: Document) throws(FileProblem) {
    self.init(
      processVariance: try document.number("q"), readingVariance: try document.number("r"),
      startVariance: try document.number("p0"),
      startLevel: try document.optional("first").map { value throws(FileProblem) in DBm(try value.number) },
      missedSecond: try document.choice("missed", of: MissedSecond.self),
      resetAfter: try document.optional("resetAfter").map { value throws(FileProblem) in try value.number })
  }
}

extension MovingAverageFilter.Settings {
  package init(_ document: Document) throws(FileProblem) {
    let window = try document["window"]
    let shortWindow = try document.choice("short", of: ShortWindow.self)
    if let seconds = window.optional("seconds") {
      self.init(window: .seconds(try seconds.number), shortWindow: shortWindow)
    } else {
      self.init(window: .readings(try window.integer), shortWindow: shortWindow)
    }
  }
}

extension Document {
  /// What a settings struct finds wrong, as a problem of the file; the key is that of the fault where it exists.
  package func problem(with fault: SettingFault) -> FileProblem {
    (optional(fault.key) ?? self).problem(expected: "a value \(fault.expected)", found: fault.found)
  }
}
