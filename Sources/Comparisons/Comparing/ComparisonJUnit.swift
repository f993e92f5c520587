import Evaluation
import Rendering
import Results

/// A comparison as JUnit's XML, which continuous integration shows as tests: one for each pair, failed when B is
/// worse or lacks laps.
package struct ComparisonJUnit: Sendable {
  private let comparison: FolderComparison

  package init(_ comparison: FolderComparison) { self.comparison = comparison }

  /// The whole file, with no clock in it.
  package var xml: String {
    let (all, failed) = (comparison.rows.count, comparison.failing.count)
    var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
    text += "<testsuites tests=\"\(all)\" failures=\"\(failed)\" errors=\"0\">\n"
    text +=
      "  <testsuite name=\"beaconbench compare\" tests=\"\(all)\" failures=\"\(failed)\" errors=\"0\" skipped=\"0\">\n"
    for row in comparison.rows { text += testCase(row) }
    return text + "  </testsuite>\n</testsuites>\n"
  }

  private func testCase(_ row: FolderComparison.Row) -> String {
    let group = "compare." + (comparison.a.scenario ?? comparison.a.path)
    let pair = row.comparison
    let counts =
      "\(Counted.text(pair.errors.pairs.count, "pair")) in \(Counted.text(pair.laps, "lap")), missed \(pair.errors.missedA) by A and \(pair.errors.missedB) by B, not paired \(pair.errors.unmatchedA + pair.errors.unmatchedB)"
    var text =
      "    <testcase classname=\"\(escaped(group))\" name=\"\(escaped(ComparisonVerdict.name(row)))\">\n"
    if row.fails {
      let verdicts = row.conclusions.map(\.verdict.rawValue)
      let type =
        row.isWorse ? row.failures.map(\.rawValue).joined(separator: ", ") : verdicts.joined(separator: ", ")
      let message = row.isWorse ? ComparisonVerdict.reason(row) : ComparisonVerdict.open(row)
      text += "      <failure type=\"\(type)\" message=\"\(escaped(message))\">\(escaped(counts))</failure>\n"
    } else {
      let sentence = "B - A: \(pair.conclusion.sentence): \(ComparisonVerdict.errors(row))"
      text += "      <system-out>\(escaped(sentence + "; " + counts))</system-out>\n"
    }
    return text + "    </testcase>\n"
  }

  /// What XML 1.0 reads as that very text; characters that it cannot hold become U+FFFD.
  private func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "\t", "\n", "\r": escaped += "&#\(scalar.value);"
      case "\u{0}"..<"\u{20}", "\u{FFFE}", "\u{FFFF}": escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
