import Rendering
import Scenarios
import World

extension Calibration {
  /// Both laws of a plain fit.
  package var sentence: String {
    func text(_ value: Double) -> String { FixedPoint.text(value, decimals: 3) }
    return
      "Fitted to \(Counted.text(rows, "reading")): n \(text(exponent)), C \(text(levelAtOneMetre.value)) dBm, "
      + "sigma \(text(deviation.value)) dB; with a C for each beacon n \(text(exponentWithinAnchors)), "
      + "sigma \(text(deviationWithinAnchors.value)) dB."
  }
}
