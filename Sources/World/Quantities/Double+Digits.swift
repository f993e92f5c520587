extension Double {
  /// In digits, without a point where it is whole.
  ///
  /// - Parameter decimals: 1 or 2.
  package func rounded(to decimals: Int) -> String {
    let scale = decimals == 1 ? 10.0 : 100
    let short = (self * scale).rounded() / scale
    return Int(exactly: short).map { "\($0)" } ?? "\(short)"
  }
}
