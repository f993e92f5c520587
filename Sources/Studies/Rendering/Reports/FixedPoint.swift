import Evaluation
import Foundation

/// Numbers with so many decimals, written the same in every locale.
package enum FixedPoint {
  /// Rounds the shortest decimal that stands for the number, which is what the JSON beside a table holds, half
  /// to even; so a table can be checked by hand against what is printed.
  ///
  /// - Parameter decimals: 0 or more.
  /// - Returns: `-12.30`; a zero without a sign; `–` for what is infinite or not a number.
  package static func text(_ value: Double, decimals: Int) -> String {
    precondition(decimals >= 0, "decimals must be 0 or more, was \(decimals)")
    guard value.isFinite else { return "–" }
    // Beyond what a decimal of Foundation holds.
    guard value.magnitude < 1e100 else { return value.description }
    var exact = value.magnitude < 1e-100 ? 0 : Decimal(string: value.magnitude.description) ?? 0
    var rounded = Decimal()
    NSDecimalRound(&rounded, &exact, decimals, .bankers)
    let parts = rounded.description.split(separator: ".")
    let fraction = parts.count > 1 ? String(parts[1]) : ""
    return (value < 0 && rounded > 0 ? "-" : "") + parts[0]
      + (decimals == 0
        ? "" : "." + fraction + String(repeating: "0", count: max(decimals - fraction.count, 0)))
  }

  /// A setting as a person writes it: at most so many decimals, and no zeros at the end. `0.3`, `2`.
  package static func shortest(_ value: Double, decimals: Int = 3) -> String {
    var text = text(value, decimals: decimals)
    guard text.contains("."), !text.contains("e") else { return text }
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return text
  }

  /// A number below 0.0001 with two significant digits, as other programs read it: `1.9e-06`.
  package static func scientific(_ value: Double) -> String {
    let parts = value.description.split(separator: "e")
    guard parts.count == 2, let mantissa = Double(parts[0]) else { return shortest(value, decimals: 6) }
    return text(mantissa, decimals: 1) + "e" + parts[1]
  }
}

extension ConfidenceInterval? {
  /// ` [1.23, 2.34]`, or nothing.
  package var text: String { text(decimals: 2) }

  /// ` [lower, upper]` with a leading space; empty without an interval.
  package func text(decimals: Int) -> String {
    map { interval in
      let bounds = [interval.lower, interval.upper].map { FixedPoint.text($0, decimals: decimals) }
      return " [\(bounds[0]), \(bounds[1])]"
    } ?? ""
  }
}
