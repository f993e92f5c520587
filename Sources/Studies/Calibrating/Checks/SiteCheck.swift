package import Captures
import Laps
import NumericalMethods
package import Rendering
package import Sites
package import World

/// Finds beacons that are dead, weak, misplaced or exchanged, from a recorded walk.
///
/// A window is received at `C - 10 n log10 d` plus a normal error of deviation σ, or is silent, being lost or below
/// the weakest level received. For each beacon the likelihood of its windows under the site is compared with that under every
/// alternative of a kind. The mean of the likelihood ratios over the alternatives exceeds 1/α with a probability of
/// at most α where the site is right (Markov's inequality), so that no correction for the search is needed beyond one for the number of
/// beacons and kinds.
///
/// Source: Vovk and Wang 2021, "E-values: calibration, combination and applications", doi:10.1214/20-AOS2020. Neighbouring
/// windows are correlated: log ratios are divided by the variance inflation of the beacons' mean residuals. Ours.
package struct SiteCheck: Sendable {
  /// What the walk shows of one beacon.
  package struct Row: Sendable {
    /// The beacon's id in the site.
    package let beacon: String
    /// Windows in which it was received.
    package let received: Int
    /// The mean of its residuals, in dB; nil when never received.
    package let residual: Double?
    /// Nil where the recording agrees with the site.
    package let fault: SiteFault?
    /// The common logarithm of the mean likelihood ratio of the fault, or else of the most probable one.
    package let evidence: Double
  }

  /// The largest probability of naming any beacon of a site that is right.
  package static let customaryErrorRate = 0.01

  /// n of the law fitted to the walk.
  package let exponent: Double
  /// C of that law, in dBm.
  package let levelAtOneMetre: Double
  /// The standard deviation of its residuals, in dB.
  package let deviation: Double
  /// By how much correlation inflates the variance of a beacon's mean residual.
  package let inflation: Double
  /// The number of windows of the walk.
  package let windows: Int
  /// The chance that a sound site has any beacon named.
  package let errorRate: Double
  /// What the `evidence` of one beacon must exceed.
  package let threshold: Double
  /// The same of a pair of exchanged beacons.
  package let pairThreshold: Double
  /// In the order of the site.
  package let rows: [Row]

  /// The beacons with a fault, in the order of the rows.
  package var named: [Row] { rows.filter { $0.fault != nil } }

  /// - Parameter errorRate: the largest probability of naming any beacon of a site that is right.
  /// - Throws: ``CalibrationProblem`` when the walk holds too little to fit a path loss.
  package init(
    _ windows: SiteWindows, of site: Site, source: String, errorRate: Double = customaryErrorRate
  ) throws(CalibrationProblem) {
    let heard = windows.levels.joined().count { $0 != nil }
    guard heard >= 50 else {
      throw .tooFewReadings(source: source, found: heard, needed: 50, from: "at known positions")
    }
    let tested = site.anchors.indices.filter {
      !site.anchors[$0].isMobile && site.anchors[$0].transmitters.count == 1
    }
    let count = Double(max(tested.count, 1))
    self.errorRate = errorRate
    self.windows = windows.places.count
    threshold = Elementary.log10(4 * count / errorRate)
    pairThreshold = Elementary.log10(2 * count * max(count - 1, 1) / errorRate)
    let (law, found) = try Self.evidence(
      windows, site, tested, source: source, thresholds: (threshold * ln10, pairThreshold * ln10))
    (exponent, levelAtOneMetre, deviation, inflation) = (law.slope, law.level, law.deviation, law.inflation)
    rows = site.anchors.indices.map { index in
      let residuals = law.residuals(of: index)
      return Row(
        beacon: site.anchors[index].id, received: residuals.count,
        residual: residuals.isEmpty ? nil : residuals.reduce(0, +) / Double(residuals.count),
        fault: found[index].flatMap { $0.isNamed ? $0.fault : nil },
        evidence: (found[index]?.logRatio ?? 0) / ln10)
    }
  }

  /// The law of the sound beacons, and the evidence against each beacon.
  ///
  /// A faulty beacon distorts the fitted path loss, so beacons that were named are left out of it.
  ///
  /// - Parameters:
  ///   - tested: the beacons with one place each.
  ///   - thresholds: natural logarithms, for one beacon and for a pair.
  private static func evidence(
    _ windows: SiteWindows, _ site: Site, _ tested: [Int], source: String,
    thresholds: (one: Double, pair: Double)
  ) throws(CalibrationProblem) -> (SiteLaw, [Int: SiteEvidence]) {
    var suspects: Set<Int> = []
    var rounds = 0
    while true {
      let others = tested.filter { !suspects.contains($0) }
      let law: SiteLaw
      do throws(FitError) {
        law = try SiteLaw(windows, site, beacons: others.count >= 3 ? others : tested)
      } catch {
        throw .fit(source: source, problem: error, plain: nil)
      }
      let found = law.evidence(beacons: tested, thresholds: thresholds)
      rounds += 1
      let named = Set(found.filter { $0.value.isNamed }.keys)
      if named.isSubset(of: suspects) || rounds == 4 { return (law, found) }
      suspects.formUnion(named)
    }
  }
}

private let ln10 = 2.302585092994046

extension SiteCheck {
  /// Checks a site by a recorded walk; of a table with several laps by all of them, unless one is chosen.
  package init(
    of site: SiteFile, recording path: String, truth: TruthTable, lap: Int? = nil,
    averageSeconds: Double? = nil,
    errorRate: Double, options: ReplayOptions = ReplayOptions()
  ) throws {
    var windows = SiteWindows(site.site)
    for lap in try CalibrationInput.laps(of: path, chosen: lap) {
      var input = try RecordedInput(
        contentsOf: path, site: site.site, averageSeconds: averageSeconds, lap: lap, options: options)
      windows.add(try input.stream(site: site.site), truth: try truth.walk(lap: lap))
    }
    try self.init(windows, of: site.site, source: path, errorRate: errorRate)
  }
}

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
        Of a dead beacon: the time from which it is silent, in the time of the recording; 0 if it was \
        never received.
        """
    ) { $0.fault?.since },
    .init("byDb", about: "Of a weak beacon: by how much; negative for a strong one.") { $0.fault?.loss },
    .init("xMetres", about: "Of a misplaced beacon the most probable place.") { $0.fault?.place?.x },
    .init("yMetres") { $0.fault?.place?.y },
    .init("with", about: "Of an exchanged beacon the other one.") { $0.fault?.other },
  ]
}

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

/// The fault of one beacon that a recorded walk shows.
package struct SiteFault: Hashable, Sendable {
  /// One word for tables.
  package let name: String
  /// What is known of it, in words.
  package let details: String
  /// Of a dead beacon: from when on it is silent, in seconds of the recording.
  package private(set) var since: Double?
  /// Of a weak or strong one: by how many dB it is weaker than the others.
  package private(set) var loss: Double?
  /// Of a misplaced one: where it more probably is.
  package private(set) var place: Point?
  /// Of an exchanged one: the other of the pair.
  package private(set) var other: String?

  /// Not received from a moment on, although the walker was near.
  package static func dead(since: Double) -> SiteFault {
    SiteFault(
      name: "dead", details: since > 0 ? "from \(Int(since.rounded())) s on" : "never received", since: since)
  }

  /// Weaker than the others by some dB, or stronger where negative.
  package static func weak(by loss: Double) -> SiteFault {
    SiteFault(name: loss < 0 ? "strong" : "weak", details: "by \(Int(loss.magnitude)) dB", loss: loss)
  }

  /// More probably at this position than at that of the site.
  package static func misplaced(_ place: Point) -> SiteFault {
    func rounded(_ metres: Double) -> Double { (metres * 10).rounded() / 10 }
    return SiteFault(
      name: "misplaced", details: "about (\(rounded(place.x)), \(rounded(place.y)))", place: place)
  }

  /// The two beacons of a pair at each other's places.
  package static func exchanged(with other: String) -> SiteFault {
    SiteFault(name: "exchanged", details: "with \(other)", other: other)
  }
}
