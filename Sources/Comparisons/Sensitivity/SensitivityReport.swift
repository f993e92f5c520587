import Evaluation
package import Rendering
import Scenarios

extension SensitivityResult {
  /// Settings side by side in one table.
  private static let most = 3

  /// The effect of a wrongly set number on each method: a table for each number.
  package var report: [ReportSection] {
    let head =
      "\(scenario), \(Counted.text(laps, "lap")): increase of the mean error (m) [95 %] under one "
      + "misspecification at a time; paired over the same laps."
    return [.paragraph(head)]
      + MisSetting.Parameter.allCases.flatMap { parameter in
        Self.tables(
          of: groups.filter { $0.setting.parameter == parameter }.map { ($0.setting.title, $0.rows) },
          laps: laps)
      }
  }

  /// The effect on each method, for some conditions side by side.
  static func tables(of groups: [(title: String, rows: [Row])], laps: Int) -> [ReportSection] {
    // As many to each table as can be: four are two and two.
    let tables = max((groups.count + most - 1) / most, 1)
    let each = max((groups.count + tables - 1) / tables, 1)
    return stride(from: 0, to: groups.count, by: each).map { first in
      table(of: Array(groups[first..<min(first + each, groups.count)]), laps: laps)
    }
  }

  private static func table(of groups: [(title: String, rows: [Row])], laps: Int) -> ReportSection {
    let rows = groups[0].rows
    let losses = groups.map { group in
      Figure<Int>(
        nil, group.title, better: .smaller, { group.rows[$0].comparison?.difference },
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

extension MisSetting {
  /// `n +0.4`, `C -3 dB`.
  fileprivate var title: String {
    let sign = shift < 0 ? "-" : "+"
    let size = FixedPoint.shortest(shift.magnitude, decimals: 2)
    return "\(parameter.title) \(sign)\(size)" + (parameter.unit.map { " \($0)" } ?? "")
  }
}
