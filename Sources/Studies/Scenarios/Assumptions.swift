public import Filtering
import SiteFiles
public import World

/// What the algorithms take the channel to be.
public struct Assumptions: Hashable, Sendable {
  /// Where a parameter comes from.
  public enum Exponent: Hashable, Sendable {
    case given(Double)
    /// Fitted to the calibration part of a data set.
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

  /// Whether the data set's calibration part is needed.
  public var needsCalibration: Bool {
    exponent == .calibration || level == .calibration || level == .calibrationPerAnchor
  }

  /// The settings of the ranging model, once a calibration is there if one is needed.
  ///
  /// - Returns: nil when a calibration is needed and none is given.
  public func ranging(with calibration: Calibration?) -> RangingSettings? {
    let exponent: Double
    switch self.exponent {
    case .given(let value): exponent = value
    case .calibration:
      guard let calibration else { return nil }
      exponent = calibration.exponent
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

  /// The same with numbers in place of what the file says; nil leaves it as it is.
  public func replacing(n: Double?, c: DBm?) -> Assumptions {
    Assumptions(
      exponent: n.map { .given($0) } ?? exponent, level: c.map { .given($0) } ?? level, otherwise: otherwise,
      carriedHeight: carriedHeight)
  }

  /// How a table names them: `n 1.8, C measured power`.
  public var summary: String {
    let n =
      switch exponent {
      case .given(let value): "n \(value)"
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
  init(_ document: Document) throws(FileProblem) {
    let (n, c) = (try document["n"], try document["c"])
    exponent = n.content == .text("calibration") ? .calibration : .given(try n.number)
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
