/// Tests as JUnit's XML, which continuous integration shows.
package struct JUnitReport: Sendable {
  /// One test.
  package struct Case: Sendable {
    let name: String
    /// What it shows where it passes, and what stands in its failure.
    let output: String
    /// Nil where it passes.
    let failure: (type: String, message: String)?
  }

  /// The name that the tests have in common.
  let group: String
  let cases: [Case]

  /// The whole file, with no clock in it.
  package var xml: String {
    let failed = cases.count { $0.failure != nil }
    let counts = "tests=\"\(cases.count)\" failures=\"\(failed)\" errors=\"0\""
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites \(counts)>\n"
      + "  <testsuite name=\"beaconbench compare\" \(counts) skipped=\"0\">\n"
      + cases.map(text).joined() + "  </testsuite>\n</testsuites>\n"
  }

  private func text(_ test: Case) -> String {
    let content =
      test.failure.map {
        "<failure type=\"\(escaped($0.type))\" message=\"\(escaped($0.message))\">\(escaped(test.output))</failure>"
      } ?? "<system-out>\(escaped(test.output))</system-out>"
    return "    <testcase classname=\"\(escaped(group))\" name=\"\(escaped(test.name))\">\n      \(content)\n"
      + "    </testcase>\n"
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
