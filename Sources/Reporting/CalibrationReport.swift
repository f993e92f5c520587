public import Studies
import World

/// A plain fit for people: the law for all beacons, and each beacon's own level at one metre.
public struct CalibrationReport: Sendable {
  private let calibration: PlainCalibration

  public init(_ calibration: PlainCalibration) { self.calibration = calibration }

  public var text: String {
    var table = TextTable([TextTable.Column("beacon"), TextTable.Column("C", unit: "dBm")])
    for (beacon, level) in calibration.levels { table.add([.text(beacon), .number(level?.value)]) }
    let fit = calibration.fit
    return """
      \(Self.sentence(fit))
      \(calibration.leftOut) advertisements left out, since the place at their time is not known

      \(table)
      """
  }

  /// Both laws in one sentence.
  static func sentence(_ fit: Calibration) -> String {
    func text(_ value: Double) -> String { FixedPoint.text(value, decimals: 3) }
    return "Fitted to \(fit.rows) rows: n \(text(fit.exponent)), C \(text(fit.levelAtOneMetre.value)) dBm, "
      + "sigma \(text(fit.deviation.value)) dB; with a C per anchor n \(text(fit.exponentWithinAnchors)), "
      + "sigma \(text(fit.deviationWithinAnchors.value)) dB"
  }
}
