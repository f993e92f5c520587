public import Documents
public import Phone
import Radio
public import World

/// The path-loss parameters that a pipeline uses, right or wrong.
public struct Assumptions: DeclaredSettings {
  /// Where a parameter comes from.
  public enum Exponent: Hashable, Sendable {
    case given(Double)
    /// The exponent with which the site's calibrated levels were fitted.
    case site
    /// Fitted to the calibration part of a data set, together with the level at one metre.
    case calibration
  }

  /// Where the level at one metre comes from.
  public enum LevelAtOneMetre: Hashable, Sendable {
    case given(DBm)
    case measuredPower
    /// The site's own calibrated level for each anchor.
    case site
    /// One level for all anchors, fitted to the calibration part of a data set.
    case calibration
    /// A level for each anchor, fitted to the calibration part of a data set.
    case calibrationPerAnchor
  }

  /// n, as a number or from the site or a fit.
  public var exponent: Exponent = .given(2)
  /// C, as a number or from the frames, the site or a fit.
  public var level: LevelAtOneMetre = .measuredPower
  /// What is stated as a number, wherever the rest comes from: the RSSI at 1 m where the chosen source gives none, and
  /// the carried height.
  var numbers = RangingSettings()
  /// Where a scenario states them, for sentences about them; nil for the customary ones.
  var statement: Document?

  public init() {}

  /// Whether the data set's calibration part is needed.
  public var needsCalibration: Bool {
    exponent == .calibration || level == .calibration || level == .calibrationPerAnchor
  }

  /// The settings of the ranging model, once a calibration is there if one is needed.
  ///
  /// - Parameters:
  ///   - calibration: what was fitted to the calibration part of a data set; nil without one.
  ///   - site: provides the fitted exponent where that is assumed.
  /// - Returns: nil when a value is to come from a calibration or a site that is missing or lacks it.
  public func ranging(with calibration: Calibration?, site: Site?) -> RangingSettings? {
    var ranging = numbers
    switch exponent {
    case .given(let value): ranging.exponent = value
    case .site, .calibration:
      guard let fitted = fittedExponent(with: calibration, site: site) else { return nil }
      ranging.exponent = fitted
    }
    switch level {
    case .given(let level): (ranging.level, ranging.assumedLevel) = (.fixed, level)
    case .measuredPower: ranging.level = .measuredPower
    case .site: ranging.level = .perBeacon
    case .calibration, .calibrationPerAnchor:
      guard let calibration else { return nil }
      ranging.level = level == .calibration ? .fixed : .perBeacon
      ranging.assumedLevel = calibration.levelAtOneMetre
    }
    return ranging
  }

  /// The exponent that belongs to a fitted level, or that is itself taken from a fit.
  func fittedExponent(with calibration: Calibration?, site: Site?) -> Double? {
    switch (level, exponent) {
    case (.calibrationPerAnchor, _): calibration?.exponentWithinAnchors
    case (.calibration, _), (_, .calibration): calibration?.exponent
    case (.site, _), (_, .site): site?.calibratedExponent
    case (.given, .given), (.measuredPower, .given): nil
    }
  }

  /// The same with the given numbers in place of the file's; nil keeps the file's value.
  public func replacing(n: Double?, c: DBm?) -> Assumptions {
    var other = self
    if let n { other.exponent = .given(n) }
    if let c { other.level = .given(c) }
    return other
  }

  /// How a sentence names them: `n 1.8 and the measured power as C, -59.0 dBm where none is known`.
  public var words: String { "\(said.n.words) and \(said.c.words)" }

  /// How a table names them: `n 1.8, C measured power`.
  public var summary: String { "\(said.n.short), \(said.c.short)" }

  private typealias Phrase = (words: String, short: String)

  /// Both numbers in a sentence, and in a table.
  private var said: (n: Phrase, c: Phrase) {
    let n: Phrase =
      switch exponent {
      case .given(let value): ("n \(value)", "n \(value)")
      case .site: ("the n of the site's fit", "n of the site's fit")
      case .calibration: ("the fitted n", "n fitted")
      }
    let c: Phrase =
      switch level {
      case .given(let level): ("C \(level.value) dBm", "C \(level.value)")
      case .measuredPower:
        ("the measured power as C, \(numbers.assumedLevel) where none is known", "C measured power")
      case .site: ("the site's C per beacon", "C per beacon")
      case .calibration: ("the fitted C", "C fitted")
      case .calibrationPerAnchor: ("the C fitted per anchor", "C fitted per anchor")
      }
    return (n, c)
  }
}

extension Assumptions {
  /// Reads the key `assumes`.
  package init(_ document: Document) throws(FileProblem) { self = try Self.form().read(document) }

  public static let keys: [SettingKey<Assumptions>] = keys(fits: true)

  /// How a scenario states them.
  ///
  /// - Parameter fits: whether there can be a calibration part to fit to.
  package static func form(fits: Bool = false) -> SettingForm<Assumptions> {
    SettingForm.settings(keys(fits: fits)).checked { document, assumptions throws(FileProblem) in
      assumptions.statement = document
    }.named(
      "assumes", about: "The path-loss parameters with which a pipeline converts RSSI to distance.")
  }

  private static func keys(fits: Bool) -> [SettingKey<Assumptions>] {
    [
      .required("n", \.exponent, exponentForm(fits: fits), "The path-loss exponent."),
      .defaulted(
        "c", \.level, levelForm(fits: fits), unit: "dBm",
        "The RSSI at 1 m: a number for all beacons, or where it comes from."),
      .defaulted(
        "otherwise", \.numbers.assumedLevel, .levelAtOneMetre, unit: "dBm",
        "The RSSI at 1 m of a beacon whose measured power is unknown or implausible."),
      .defaulted(
        "carriedHeight", \.numbers.carriedHeight, .number(RangingSettings.carriedHeights), unit: "m",
        "The assumed height of the phone above the floor."),
    ]
  }

  private static func exponentForm(fits: Bool) -> SettingForm<Exponent> {
    .either(
      SettingShape(
        .number(RangingSettings.exponents), as: { .given($0) },
        from: { if case .given(let n) = $0 { n } else { nil } }),
      .words(
        [("site", .site, "The site's `calibration.n`, which belongs to its `calibratedLevel`s.")]
          + (fits
            ? [
              (
                "calibration", .calibration,
                "Fitted to the data set's calibration part, together with `c`."
              )
            ] : [])))
  }

  private static func levelForm(fits: Bool) -> SettingForm<LevelAtOneMetre> {
    .either(
      SettingShape(
        .levelAtOneMetre, as: { .given($0) }, from: { if case .given(let c) = $0 { c } else { nil } }),
      .words(
        [
          (
            "measuredPower", .measuredPower,
            "The measured power in the frame if it is from -100 to -20 dBm, else that of the site."
          ),
          (
            "site", .site,
            "The `calibratedLevel` of each beacon in the site; it goes with `n: site`."
          ),
        ]
          + (fits
            ? [
              ("calibration", .calibration, "One RSSI at 1 m, fitted to the data set's calibration part."),
              (
                "calibrationPerAnchor", .calibrationPerAnchor,
                "An RSSI at 1 m for each anchor, fitted in the same way."
              ),
            ] : [])))
  }
}

extension Assumptions {
  /// Refuses a site that lacks what is to be taken from it.
  ///
  /// - Parameter site: nil when there is none.
  /// - Throws: One sentence with the key that asks for it and the first anchor that lacks it.
  package func check(on site: Site?) throws(FileProblem) {
    if exponent == .site, site?.calibratedExponent == nil {
      throw problem(
        with: "n", expected: "a site with the key calibration.n, as calibrate --write-site writes it",
        found: site.map { "\($0.name) without it" } ?? "no site")
    }
    guard level == .site else { return }
    let expected = "a site with a calibratedLevel for every anchor"
    guard let site else { throw problem(with: "c", expected: expected, found: "no site") }
    let bare = site.anchors.filter { $0.calibratedLevel == nil }
    guard let first = bare.first else { return }
    let others = bare.count > 1 ? " and \(bare.count - 1) more of \(site.anchors.count)" : ""
    throw problem(with: "c", expected: expected, found: "\(site.name) without one for \(first.id)\(others)")
  }

  private func problem(with key: String, expected: String, found: String) -> FileProblem {
    let stated = statement?.optional(key) ?? statement
    return stated?.problem(expected: expected, found: found)
      ?? FileProblem(file: "assumes", place: .key(key), expected: expected, found: found)
  }

  /// What a reader should know about the values that are assumed: a level that was fitted with another exponent,
  /// and a measured power that the site does not give, or that no beacon can have.
  func cautions(with calibration: Calibration?, site: Site) -> [String] {
    var cautions: [String] = []
    if case .given(let n) = exponent, let fitted = fittedExponent(with: calibration, site: site), n != fitted
    {
      let rounded = (fitted * 1000).rounded() / 1000
      cautions.append(
        "n \(n) is assumed with a C that was fitted with n \(rounded): distances are wrong even where the RSSI is "
          + "right")
    }
    let bare = site.anchors.filter { $0.measuredPower == nil }
    if level == .measuredPower, let first = bare.first {
      cautions.append(
        "C \(numbers.assumedLevel) is assumed for \(bare.count) of \(site.anchors.count) anchors, which have no measuredPower in "
          + "the site: \(first.id)\(bare.count > 1 ? ", …" : "")")
    }
    let odd = site.anchors.filter { anchor in
      anchor.measuredPower.map { !RangingModel.plausiblePowers.contains($0) } ?? false
    }
    if level == .measuredPower, let first = odd.first, let power = first.measuredPower {
      let (least, most) = (RangingModel.plausiblePowers.lowerBound, RangingModel.plausiblePowers.upperBound)
      cautions.append(
        "C \(numbers.assumedLevel) is assumed for \(odd.count) of \(site.anchors.count) anchors, whose measuredPower in the site "
          + "is outside \(least.value) to \(most): \(first.id) \(power)\(odd.count > 1 ? ", …" : "")")
    }
    return cautions
  }
}
