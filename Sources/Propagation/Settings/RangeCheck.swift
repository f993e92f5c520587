import World

/// Throws unless a number lies in a range; NaN lies in none.
func check(_ key: String, _ value: Double, in range: ClosedRange<Double>, _ expected: String)
  throws(SettingFault)
{
  guard range.contains(value) else {
    throw SettingFault(key: key, expected: expected, found: "\(value)")
  }
}
