import NumericalMethods
package import Rendering
package import Scenarios
import World

// Everything but the residuals: docs/columns.md lists the keys.

extension ChannelFit: Described {
  /// The top of the calibration's JSON.
  package static let figures: [Figure<ChannelFit>] = [
    .init("source", about: "What was read.", \.source),
    .init(
      "readings",
      about: """
        heard, leftOut, sent (null where it is not known), outliers, beacons, recordings, averages, \
        intervalSeconds, and rare: the beacons left out since they were hardly heard (beacon, heard).
        """
    ) { readingFigures.value(of: $0) },
    .init("sensitivityDbm", about: "s; null where nothing counts as censored.", \.limit?.value),
    .init("silence", about: "`counted`, `unknown` or `ignored`.", \.silence.rawValue),
    .init("intervalsFrom", about: "leavingOut, parts, level.") {
      FigureValue.object([
        ("leavingOut", .text($0.parts.name)), ("parts", .count($0.parts.count)), ("level", .number(0.95)),
      ])
    },
    .init(
      "oneDistance",
      about: """
        metres, assumedN, measuredPowerDbm, measuredPowerByte; null unless all readings are from one \
        distance.
        """
    ) { fit in
      fit.oneDistance.map { distance in
        FigureValue.object([
          ("metres", .number(distance)), ("assumedN", .number(fit.options.assumedExponent)),
          ("measuredPowerDbm", .count(fit.measuredPower?.level ?? 0)),
          ("measuredPowerByte", .text(fit.measuredPower?.byte ?? "")),
        ])
      }
    },
    .init("plain", about: "Plain least squares: n, c, sigma, rows.", \.plain),
    .init(
      "plainWithoutWalls", about: "The same with the losses of walls ignored; null without any.",
      \.plainWithoutWalls),
    .init("normal", about: "The model with normal errors, below.", \.normal),
    .init("robust", about: "The model with errors of Student's t, below.", \.robust),
    .init("faded", about: "The model with fades, below; null without a K.", \.faded),
    .init("isFading", about: "Whether the model with fades is the most likely one.", \.isFading),
    .init(
      "tellsFades",
      about: """
        Whether the readings tell whether they fade, or so little was censored that it hardly matters.
        """, \.tellsFades),
    .init("normalByBeacon", about: "The same with levels (beacon, heard, c) in place of c.") {
      $0.normalByBeacon?.figures(of: $0.readings)
    },
    .init("robustByBeacon", about: "Likewise.") { $0.robustByBeacon?.figures(of: $0.readings) },
    .init("correlation", about: "That of the residuals, below.", \.correlation),
    .init(
      "channels",
      about: """
        The advertising channels: means (channel, offset), the deviation over beacons, medianSpread and \
        the number of links.
        """, \.channels),
    .init("fadingK", about: "The Rician K and its interval, also `linear`.", \.fadingK),
    .init(
      "losses",
      about: """
        byDistance and byLevel, below, and tooWeak: the share of what was not lost by chance that was \
        censored according to the model.
        """, \.losses),
    .init(
      "isCutOff",
      about: "Whether more than 20 % were censored, so that shadowing, nugget and K are rough.", \.isCutOff),
    .init(
      "withoutInterval",
      about: """
        Numbers, by their keys, that readings like these do not tell an interval of, and the reason.
        """, \.withoutInterval),
  ]

  private static let readingFigures: [Figure<ChannelFit>] = [
    .init("heard", \.readings.heard.count), .init("leftOut", \.readings.leftOut),
    .init("sent") { $0.silence == .counted ? Int($0.readings.sent.rounded()) : nil },
    .init("outliers") { $0.residuals.count { $0.isOutlier } },
    .init("beacons") { $0.readings.heardByBeacon.count { $0 > 0 } },
    .init("recordings", \.readings.recordings.count), .init("averages", \.readings.areAverages),
    .init("intervalSeconds", \.readings.interval),
    .init("rare") { fit in
      fit.readings.rare.map {
        FigureValue.object([("beacon", .text($0.beacon)), ("heard", .count($0.heard))])
      }
    },
  ]

  /// The value to program into the beacon: the RSSI at 1 m in whole dBm, and its byte in two's complement.
  ///
  /// Nil unless all readings are of one beacon from one distance, or when the level does not fit a byte.
  package var measuredPower: (level: Int, byte: String)? {
    guard oneDistance != nil, let level = robust.levels.first ?? nil else { return nil }
    let whole = level.value.rounded(.toNearestOrEven)
    guard -128...127 ~= whole else { return nil }
    let digits = String(UInt8(bitPattern: Int8(whole)), radix: 16, uppercase: true)
    return (Int(whole), "0x" + (digits.count == 1 ? "0" : "") + digits)
  }
}

extension ChannelEstimate: Described {
  /// The value, its standard error and its interval.
  package static let figures: [Figure<ChannelEstimate>] = [
    .init(
      "value",
      about: """
        Null where it is not known. medianSpread, the bins and plain least squares are plain numbers \
        instead: they have no intervals.
        """, \.value),
    .init("standardError", \.standardError),
    .init("interval95", \.bounds),
  ]

  private var bounds: [Double]? { lower.flatMap { lower in upper.map { [lower, $0] } } }

  /// As a cell of a table.
  package func cell(times factor: Double = 1) -> FigureValue {
    .interval(value * factor, from: lower.map { $0 * factor }, to: upper.map { $0 * factor })
  }
}

extension ChannelLaw: Described {
  private static let shared: [Figure<ChannelLaw>] = [
    .init("errors") { law in
      switch law.errors {
      case .normal: "normal"
      case .studentT: "studentT"
      case .tabled: "faded"
      }
    },
    .init("degrees", about: "The degrees of freedom of Student's t.", \.errorDegrees),
    .init("n", \.exponent),
    .init("sigma", about: "In dB.", \.deviation),
    .init("loss", about: "The share lost by chance.", \.loss),
    .init("logLikelihood", \.logLikelihood),
  ]

  /// Of a law for all beacons: with the one C.
  package static let figures: [Figure<ChannelLaw>] =
    shared + [.init("c", about: "In dBm.") { $0.levels.first ?? nil }]

  /// With a level for each beacon.
  fileprivate func figures(of readings: ChannelReadings) -> FigureValue {
    let counts = readings.heardByBeacon
    let levels = readings.beacons.indices.map { index in
      let level = index < self.levels.count ? self.levels[index] : nil
      return FigureValue.object([
        ("beacon", .text(readings.beacons[index])), ("heard", .count(counts[index])),
        ("c", level.figureValue),
      ])
    }
    return Self.shared.value(of: self).with(.object([("levels", levels.figureValue)]))
  }
}

extension ResidualCorrelation: Described {
  /// The standard deviation and the decorrelation, and the bins they come from.
  package static let figures: [Figure<ResidualCorrelation>] = [
    .init("nuggetVariance", about: "In dB².", \.nugget),
    .init("shadowing", about: "The standard deviation, in dB.", \.shadowing),
    .init("decorrelation", about: "The correlation distance, in metres.", \.decorrelation),
    .init("isHeldToVariance") { $0.isHeldToVariance && $0.nugget != nil },
    .init("bins", about: "fromMetres, toMetres, meanMetres, pairs, correlation.", \.bins),
  ]
}

extension ResidualCorrelation.Bin: Described {
  /// One bin of distances.
  package static let figures: [Figure<ResidualCorrelation.Bin>] = [
    .init("pairs", "pairs", \.pairs), .init("correlation", "correlation", decimals: 3, \.correlation),
    .init("fromMetres", \.from), .init("toMetres", \.to), .init("meanMetres", \.meanDistance),
  ]
}

extension ChannelSpread: Described {
  /// The columns of a spread.
  package static let figures: [Figure<ChannelSpread>] = [
    .init("means") { spread in
      spread.means.enumerated().map {
        FigureValue.object([("channel", .count(37 + $0)), ("offset", $1.figureValue)])
      }
    },
    .init("deviation", \.deviation), .init("medianSpread", \.medianSpread), .init("links", \.links),
  ]
}

extension LossTable: Described {
  /// The lost shares by distance and by level.
  package static let figures: [Figure<LossTable>] = [
    .init("byDistance", \.byDistance), .init("byLevel", \.byLevel), .init("tooWeak", \.tooWeak),
  ]
}

extension LossTable.Row: Described {
  /// The columns of a table of losses.
  package static let figures: [Figure<LossTable.Row>] = [
    .init("sent", "sent", \.sent),
    .init("share", "lost", form: .percent, about: "Of what was sent.", \.share),
    .init("expected", "fitted", form: .percent, about: "The share that the model expects.", \.expected),
    .init("from", \.from),
    .init("to", \.to),
    .init("silent", about: "Sent and not heard.", \.silent),
  ]
}

extension ChannelFit.WithoutInterval: Described {
  /// Why a parameter has no interval.
  package static let figures: [Figure<ChannelFit.WithoutInterval>] = [
    .init("numbers", \.numbers), .init("reason", \.reason),
  ]
}

/// Both laws of a plain fit.
extension Calibration: Described {
  /// Both laws, each with its deviation.
  package static let figures: [Figure<Calibration>] = [
    .init("n", "n", decimals: 3, \.exponent), .init("c", "C", unit: "dBm", \.levelAtOneMetre.value),
    .init("sigma", "sigma", unit: "dB", \.deviation.value), .init("rows", \.rows),
  ]
}
