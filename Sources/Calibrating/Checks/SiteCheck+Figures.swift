package import Rendering
import World

// docs/faults.md lists the keys.

extension SiteCheck: Described {
  /// The top of the check's JSON.
  package static let figures: [Figure<SiteCheck>] = [
    .init("n", \.exponent), .init("cDbm", \.levelAtOneMetre), .init("sigmaDb", \.deviation),
    .init("inflation", \.inflation), .init("windows", \.windows), .init("errorRate", \.errorRate),
    .init("threshold", \.threshold), .init("pairThreshold", \.pairThreshold), .init("beacons", \.rows),
  ]
}

extension SiteCheck.Row: Described {
  /// The columns of the table of beacons.
  package static let figures: [Figure<SiteCheck.Row>] = [
    .init("beacon", "beacon", \.beacon), .init("received", "received", unit: "s", \.received),
    .init("residualDb", "residual", unit: "dB", decimals: 1, \.residual),
    .init("evidence", "evidence", decimals: 1, \.evidence),
    .init("fault", "fault") { $0.fault?.name }, .init(nil, "details") { $0.fault?.details ?? "" },
    .init("sinceSeconds") { if case .dead(let since) = $0.fault { since } else { Double?.none } },
    .init("byDb") { if case .weak(let by) = $0.fault { by } else { Double?.none } },
    .init("xMetres") { if case .misplaced(let place) = $0.fault { place.x } else { Double?.none } },
    .init("yMetres") { if case .misplaced(let place) = $0.fault { place.y } else { Double?.none } },
    .init("with") { if case .exchanged(let other) = $0.fault { other } else { String?.none } },
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
