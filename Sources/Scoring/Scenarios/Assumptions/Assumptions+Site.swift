import Documents
import Phone
package import World

extension Assumptions {
  /// Refuses a site that lacks what is to be taken from it.
  ///
  /// - Parameter site: nil when there is none.
  /// - Throws: One sentence with the key that asks for it and the first anchor that lacks it.
  package func check(on site: Site?) throws(FileProblem) {
    if exponent == .site, site?.calibratedExponent == nil {
      throw problem(
        with: "n", expected: "a site with the key calibration.n, as calibrate --write-site writes it",
        found: site.map { "\($0.name) without it" } ?? "no site")
    }
    guard level == .site else { return }
    let expected = "a site with a calibratedLevel for every anchor"
    guard let site else { throw problem(with: "c", expected: expected, found: "no site") }
    let bare = site.anchors.filter { $0.calibratedLevel == nil }
    guard let first = bare.first else { return }
    let others = bare.count > 1 ? " and \(bare.count - 1) more of \(site.anchors.count)" : ""
    throw problem(with: "c", expected: expected, found: "\(site.name) without one for \(first.id)\(others)")
  }

  private func problem(with key: String, expected: String, found: String) -> FileProblem {
    let stated = statement?.optional(key) ?? statement
    return stated?.problem(expected: expected, found: found)
      ?? FileProblem(file: "assumes", place: .key(key), expected: expected, found: found)
  }

  /// What a reader should know about the values that are assumed: a level that was fitted with another exponent,
  /// and a measured power that the site does not give, or that no beacon can have.
  func cautions(with calibration: Calibration?, site: Site) -> [String] {
    var cautions: [String] = []
    if case .given(let n) = exponent, let fitted = fittedExponent(with: calibration, site: site), n != fitted
    {
      let rounded = (fitted * 1000).rounded() / 1000
      cautions.append(
        "n \(n) is assumed with a C that was fitted with n \(rounded): distances are wrong even where the RSSI is "
          + "right")
    }
    let bare = site.anchors.filter { $0.measuredPower == nil }
    if level == .measuredPower, let first = bare.first {
      cautions.append(
        "C \(numbers.assumedLevel) is assumed for \(bare.count) of \(site.anchors.count) anchors, which have no measuredPower in "
          + "the site: \(first.id)\(bare.count > 1 ? ", …" : "")")
    }
    let odd = site.anchors.filter { anchor in
      anchor.measuredPower.map { !RangingModel.plausiblePowers.contains($0) } ?? false
    }
    if level == .measuredPower, let first = odd.first, let power = first.measuredPower {
      let (least, most) = (RangingModel.plausiblePowers.lowerBound, RangingModel.plausiblePowers.upperBound)
      cautions.append(
        "C \(numbers.assumedLevel) is assumed for \(odd.count) of \(site.anchors.count) anchors, whose measuredPower in the site "
          + "is outside \(least.value) to \(most): \(first.id) \(power)\(odd.count > 1 ? ", …" : "")")
    }
    return cautions
  }
}
