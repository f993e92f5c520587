import Evaluation
package import Rendering
import Scenarios

extension SensitivityResult {
  /// Variations side by side in one table.
  private static let most = 3

  /// The effect on each pipeline: a table for each number that is set wrong, or three faults to a table.
  package var report: [ReportSection] {
    let hasFaults = groups.contains { $0.variation.beacons != nil }
    let what = hasFaults ? "with one fault" : "under one misspecification"
    let head =
      "\(scenario), \(Counted.text(laps, "lap")): increase of the mean error (m) [95 %] \(what) at a time; paired over the "
      + "same laps."
    let parts =
      hasFaults
      ? [groups]
      : MisSetting.Parameter.allCases.map { parameter in
        groups.filter { $0.variation.parameter == parameter.rawValue }
      }
    return [.paragraph(head)] + parts.flatMap(tables)
  }

  private func tables(of groups: [Group]) -> [ReportSection] {
    // As many to each table as can be: four are two and two.
    let tables = max((groups.count + Self.most - 1) / Self.most, 1)
    let each = max((groups.count + tables - 1) / tables, 1)
    return stride(from: 0, to: groups.count, by: each).map { first in
      table(of: Array(groups[first..<min(first + each, groups.count)]))
    }
  }

  private func table(of groups: [Group]) -> ReportSection {
    let rows = groups[0].rows
    let losses = groups.map { group in
      Figure<Int>(
        nil, group.variation.title, better: .smaller, { group.rows[$0].comparison?.difference },
        interval: { group.rows[$0].comparison?.interval })
    }
    return .table(
      rows.indices,
      [
        .init(nil, "pipeline") { rows[$0].pipeline },
        .init(nil, "mean", unit: "m") { rows[$0].comparison?.a },
      ] + losses, notes: laps < 2 ? ["With one lap there is no interval."] : [])
  }
}
