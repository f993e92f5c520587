extension Double {
  /// In digits, without a point where it is whole.
  ///
  /// - Parameter decimals: 1 to 3.
  package func rounded(to decimals: Int) -> String {
    let scale = [10.0, 100, 1000][decimals - 1]
    let short = (self * scale).rounded() / scale
    return Int(exactly: short).map { "\($0)" } ?? "\(short)"
  }
}

/// A whole number with leading zeros up to a number of digits.
package func padded(
  _ number: some BinaryInteger, to count: Int, radix: Int = 16, uppercase: Bool = false
) -> String {
  let digits = String(number, radix: radix, uppercase: uppercase)
  return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
}
