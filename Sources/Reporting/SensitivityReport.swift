import Evaluation
import Laps
import Scenarios
package import Studies

/// What each method loses when a number is set wrong, for people: a table for each number.
package struct SensitivityReport: Sendable {
  private let result: SensitivityResult

  package init(_ result: SensitivityResult) { self.result = result }

  /// Settings side by side in one table.
  private static let most = 3

  /// The whole report, each line ended.
  package func text(width: Int = OutputWidth.piped) -> String {
    let head =
      "\(result.scenario), \(Counted.text(result.laps, "lap")): by how much the mean error grows, in metres [95 %], when one "
      + "number is wrong. All runs hear the same laps."
    return ([head.paragraph(width: width)] + tables.map { $0.text(width: width) }).joined(separator: "\n")
  }

  private var tables: [TextTable] {
    MisSetting.Parameter.allCases.flatMap { parameter in
      let groups = result.groups.filter { $0.setting.parameter == parameter }
      // As many to each table as can be: four are two and two.
      let tables = max((groups.count + Self.most - 1) / Self.most, 1)
      let each = max((groups.count + tables - 1) / tables, 1)
      return stride(from: 0, to: groups.count, by: each).map { first in
        table(of: Array(groups[first..<min(first + each, groups.count)]))
      }
    }
  }

  private func table(of groups: [SensitivityResult.Group]) -> TextTable {
    var table = TextTable(
      [.init("pipeline"), .init("mean", unit: "m")] + groups.map { .init(Self.title(of: $0.setting)) })
    for (index, row) in (groups.first?.rows ?? []).enumerated() {
      table.add(
        [.text(row.pipeline), .number(row.comparison?.meanA)]
          + groups.map { group in
            let pair = group.rows[index].comparison
            return .interval(pair?.difference, from: pair?.interval?.lower, to: pair?.interval?.upper)
          })
    }
    if result.laps < 2 { table.notes.append("With one lap there is no interval.") }
    return table
  }

  /// `n +0.4`, `C -3 dB`.
  private static func title(of setting: MisSetting) -> String {
    let sign = setting.shift < 0 ? "-" : "+"
    let size = FixedPoint.shortest(setting.shift.magnitude, decimals: 2)
    return "\(setting.parameter.title) \(sign)\(size)" + (setting.parameter.unit.map { " \($0)" } ?? "")
  }
}
