import Documents

/// At most two decimals.
package func decimal(_ number: Double) -> String { short((number * 100).rounded() / 100) }

/// A share in whole hundredths, of which only all are 100 % and only none are 0 %.
package func percent(_ share: Double) -> String {
  let whole = (share * 100).rounded()
  if share > 0, whole == 0 { return "< 1 %" }
  return share < 1 && whole == 100 ? "> 99 %" : "\(short(whole)) %"
}
