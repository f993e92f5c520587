import Evaluation
import NumericalMethods
package import Propagation
package import Rendering
import Results
import World

/// How often checks of a site name the beacons of a fault, and others.
package struct FaultCheckResult: StudyOutcome, Sendable {
  /// The checks of one fault with one number of laps.
  package struct Row: Sendable {
    /// Nil for the checks without a fault.
    package let fault: Fault?
    /// Metres from the place in the site to that of a misplaced beacon; nil for other faults.
    package let moved: Double?
    /// The number of laps of each check.
    package let laps: Int
    /// The number of checks and, of those, how many name a beacon of the fault as any kind of fault, name one as its own
    /// kind, and name any other beacon.
    package let checks: Int
    package let named: Int
    let namedRightly: Int
    package let others: Int

    /// - Parameter checks: for each check the beacons that it names, each with the kind of fault that it reports.
    init(fault: Fault?, on site: Site, laps: Int, checks: [[String: String]]) {
      let (beacons, names) = (fault?.beacons ?? [], fault?.kind.namesInChecks ?? [])
      (self.fault, self.laps, self.checks) = (fault, laps, checks.count)
      moved = fault.flatMap { fault in
        guard fault.kind == .misplaced, let anchor = site.anchors.first(where: { $0.id == fault.beacon })
        else {
          return nil
        }
        return anchor.position.distance(to: fault.position)
      }
      named = checks.count { check in beacons.contains { check[$0] != nil } }
      namedRightly = checks.count { check in beacons.contains { check[$0].map(names.contains) ?? false } }
      others = checks.count { check in check.keys.contains { !beacons.contains($0) } }
    }
  }

  /// The scenario's name.
  package let scenario: String
  /// Of the first building.
  package let seed: UInt64
  /// The probability with which a check may name a beacon of a correct site.
  package let errorRate: Double
  /// By fault, the checks without one first, then by number of laps.
  package let rows: [Row]
}

extension Fault.Kind {
  /// The kinds that a check of a site reports for such a fault; empty where all beacons have it.
  fileprivate var namesInChecks: [String] {
    switch self {
    case .dead: ["dead"]
    case .fading: ["weak", "dead"]
    case .misplaced, .cloned: ["misplaced"]
    case .exchanged: ["exchanged"]
    case .measuredPower: ["weak", "strong"]
    case .missing, .phoneOffset: []
    }
  }
}

// docs/faults.md lists the keys.

extension FaultCheckResult: Described {
  /// What `sensitivity --faults --site-check --json` prints.
  package static let figures: [Figure<FaultCheckResult>] = [
    .init("scenario", \.scenario),
    .init("seed", \.seed),
    .init("errorRate", about: "The stated rate of false alarms.", \.errorRate),
    .init("checks", about: "For each fault, `none` first, and each number of laps, below.", \.rows),
  ]
}

extension FaultCheckResult.Row: Described {
  /// The shares of checks, with Wilson intervals.
  package static let figures: [Figure<FaultCheckResult.Row>] = [
    .init("fault", "fault") { $0.fault?.title ?? "none" },
    .init("beacons") { $0.fault?.beacons.joined(separator: " ") ?? "" },
    .init("movedMetres", "moved", unit: "m", decimals: 1, about: "Of a misplaced beacon.", \.moved),
    .init("laps", "laps of a check", about: "In each check.", \.laps),
    .init("n", "checks", about: "The number of checks.", \.checks),
    share(
      "named", "named", better: .larger,
      about: """
        The share of checks that name a beacon of the fault, with whatever kind of fault, and its Wilson \
        interval; null without such a beacon.
        """
    ) { $0.hasBeacon ? $0.named : nil },
    share(
      "namedRightly", "named by its kind", better: .larger,
      about: "The share of checks that name it with the right kind of fault."
    ) { $0.hasBeacon ? $0.namedRightly : nil },
    share(
      "others", "names others", better: .smaller, about: "The share of checks that name any other beacon.",
      \.others),
  ]

  /// Whether some beacon has the fault, rather than none or all.
  private var hasBeacon: Bool { fault?.beacons.isEmpty == false }

  private static func share(
    _ key: String, _ title: String, better: ReportTable.Column.Better, about: String,
    _ cases: @escaping @Sendable (FaultCheckResult.Row) -> Int?
  ) -> Figure<FaultCheckResult.Row> {
    .init(
      key + "Share", intervalKey: key + "Interval95", title, unit: "% [95 %]", form: .percent, better: better,
      about: about, { row in cases(row).map { Double($0) / Double(row.checks) } },
      interval: { row in
        cases(row).map { cases in
          let interval = WilsonInterval(cases: cases, of: row.checks)
          return ConfidenceInterval(lower: interval.lower, upper: interval.upper)
        }
      })
  }
}

extension FaultCheckResult {
  /// A row for each fault and number of laps.
  package var report: [ReportSection] {
    let head =
      "\(scenario): how often site check names the beacon of each fault alone, by the laps of one check together; every check is "
      + "of a building of its own."
    return [
      .paragraph(head),
      .table(
        rows, Row.figures, keys: 2,
        notes: [
          "Named: a beacon of the fault, by whatever kind. Names others: any other beacon, at a stated error rate of "
            + "\(FixedPoint.shortest(errorRate)) on a correct site. [95 %]: Wilson's interval of a share."
        ]),
    ]
  }
}
