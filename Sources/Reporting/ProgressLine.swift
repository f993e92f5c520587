/// How far a job has come, as one line of text.
package struct ProgressLine: Hashable, Sendable {
  package let total: Int
  /// What is counted: `laps`.
  package let what: String

  package init(of total: Int, _ what: String) {
    self.total = total
    self.what = what
  }

  /// `120 of 300 laps, 40 %, 3 s to go`; the time to go stands there once something is done.
  package func text(done: Int, seconds: Double) -> String {
    let percent = total > 0 ? 100 * done / total : 100
    let text = "\(done) of \(total) \(what), \(percent) %"
    guard done > 0, done < total else { return text }
    let left = seconds * Double(total - done) / Double(done)
    return text + ", \(FixedPoint.text(left.rounded(.up), decimals: 0)) s to go"
  }
}
