import Evaluation

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
    let rounded = Decimal(value.magnitude).rounded(to: decimals)
    let padding = [UInt8](repeating: 0, count: max(decimals + 1 - rounded.count, 0))
    let digits = (padding + rounded).map { Character(UnicodeScalar(UInt8(ascii: "0") + $0)) }
    let sign = value < 0 && rounded.contains { $0 != 0 } ? "-" : ""
    let whole = String(digits.dropLast(decimals))
    return decimals == 0 ? sign + whole : sign + whole + "." + String(digits.suffix(decimals))
  }

  /// A setting as a person writes it: at most so many decimals, and no zeros at the end. `0.3`, `2`.
  package static func shortest(_ value: Double, decimals: Int = 3) -> String {
    var text = text(value, decimals: decimals)
    guard text.contains(".") else { return text }
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

  /// The digits of a number's shortest decimal: 0.d₁d₂d₃… × 10^point.
  private struct Decimal {
    var digits: [UInt8] = []
    var point = 0

    /// Reads `12.5`, `5e-324` or `1e+20`, which are all the forms that Swift prints.
    init(_ value: Double) {
      let parts = value.description.split(separator: "e")
      let mantissa = parts[0].split(separator: ".", omittingEmptySubsequences: false)
      digits = mantissa.joined().compactMap { $0.wholeNumberValue.map(UInt8.init) }
      point = mantissa[0].count + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
    }

    /// All digits up to so many after the point, as a whole number's.
    func rounded(to decimals: Int) -> [UInt8] {
      let kept = point + decimals
      guard kept >= 0 else { return [0] }
      guard kept < digits.count else {
        return digits + [UInt8](repeating: 0, count: kept - digits.count)
      }
      let (head, tail) = (Array(digits[..<kept]), digits[kept...])
      return isUp(after: head.last ?? 0, tail) ? incremented(head) : (head.isEmpty ? [0] : head)
    }

    private func isUp(after last: UInt8, _ tail: ArraySlice<UInt8>) -> Bool {
      guard let first = tail.first, first == 5 else { return (tail.first ?? 0) > 5 }
      return last % 2 == 1 || tail.dropFirst().contains { $0 != 0 }
    }

    private func incremented(_ digits: [UInt8]) -> [UInt8] {
      guard let place = digits.lastIndex(where: { $0 != 9 }) else {
        return [1] + [UInt8](repeating: 0, count: digits.count)
      }
      let zeros = [UInt8](repeating: 0, count: digits.count - 1 - place)
      return digits[..<place] + [digits[place] + 1] + zeros
    }
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
