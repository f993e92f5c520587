package import Rendering
import World

// docs/faults.md lists the keys.

extension SiteCheck: Described {
  /// The top of the check's JSON.
  package static let figures: [Figure<SiteCheck>] = [
    .init("n", about: "The fitted path-loss exponent.", \.exponent),
    .init("cDbm", about: "The fitted RSSI at 1 m.", \.levelAtOneMetre),
    .init("sigmaDb", about: "The standard deviation of the residuals.", \.deviation),
    .init(
      "inflation", about: "The variance inflation of a beacon's mean residual due to correlation.",
      \.inflation),
    .init("windows", about: "The number of windows.", \.windows),
    .init("errorRate", about: "The stated error rate.", \.errorRate),
    .init("threshold", about: "The evidence above which one beacon is named.", \.threshold),
    .init("pairThreshold", about: "The same of a pair.", \.pairThreshold),
    .init("beacons", \.rows),
  ]
}

extension SiteCheck.Row: Described {
  /// The columns of the table of beacons.
  package static let figures: [Figure<SiteCheck.Row>] = [
    .init("beacon", "beacon", \.beacon),
    .init("received", "received", unit: "s", about: "Windows with a reading.", \.received),
    .init("residualDb", "residual", unit: "dB", decimals: 1, about: "The mean residual.", \.residual),
    .init(
      "evidence", "evidence", decimals: 1, about: "Of its fault, or else of the most probable one.",
      \.evidence),
    .init("fault", "fault", about: "`dead`, `weak`, `strong`, `misplaced`, `exchanged`, or null.") {
      $0.fault?.name
    },
    .init(nil, "details") { $0.fault?.details ?? "" },
    .init(
      "sinceSeconds",
      about: """
        Of a dead beacon: the time from which it is silent, in the time of the recording; 0 if it was never \
        received.
        """
    ) { if case .dead(let since) = $0.fault { since } else { Double?.none } },
    .init("byDb", about: "Of a weak beacon: by how much; negative for a strong one.") {
      if case .weak(let by) = $0.fault { by } else { Double?.none }
    },
    .init("xMetres", about: "Of a misplaced beacon the most probable place.") {
      if case .misplaced(let place) = $0.fault { place.x } else { Double?.none }
    },
    .init("yMetres") { if case .misplaced(let place) = $0.fault { place.y } else { Double?.none } },
    .init("with", about: "Of an exchanged beacon the other one.") {
      if case .exchanged(let other) = $0.fault { other } else { String?.none }
    },
  ]
}

extension SiteFault {
  /// What is known of it, in words.
  fileprivate var details: String {
    switch self {
    case .dead(let since): since > 0 ? "from \(Int(since.rounded())) s on" : "never received"
    case .weak(let loss): "by \(Int(loss.magnitude)) dB"
    case .misplaced(let place): "about (\(rounded(place.x)), \(rounded(place.y)))"
    case .exchanged(let other): "with \(other)"
    }
  }

  private func rounded(_ metres: Double) -> Double { (metres * 10).rounded() / 10 }
}
