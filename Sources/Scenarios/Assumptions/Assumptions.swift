package import Documents
public import Filtering
public import World

/// What the algorithms take the channel to be.
public struct Assumptions: Hashable, Sendable {
  /// Where a parameter comes from.
  public enum Exponent: Hashable, Sendable {
    case given(Double)
    /// The one with which the site's calibrated levels were fitted.
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
    /// A level for each anchor, fitted likewise.
    case calibrationPerAnchor
  }

  public let exponent: Exponent
  public let level: LevelAtOneMetre
  /// Where the choice above gives none.
  public let otherwise: DBm
  /// Metres of the phone above the floor, as the algorithms take it.
  public let carriedHeight: Double
  /// Where a scenario states them, for sentences about them; nil for the customary ones.
  let statement: Document?

  /// Whether the data set's calibration part is needed.
  public var needsCalibration: Bool {
    exponent == .calibration || level == .calibration || level == .calibrationPerAnchor
  }

  /// The settings of the ranging model, once a calibration is there if one is needed.
  ///
  /// - Parameter site: of which a fitted exponent is taken when that is assumed.
  /// - Returns: nil when a value is to be taken from what is not there.
  public func ranging(with calibration: Calibration?, site: Site?) -> RangingSettings? {
    let exponent: Double
    switch self.exponent {
    case .given(let value): exponent = value
    case .site, .calibration:
      guard let fitted = fittedExponent(with: calibration, site: site) else { return nil }
      exponent = fitted
    }
    switch level {
    case .given(let level): return RangingSettings(exponent: exponent, level: .fixed, assumedLevel: level)
    case .measuredPower:
      return RangingSettings(exponent: exponent, level: .measuredPower, assumedLevel: otherwise)
    case .site: return RangingSettings(exponent: exponent, level: .perBeacon, assumedLevel: otherwise)
    case .calibration, .calibrationPerAnchor:
      guard let calibration else { return nil }
      return RangingSettings(
        exponent: exponent, level: level == .calibration ? .fixed : .perBeacon,
        assumedLevel: calibration.levelAtOneMetre)
    }
  }

  /// The exponent that belongs to the level where that was fitted, or that is itself to be a fitted one.
  func fittedExponent(with calibration: Calibration?, site: Site?) -> Double? {
    switch (level, exponent) {
    case (.calibrationPerAnchor, _): calibration?.exponentWithinAnchors
    case (.calibration, _), (_, .calibration): calibration?.exponent
    case (.site, _), (_, .site): site?.calibratedExponent
    case (.given, .given), (.measuredPower, .given): nil
    }
  }

  /// The same with numbers in place of what the file says; nil leaves it as it is.
  public func replacing(n: Double?, c: DBm?) -> Assumptions {
    Assumptions(
      exponent: n.map { .given($0) } ?? exponent, level: c.map { .given($0) } ?? level, otherwise: otherwise,
      carriedHeight: carriedHeight, statement: statement)
  }

  /// How a table names them: `n 1.8, C measured power`.
  public var summary: String {
    let n =
      switch exponent {
      case .given(let value): "n \(value)"
      case .site: "n of the site's fit"
      case .calibration: "n fitted"
      }
    let c =
      switch level {
      case .given(let level): "C \(level.value)"
      case .measuredPower: "C measured power"
      case .site: "C per beacon"
      case .calibration: "C fitted"
      case .calibrationPerAnchor: "C fitted per anchor"
      }
    return "\(n), \(c)"
  }
}

extension Assumptions {
  package init(_ document: Document) throws(FileProblem) {
    let (n, c) = (try document["n"], try document["c"])
    switch n.content {
    case .text("calibration"): exponent = .calibration
    case .text("site"): exponent = .site
    default: exponent = .given(try n.number)
    }
    statement = document
    otherwise = DBm(try document.number("otherwise"))
    carriedHeight = try document.number("carriedHeight")
    switch c.content {
    case .text("measuredPower"): level = .measuredPower
    case .text("site"): level = .site
    case .text("calibration"): level = .calibration
    case .text("calibrationPerAnchor"): level = .calibrationPerAnchor
    default: level = .given(DBm(try c.number))
    }
  }
}
