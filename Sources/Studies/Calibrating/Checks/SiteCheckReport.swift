package import Rendering

extension SiteCheck {
  /// The beacons that the recording contradicts, and what was fitted.
  package var report: [ReportSection] {
    func number(_ value: Double, _ decimals: Int) -> String { FixedPoint.text(value, decimals: decimals) }
    let head =
      "\(Counted.text(windows, "window")): n \(number(exponent, 2)), C \(number(levelAtOneMetre, 1)) dBm, residual standard "
      + "deviation \(number(deviation, 1)) dB, variance inflation by correlation \(number(inflation, 1))."
    let rule =
      "Evidence is the common logarithm of a mean likelihood ratio; a beacon is named above \(number(threshold, 1)), and a pair "
      + "above \(number(pairThreshold, 1)), so that a correct site has a beacon named with a probability of at most "
      + "\(errorRate)."
    let verdict =
      "The recording contradicts the site for \(Counted.text(named.count, "beacon")) of \(rows.count)."
    return [.paragraphs([head, rule]), .paragraph(verdict)]
      + (named.isEmpty ? [] : [.table(named, SiteCheck.Row.figures.filter { $0.column != nil })])
  }
}
