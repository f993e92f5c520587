public import Studies
import World

/// A plain fit for people: the law for all beacons, and each beacon's own level at one metre.
public struct CalibrationReport: Sendable {
  private let calibration: PlainCalibration

  public init(_ calibration: PlainCalibration) { self.calibration = calibration }

  /// The whole report, each line ended.
  public func text(width: Int = OutputWidth.piped) -> String {
    var table = TextTable([TextTable.Column("beacon"), TextTable.Column("C", unit: "dBm")])
    for (beacon, level) in calibration.levels { table.add([.text(beacon), .number(level?.value)]) }
    if calibration.levels.contains(where: { $0.level == nil }) {
      table.notes.append("–: nothing of it was heard where the walker's place is known.")
    }
    let left = Counted.text(calibration.leftOut, "advertisement")
    let leftOut = "\(left) left out, heard while the walker's place is not known."
    return Self.sentence(calibration.fit).paragraph(width: width)
      + (calibration.leftOut > 0 ? leftOut.paragraph(width: width) : "") + "\n" + table.text(width: width)
  }

  /// Both laws in one sentence.
  static func sentence(_ fit: Calibration) -> String {
    func text(_ value: Double) -> String { FixedPoint.text(value, decimals: 3) }
    return
      "Fitted to \(Counted.text(fit.rows, "level")): n \(text(fit.exponent)), C \(text(fit.levelAtOneMetre.value)) dBm, "
      + "sigma \(text(fit.deviation.value)) dB; with a C for each beacon n \(text(fit.exponentWithinAnchors)), "
      + "sigma \(text(fit.deviationWithinAnchors.value)) dB."
  }
}
