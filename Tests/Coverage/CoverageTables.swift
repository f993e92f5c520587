/// The coverage of all pipelines of one scenario, and the error rates of the gate on one of them.
struct CoverageTables {
  let scenario: String
  /// That the truth is from.
  let laps: Int
  let reference: String
  let judged: String
  let coverage: [(pipeline: String, laps: Int, rates: [Rate])]
  let gate: [(laps: Int, rates: [Rate])]

  var text: String {
    ([
      "\(scenario): experiments drawn from \(grouped(laps)) laps. 95 % intervals that contain the true value, in per cent;",
      "B - A: the difference from \(reference) on the same laps; –: no interval is stated.",
    ] + table(["pipeline", "laps", "mean", "std", "P50", "P90", "P95", "B - A"], coverageRows) + [
      "",
      "Comparisons of \(judged) with itself on different laps; how many in 100 are called worse: with equal errors",
      "(default tolerance, none) and with errors larger by 5 %, the tolerance; and how many are said to miss more when",
      "each side loses so many whole laps.",
    ] + table(["laps", "equal", "no tolerance", "+ 5 %", "lost 5 %", "lost 10 %", "lost 30 %"], gateRows))
    .joined(separator: "\n")
  }

  private var coverageRows: [[String]] {
    coverage.map { [$0.pipeline, String($0.laps)] + $0.rates.map(Self.percent) }
  }

  private var gateRows: [[String]] { gate.map { [String($0.laps)] + $0.rates.map(Self.percent) } }

  private static func percent(_ rate: Rate) -> String {
    guard rate.count > 0 else { return "–" }
    let tenths = Int((rate.share * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  private func grouped(_ number: Int) -> String {
    number < 1000 ? String(number) : "\(number / 1000),\(String(1000 + number % 1000).dropFirst())"
  }

  /// The first column to the left when it is text, numbers to the right.
  private func table(_ header: [String], _ rows: [[String]]) -> [String] {
    let widths = header.indices.map { column in ([header] + rows).map { $0[column].count }.max() ?? 0 }
    return ([header] + rows).map { row in
      row.indices.map { column in
        let space = String(repeating: " ", count: widths[column] - row[column].count)
        return column == 0 && header[0] == "pipeline" ? row[column] + space : space + row[column]
      }.joined(separator: "  ")
    }
  }
}
